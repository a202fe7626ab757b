// How a message of OTLP is laid out in protobuf, as data: `read.ts` and `write.ts` walk these tables.
// Attributes and values are kinds of their own: they are most of every body, and both walkers have direct code for them.

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
export type Kind = Scalar | 'message' | 'attributes' | 'value'

export type Field = {
  number: number
  /** The member's name in OTLP/JSON (lowerCamelCase). */
  name: string
  kind: Kind
  repeated: boolean
  /** What the field holds when `kind` is `message`. */
  message?: Message
  /** Names of an enum's values: OTLP/JSON wants integers, some senders write names. */
  values?: Record<string, number>
  /** Written even when it is zero: the field says that it is there (`optional`, or one of several). */
  presence: boolean
}
export type Message = { fields: Field[]; byNumber: (Field | undefined)[] }

export function message(...fields: Field[]): Message {
  const byNumber: (Field | undefined)[] = []
  for (const field of fields) byNumber[field.number] = field
  return { fields, byNumber }
}

export function field(
  number: number,
  name: string,
  kind: Scalar | 'value' | Message,
  values?: Record<string, number>,
): Field {
  return { ...describe(number, name, kind), ...(values && { values }) }
}

export function repeated(number: number, name: string, kind: Scalar | Message): Field {
  return { ...describe(number, name, kind), repeated: true }
}

export function optional(number: number, name: string, kind: Scalar): Field {
  return { ...describe(number, name, kind), presence: true }
}

export function attributes(number: number, name = 'attributes'): Field {
  return { number, name, kind: 'attributes', repeated: true, presence: false }
}

function describe(number: number, name: string, kind: Scalar | 'value' | Message): Field {
  const plain = { number, name, repeated: false, presence: false }
  return typeof kind === 'string' ? { ...plain, kind } : { ...plain, kind: 'message', message: kind }
}
