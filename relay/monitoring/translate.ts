// Spans and log records as JSON become protobuf in one pass, when nothing about them is to be changed: no string, list or object is
// made of what comes in, which is most of what a request costs. Exceptions are noted on the way. On any doubt nothing comes out, and
// the request goes the way that mends.
import type { Signal } from '../../otlp/otlp-json.ts'
import { type Said, type SeenException, describe } from './exceptions.ts'
import { type Key, createKeys } from './keys.ts'
import {
  ATTRIBUTE_BEGINS,
  ATTRIBUTE_ENDS,
  BOOL,
  INT,
  KEY,
  KINDS,
  type Kind,
  type Layout,
  type Member,
  REQUESTS,
  STRING,
  VALUE,
  VALUE_BEGINS,
  VALUE_TAG,
} from './layout.ts'
import { ID_SLOTS, Notes } from './notes.ts'
import {
  EXCEPTION,
  MAX_ITEMS,
  MAX_LONG_TEXT_BYTES,
  MAX_TEXT_BYTES,
  type Passed,
  SMALLEST_DOUBTFUL,
  createPlain,
  stampOf,
} from './plain.ts'
import type { Scrubber } from './scrub.ts'
import { CLOSE, CLOSE_LIST, COMMA, DOUBT, OPEN, OPEN_LIST, QUOTE } from './tape.ts'
import { Transcript } from './transcript.ts'

/** `signals`: those that may be in the body. `client`: the address to stamp, empty for none. */
export type Translate = (body: Buffer, signals: Signal[], client: string) => Passed | undefined

/** An exception of which is not known yet what is said around it. */
type Found = { own: Said; around: Said; severity: number }

/** Bytes that the length of a message takes most often: spans and what they hold, and what holds spans. */
const [SMALL, MEDIUM, LARGE] = [1, 2, 3]
const LOGS_NAMED = Buffer.from('"resourceLogs"')
/** White space in front of the first name is rare. */
const BEGINNING_BYTES = 32

