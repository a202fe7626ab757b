// Tags of the messages that attributes consist of.

/** Members of `KeyValue`. */
export const [KEY, VALUE] = [0x0a, 0x12]
/** Members of `AnyValue`. */
export const [STRING, BOOL, INT, DOUBLE, ARRAY, KVLIST, BYTES] = [0x0a, 0x10, 0x18, 0x21, 0x2a, 0x32, 0x3a]
/** An item of an `ArrayValue` or `KeyValueList`. */
export const ITEM = 0x0a
