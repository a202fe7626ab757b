// How requests are laid out in JSON, and what each member becomes in protobuf: made once out of the tables of `otlp`.
import { DELIMITED, FIXED32, FIXED64, VARINT } from '../../otlp/protobuf-reader.ts'
import type { Field, Kind as FieldKind, Message } from '../../otlp/descriptor.ts'
import { logRecord, logsRequest, tracesRequest } from '../../otlp/messages.ts'
import type { Key } from './keys.ts'
import { Literal } from './literal.ts'
import { isNeeded, mostOf, mostOfEnum, neededOf } from './plain.ts'

/** A name, and the member that came behind it last time: mostly it is the next one again. */
export type Named<Next> = { literal: Literal; next: Next | undefined }
export type Member = {
  /** With its quotes and the colon. */
  literal: Literal
  next: Member | undefined
  name: string
  kind: FieldKind | 'severity'
  tag: Buffer
  bit: number
  isList: boolean
  isNeeded: boolean
  /** Items of a list, or the largest number. */
  most: number
  inner: Layout | undefined
  /** Of a list of attributes the name that came first last time. */
  keys: { next: Key | undefined }
  /** An item is an exception when this text says so. */
  tellsOfException: boolean
  /** A time that says nothing when it is zero. */
  isInstant: boolean
}
/** `next`: the member that came first last time. `needed`: as bits; `oneOf`: of these at least one, when there are any. */
export type Layout = { members: Map<number, Member>; next: Member | undefined; needed: number; oneOf: number }
export type Kind = { literal: Literal; next: Kind | undefined; tag: number }

export const [KEY_TAG, VALUE_TAG] = [0x0a, 0x12]
export const [STRING, BOOL, INT, DOUBLE] = [0x0a, 0x10, 0x18, 0x21]
export const KEY = named('key')
export const VALUE = named('value')
/** As machines write it, without white space. */
export const ATTRIBUTE_BEGINS = new Literal('{"key":"')
export const VALUE_BEGINS = new Literal(',"value":{')
export const ATTRIBUTE_ENDS = new Literal('}}')
/** Of an attribute's value. Lists, maps and bytes are rare. */
export const KINDS = kindsOf({ stringValue: STRING, boolValue: BOOL, intValue: INT, doubleValue: DOUBLE })
export const REQUESTS = { traces: layoutOf(tracesRequest), logs: layoutOf(logsRequest) }

/** Names of members, to be looked up by this hash of their bytes. */
export function hashOf(bytes: Uint8Array): number {
  return bytes.reduce((hash, byte) => (Math.imul(hash, 31) + byte) | 0, 0)
}

function layoutOf(message: Message): Layout {
  const members = message.fields.map((field) => memberOf(field, message))
  const isRecord = message === logRecord
  const times = members.filter(({ isInstant }) => isInstant).reduce((bits, { bit }) => bits | bit, 0)
  return {
    members: byHash(members),
    next: members[0],
    needed: neededOf(message),
    oneOf: isRecord ? times : 0,
  }
}

function memberOf(field: Field, message: Message): Member {
  const { number, name, kind, repeated } = field
  const isRecord = message === logRecord
  return {
    literal: named(name),
    next: undefined,
    name,
    kind: name === 'severityNumber' ? 'severity' : kind,
    tag: tagOf(field),
    bit: 1 << number,
    isList: repeated,
    isNeeded: isNeeded(field, message),
    most: kind === 'enum' ? mostOfEnum(field) : repeated ? mostOf(field) : 2 ** 32 - 1,
    inner: field.message && layoutOf(field.message),
    keys: { next: undefined },
    tellsOfException:
      name === 'eventName' || (name === 'name' && message.byNumber[1]?.name === 'timeUnixNano'),
    isInstant: isRecord && kind === 'fixed64',
  }
}

function tagOf({ number, kind }: Field): Buffer {
  const wire =
    kind === 'fixed64'
      ? FIXED64
      : kind === 'fixed32'
        ? FIXED32
        : kind === 'uint32' || kind === 'enum'
          ? VARINT
          : DELIMITED
  const tag = (number << 3) | wire
  return tag < 0x80 ? Buffer.from([tag]) : Buffer.from([(tag & 0x7f) | 0x80, tag >>> 7])
}

function kindsOf(tags: Record<string, number>): { members: Map<number, Kind>; next: Kind | undefined } {
  const kinds = Object.entries(tags).map(([name, tag]): Kind => ({
    literal: named(name),
    next: undefined,
    tag,
  }))
  return { members: byHash(kinds), next: kinds[0] }
}

function named(name: string): Literal {
  return new Literal(`"${name}":`)
}

function byHash<Member extends { literal: Literal }>(members: Member[]): Map<number, Member> {
  return new Map(members.map((member) => [hashOf(member.literal.bytes.subarray(1, -2)), member]))
}