export function createTranslation(scrubber: Scrubber): Translate {
  const { isSame, isSameKey } = createPlain(scrubber)
  const { suspicion } = scrubber
  const keys = createKeys(isSameKey)
  const transcript = new Transcript()
  const [ofResource, ofItem, ofEvent, ofNobody] = [new Notes(), new Notes(), new Notes(), new Notes()]
  let items = 0
  let severity = 0
  let isException = false
  let stamp = stampOf('')
  let inSpan: Said[] = []
  let inResource: Found[] = []
  let exceptions: SeenException[] = []
  return translate

  function translate(body: Buffer, signals: Signal[], client: string): Passed | undefined {
    const signal =
      signals.includes('logs') && body.subarray(0, BEGINNING_BYTES).includes(LOGS_NAMED) ? 'logs' : 'traces'
    if (!signals.includes(signal)) return undefined
    items = 0
    stamp = stampOf(client)
    ;[inSpan, inResource, exceptions] = [[], [], []]
    for (const notes of [ofResource, ofItem, ofEvent]) notes.begin(body)
    try {
      transcript.begin(body)
      message(REQUESTS[signal], ofNobody)
      const bytes = transcript.finish()
      return items === 0 || items > MAX_ITEMS ? undefined : { signal, bytes, items, exceptions }
    } catch (error) {
      if (error === DOUBT) return undefined
      throw error
    }
  }

  /** Members in any order, each at most once. */
  function message(layout: Layout, notes: Notes): void {
    transcript.take(OPEN)
    let seen = 0
    let before: { next: Member | undefined } = layout
    if (!transcript.isNext(CLOSE))
      do {
        const member = transcript.member(layout.members, before)
        if ((seen & member.bit) !== 0) throw DOUBT
        seen |= member.bit
        if (member.isList) list(member, notes)
        else scalar(member, notes)
        before = member
      } while (transcript.more(CLOSE))
    const { needed, oneOf } = layout
    if ((seen & needed) !== needed || (oneOf !== 0 && (seen & oneOf) === 0)) throw DOUBT
  }

  function list(member: Member, notes: Notes): void {
    transcript.take(OPEN_LIST)
    if (transcript.isNext(CLOSE_LIST)) {
      if (member.isNeeded) throw DOUBT
      return
    }
    let count = 0
    let before: { next: Key | undefined } = member.keys
    do {
      if (++count > member.most) throw DOUBT
      transcript.raw(member.tag)
      if (member.inner === undefined) before = attribute(before, notes)
      else part(member.name, member.inner)
    } while (transcript.more(CLOSE_LIST))
  }

  function part(name: string, inner: Layout): void {
    const isLarge =
      name === 'resourceSpans' || name === 'resourceLogs' || name === 'scopeSpans' || name === 'scopeLogs'
    const start = transcript.open(isLarge ? LARGE : MEDIUM)
    if (name === 'spans') span(inner)
    else if (name === 'logRecords') record(inner)
    else if (name === 'events') event(inner)
    else if (name === 'resource') message(inner, ofResource)
    else if (name === 'resourceSpans' || name === 'resourceLogs') envelope(inner)
    else message(inner, ofNobody)
    transcript.close(start, isLarge ? LARGE : MEDIUM)
  }

  function envelope(inner: Layout): void {
    ofResource.clear()
    message(inner, ofNobody)
    transcript.raw(stamp)
    for (const { own, around, severity } of inResource)
      exceptions.push(describe(own, around, ofResource, severity))
    inResource.length = 0
  }

  function span(inner: Layout): void {
    items++
    ofItem.clear()
    message(inner, ofItem)
    if (inSpan.length === 0 && !ofItem.tellOfException()) return
    const around = ofItem.copy()
    if (inSpan.length === 0) inResource.push({ own: around, around, severity: 0 })
    for (const own of inSpan) inResource.push({ own, around, severity: 0 })
    inSpan.length = 0
  }

  function event(inner: Layout): void {
    ofEvent.clear()
    isException = false
    message(inner, ofEvent)
    if (isException) inSpan.push(ofEvent.copy())
  }

  function record(inner: Layout): void {
    items++
    ofItem.clear()
    isException = false
    severity = 0
    message(inner, ofItem)
    if (!isException && !ofItem.tellOfException()) return
    const own = ofItem.copy()
    inResource.push({ own, around: own, severity })
  }

  function scalar(member: Member, notes: Notes): void {
    transcript.raw(member.tag)
    if (member.inner !== undefined) part(member.name, member.inner)
    else scalarOf(member, notes)
  }

  function scalarOf({ kind, name, most, tellsOfException, isInstant }: Member, notes: Notes): void {
    switch (kind) {
      case 'string':
        transcript.text(MAX_TEXT_BYTES, suspicion, isSame)
        if (tellsOfException) isException = transcript.lastText() === EXCEPTION
        return
      case 'traceId':
        transcript.id(16)
        return notes.note(ID_SLOTS.traceId, transcript.textFrom, transcript.textTo)
      case 'spanId':
        transcript.id(8)
        if (name === 'spanId') notes.note(ID_SLOTS.spanId, transcript.textFrom, transcript.textTo)
        return
      case 'fixed64':
        return transcript.time(isInstant)
      case 'fixed32':
        return transcript.fixed32(transcript.whole(most))
      case 'severity':
        severity = transcript.plainWhole(most)
        return transcript.varint(severity)
      case 'value':
        return body()
      default:
        return transcript.varint(transcript.whole(most))
    }
  }

  /** A key and a value. */
  function attribute(before: { next: Key | undefined }, notes: Notes): Key {
    const start = transcript.open(SMALL)
    if (!transcript.passes(ATTRIBUTE_BEGINS)) attributeBegins()
    const key = transcript.key(keys, before)
    transcript.byte(VALUE_TAG)
    const inner = transcript.open(SMALL)
    if (!transcript.passes(VALUE_BEGINS)) valueBegins()
    value(key.kinds, key)
    transcript.close(inner, SMALL)
    transcript.close(start, SMALL)
    if (!transcript.passes(ATTRIBUTE_ENDS)) attributeEnds()
    if (key.slot >= 0) notes.note(key.slot, transcript.textFrom, transcript.textTo)
    return key
  }

  function attributeBegins(): void {
    transcript.take(OPEN)
    transcript.name(KEY)
    transcript.take(QUOTE)
  }

  function valueBegins(): void {
    transcript.take(COMMA)
    transcript.name(VALUE)
    transcript.take(OPEN)
  }

  function attributeEnds(): void {
    transcript.take(CLOSE)
    transcript.take(CLOSE)
  }

  /** The body of a record; OpenTelemetry's SDK gives exceptions one that holds nothing. */
  function body(): void {
    const start = transcript.open(SMALL)
    transcript.take(OPEN)
    if (!transcript.isNext(CLOSE)) {
      value(KINDS, undefined)
      transcript.take(CLOSE)
    }
    transcript.close(start, SMALL)
  }

  /** One of the usual kinds; `before`: where its kind of last time is kept. */
  function value(before: { next: Kind | undefined }, key: Key | undefined): void {
    const { tag } = transcript.member(KINDS.members, before)
    // Only texts are noted for the log.
    if (tag !== STRING && key !== undefined && key.slot >= 0) throw DOUBT
    transcript.byte(tag)
    if (tag !== STRING) number(tag)
    else if (key === undefined) transcript.text(MAX_LONG_TEXT_BYTES, suspicion, isSame)
    else transcript.valueUnder(key, suspicion, isSame)
  }

  function number(tag: number): void {
    if (tag === BOOL) transcript.truth()
    else if (tag === INT) transcript.varint(transcript.whole(SMALLEST_DOUBTFUL))
    else transcript.double(SMALLEST_DOUBTFUL)
  }
}
