// Descriptors: how messages of OTLP are encoded in protobuf, as data for `read.ts` and `write.ts`. Attributes
// and values, most of every body, are kinds of their own with direct code.
import { DELIMITED, FIXED32, FIXED64, VARINT } from './protobuf-reader.ts'

export type Scalar =
  | 'string'
  | 'traceId'
  | 'spanId'
  | 'fixed64'
  | 'sfixed64'
  | 'uint64'
  | 'fixed32'
  | 'uint32'
  | 'sint32'
  | 'enum'
  | 'bool'
  | 'double'
  | 'droppedCount'
type Kind = Scalar | 'message' | 'attributes' | 'value'

export type Field = {
  number: number
  /** The member's name in OTLP/JSON (lowerCamelCase). */
  name: string
  kind: Kind
  wireType: number
  /** Field number and wire type, as they are written. */
  tag: number
  isRepeated: boolean
  /** Written even when it is zero: `optional` in the proto file, or one of a `oneof`. */
  isOptional: boolean
  /** Without it, the item is rejected. */
  isRequired: boolean
  /** An invalid value rejects the item, or outside of items the request. Else the value is left out. */
  isStrict: boolean
  /** What the field holds when `kind` is `message`. */
  message?: Message
  /** Numbers by name: OTLP/JSON wants integers, some senders write names. */
  enumValues?: Record<string, number>
}
/**
 * `item`: a span, log record or data point, rejected alone. `part`: an event or link, dropped alone. Both are
 * counted. `container`: left out without items. `resourceContainer`: one with a resource.
 */
type Role = 'plain' | 'item' | 'part' | 'container' | 'resourceContainer'
export type Message = { role: Role; fields: Field[]; byNumber: (Field | undefined)[] }

export function message(...fields: Field[]): Message {
  return messageOf('plain', fields)
}

export function messageOf(role: Role, fields: Field[]): Message {
  const byNumber: (Field | undefined)[] = []
  for (const field of fields) byNumber[field.number] = field
  return { role, fields, byNumber }
}

/** Whether a message is left out if it holds no items. */
export function isContainer({ role }: Message): boolean {
  return role === 'container' || role === 'resourceContainer'
}

/** `enumValues`: of an enum. */
export function field(
  number: number,
  name: string,
  kind: Scalar | 'value' | Message,
  enumValues?: Record<string, number>,
): Field {
  return { ...describe(number, name, kind), ...(enumValues && { enumValues }) }
}

export function repeated(number: number, name: string, kind: Scalar | Message): Field {
  return { ...describe(number, name, kind), isRepeated: true }
}

export function optional(number: number, name: string, kind: Scalar): Field {
  return { ...describe(number, name, kind), isOptional: true }
}

export function required(number: number, name: string, kind: Scalar): Field {
  return { ...describe(number, name, kind), isRequired: true, isStrict: true }
}

export function strict(field: Field): Field {
  return { ...field, isStrict: true }
}

export function attributes(number: number, name = 'attributes'): Field {
  return { ...describe(number, name, 'attributes'), isRepeated: true }
}

function describe(number: number, name: string, type: Kind | Message): Field {
  const kind = typeof type === 'string' ? type : 'message'
  const wireType = WIRE_TYPES[kind] ?? DELIMITED
  const flags = { isRepeated: false, isOptional: false, isRequired: false, isStrict: false }
  const field = { number, name, kind, wireType, tag: (number << 3) | wireType, ...flags }
  return typeof type === 'string' ? field : { ...field, message: type }
}

/** The others are length-delimited. */
const WIRE_TYPES: Partial<Record<Kind, number>> = {
  fixed64: FIXED64,
  sfixed64: FIXED64,
  double: FIXED64,
  fixed32: FIXED32,
  uint64: VARINT,
  uint32: VARINT,
  sint32: VARINT,
  enum: VARINT,
  bool: VARINT,
  droppedCount: VARINT,
}
