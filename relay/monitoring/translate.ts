// Spans as JSON become protobuf in one pass, when nothing about them is to be changed: no string, list or object is made of what
// comes in, which is most of what a large batch costs. On any doubt nothing comes out, and the request goes the way that mends.
import { DELIMITED, FIXED32, FIXED64, VARINT } from '../../otlp/cursor.ts'
import type { Field, Message } from '../../otlp/fields.ts'
import { tracesRequest } from '../../otlp/messages.ts'
import {
  EXCEPTION,
  LARGEST_ENUM,
  MAX_KEY_BYTES,
  MAX_SPANS,
  MAX_TEXT_BYTES,
  type Pass,
  type Passed,
  SMALLEST_DOUBTFUL,
  createPlain,
  isNeeded,
  mostOf,
  neededOf,
  stampOf,
} from './plain.ts'
import type { Scrubber } from './scrub.ts'
import { CLOSE, CLOSE_LIST, COMMA, DOUBT, OPEN, OPEN_LIST, Transcript, byHash } from './transcript.ts'

type Member = {
  bytes: Buffer
  field: Field
  tag: Buffer
  inner: Layout | undefined
  most: number
}
type Layout = { members: Map<number, Member>; needed: number }

/** Bytes that the length of a message takes most often: spans and what they hold, and what holds spans. */
const [SMALL, MEDIUM, LARGE] = [1, 2, 3]
const EXCEPTION_NAMED = Buffer.from(`"${EXCEPTION}`)
const LARGEST_UINT32 = 2 ** 32 - 1
const [KEY_TAG, VALUE_TAG] = [0x0a, 0x12]
const [STRING, BOOL, INT, DOUBLE] = [0x0a, 0x10, 0x18, 0x21]
const KEY = named({ key: KEY_TAG })
const VALUE = named({ value: VALUE_TAG })
const KINDS = named({ stringValue: STRING, boolValue: BOOL, intValue: INT, doubleValue: DOUBLE })
const REQUEST = layoutOf(tracesRequest)

export function createTranslation(scrubber: Scrubber): Pass {
  const { suspicion, keySuspicion } = scrubber
  const { isPlain, isUsualKey } = createPlain(scrubber)
  const transcript = new Transcript()
  let spans = 0
  let stamp = stampOf('')
  return translate

  function translate(body: Buffer, client: string): Passed | undefined {
    // Most doubts are exceptions, and this finds them at once.
    if (body.includes(EXCEPTION_NAMED)) return undefined
    spans = 0
    stamp = stampOf(client)
    try {
      transcript.begin(body)
      message(REQUEST)
      const bytes = transcript.finish()
      return spans === 0 || spans > MAX_SPANS ? undefined : { bytes, spans }
    } catch (error) {
      if (error === DOUBT) return undefined
      throw error
    }
  }

  /** Members in any order, each at most once. */
  function message({ members, needed }: Layout): void {
    transcript.take(OPEN)
    let seen = 0
    if (!transcript.isNext(CLOSE))
      do {
        const member = transcript.member(members)
        const bit = 1 << member.field.number
        if ((seen & bit) !== 0) throw DOUBT
        seen |= bit
        if (member.field.repeated) list(member)
        else scalar(member)
      } while (transcript.more(CLOSE))
    if ((seen & needed) !== needed) throw DOUBT
  }

  function list(member: Member): void {
    transcript.take(OPEN_LIST)
    if (transcript.isNext(CLOSE_LIST)) {
      if (isNeeded(member.field)) throw DOUBT
      return
    }
    let count = 0
    do {
      if (++count > member.most) throw DOUBT
      transcript.raw(member.tag)
      if (member.inner === undefined) attribute()
      else part(member, member.inner)
    } while (transcript.more(CLOSE_LIST))
  }

  function part({ field: { name } }: Member, inner: Layout): void {
    const reserved = name === 'resourceSpans' || name === 'scopeSpans' ? LARGE : MEDIUM
    const start = transcript.open(reserved)
    message(inner)
    if (name === 'spans') spans++
    else if (name === 'resourceSpans') transcript.raw(stamp)
    transcript.close(start, reserved)
  }

  function scalar(member: Member): void {
    const { field, tag, inner } = member
    transcript.raw(tag)
    if (inner !== undefined) part(member, inner)
    else if (field.kind === 'string') transcript.text(MAX_TEXT_BYTES, suspicion, isPlain)
    else if (field.kind === 'traceId') transcript.id(16)
    else if (field.kind === 'spanId') transcript.id(8)
    else if (field.kind === 'fixed64') transcript.time()
    else if (field.kind === 'fixed32') transcript.fixed32(transcript.whole(LARGEST_UINT32))
    else if (field.kind === 'uint32') transcript.varint(transcript.whole(LARGEST_UINT32))
    else if (field.kind === 'enum') transcript.varint(transcript.whole(LARGEST_ENUM))
    else throw DOUBT
  }

  /** A key and a value of one of the usual kinds; lists, maps and bytes are rare. */
  function attribute(): void {
    const start = transcript.open(SMALL)
    transcript.take(OPEN)
    transcript.byte(transcript.member(KEY).tag)
    transcript.text(MAX_KEY_BYTES, keySuspicion, isUsualKey)
    transcript.take(COMMA)
    transcript.byte(transcript.member(VALUE).tag)
    const inner = transcript.open(SMALL)
    transcript.take(OPEN)
    value()
    transcript.take(CLOSE)
    transcript.close(inner, SMALL)
    transcript.take(CLOSE)
    transcript.close(start, SMALL)
  }

  function value(): void {
    const { tag } = transcript.member(KINDS)
    transcript.byte(tag)
    if (tag === STRING) transcript.text(MAX_TEXT_BYTES, suspicion, isPlain)
    else if (tag === BOOL) transcript.truth()
    else if (tag === INT) transcript.varint(transcript.whole(SMALLEST_DOUBTFUL))
    else transcript.double(SMALLEST_DOUBTFUL)
  }
}

function layoutOf(message: Message): Layout {
  const members = message.fields.map((field) => ({
    bytes: Buffer.from(field.name),
    field,
    tag: tagOf(field),
    inner: field.message && layoutOf(field.message),
    most: mostOf(field),
  }))
  return { members: byHash(members), needed: neededOf(message) }
}

function tagOf({ number, kind }: Field): Buffer {
  const wire = kind === 'fixed64' ? FIXED64 : kind === 'fixed32' ? FIXED32 : kind === 'uint32' || kind === 'enum' ? VARINT : DELIMITED
  const tag = (number << 3) | wire
  return tag < 0x80 ? Buffer.from([tag]) : Buffer.from([(tag & 0x7f) | 0x80, tag >>> 7])
}

function named(tags: Record<string, number>): Map<number, { bytes: Buffer; tag: number }> {
  return byHash(Object.entries(tags).map(([name, tag]) => ({ bytes: Buffer.from(name), tag })))
}
