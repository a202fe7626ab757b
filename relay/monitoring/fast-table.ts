// Descriptors of OTLP as the fast path needs them: the names of members as bytes.
import { type Field, type Message, isContainer } from '../../otlp/descriptor.ts'

export type Member = { name: Uint8Array; field: Field; bit: number; inner: Table | undefined }
/** `required`: bits of the members without which a message is not written as it is. */
export type Table = { message: Message; members: Member[]; required: number }

export function tableOf(message: Message): Table {
  const members = message.fields.map((field) => ({
    name: Buffer.from(`"${field.name}":`),
    field,
    bit: 1 << field.number,
    inner: field.message && tableOf(field.message),
  }))
  const required = members.filter(({ field }) => field.isRequired || holdsItems(field))
  return { message, members, required: required.reduce((bits, { bit }) => bits | bit, 0) }
}

/** Without items a message is left out. */
export function holdsItems({ message }: Field): boolean {
  return message !== undefined && (message.role === 'item' || isContainer(message))
}
