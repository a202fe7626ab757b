// Writes messages by descriptors: validates items, counts rejected ones, leaves out containers without items.
import { type Field, type Message, isContainer } from './descriptor.ts'
import { type JsonObject, isJsonObject } from './json-object.ts'
import { logRecord, observedTime } from './messages.ts'
import { OtlpError } from './otlp-error.ts'
import { LOG_BODY } from './sanitizer.ts'
import type { Sink } from './sink.ts'
import { writeAttributes, writeValue } from './write-value.ts'
import { type FieldResult, writeScalar, writeScalars } from './write-scalar.ts'

const TOO_MANY = 'there are too many in one request'

/** Writes the fields of a message. Returns why it is rejected, or undefined. */
export function writeMessage(sink: Sink, { fields }: Message, object: JsonObject): string | undefined {
  let dropped = 0
  for (const field of fields) {
    const value = object[field.name]
    if (field.kind === 'droppedCount') {
      writeDroppedCount(sink, field, value, dropped)
      dropped = 0
    } else if (value === undefined || value === null) {
      if (field.isRequired && sink.isStrict) return reasonFor(field)
    } else if (field.isRepeated) dropped = writeRepeated(sink, field, value)
    else {
      const outcome = writeField(sink, field, value)
      if (outcome === 'written' || (outcome === 'default' && !field.isRequired)) continue
      if (field.isStrict && sink.isStrict) return reasonFor(field)
      if (outcome === 'invalid') sink.repaired++
    }
  }
  return undefined
}

function writeField(sink: Sink, field: Field, value: unknown): FieldResult {
  if (field.kind === 'message') return writeNested(sink, field, value)
  return field.kind === 'value' ? writeBody(sink, field, value) : writeScalarField(sink, field, value)
}

/** Returns how many values of the list were dropped. */
function writeRepeated(sink: Sink, field: Field, value: unknown): number {
  const isItems = field.message?.role === 'item'
  if (!Array.isArray(value)) {
    if (sink.isStrict && field.isStrict) throw new OtlpError(`"${field.name}" is not a list.`, field.name)
    if (isItems && sink.isStrict) reject(sink, `its ${field.name} is not a list`)
    else sink.repaired++
    return 0
  }
  if (field.kind === 'attributes') return writeAttributes(sink, field.tag, value)
  if (field.kind === 'message') return writeMessages(sink, field, value)
  writeScalars(sink, field, value)
  return 0
}

function writeMessages(sink: Sink, field: Field, list: unknown[]): number {
  const { role } = field.message!
  const limit = role === 'part' ? sink.sanitizer.limits.parts : Infinity
  let written = 0
  for (const item of list) {
    if (written === limit) break
    const outcome = writeNested(sink, field, item)
    if (outcome === 'written') written++
    else if (outcome === 'invalid' && role !== 'item' && role !== 'part') sink.repaired++
  }
  return list.length - written
}

/** A message within a message; 'default' if it was rejected or holds no items. */
function writeNested(sink: Sink, field: Field, value: unknown): FieldResult {
  const message = field.message!
  const isItem = message.role === 'item'
  if (!isJsonObject(value)) {
    if (isItem) reject(sink, 'it is not an object')
    return 'invalid'
  }
  const { writer, accepted, repaired } = sink
  const { position } = writer
  writer.varint(field.tag)
  const start = writer.open(2)
  const reason =
    isItem && ++sink.items > sink.sanitizer.limits.items ? TOO_MANY : writeMessage(sink, message, value)
  const isEmpty = sink.isStrict && sink.accepted === accepted && isContainer(message)
  if (reason === undefined && !isEmpty) {
    if (isItem) sink.accepted++
    if (message === logRecord && sink.isStrict) addObservedTime(sink, value)
    if (message.role === 'resourceContainer') writer.append(sink.extraResource)
    writer.close(start, 2)
    return 'written'
  }
  writer.position = position
  if (isItem) {
    sink.repaired = repaired
    reject(sink, reason!)
  }
  return 'default'
}

function writeBody(sink: Sink, field: Field, value: unknown): FieldResult {
  if (!isJsonObject(value)) return 'invalid'
  sink.writer.varint(field.tag)
  const start = sink.writer.open(2)
  writeValue(sink, value, LOG_BODY, 0)
  sink.writer.close(start, 2)
  return 'written'
}

function writeScalarField(sink: Sink, field: Field, value: unknown): FieldResult {
  const { writer } = sink
  const { position } = writer
  writer.varint(field.tag)
  const outcome = writeScalar(sink, field, value)
  if (outcome !== 'written') writer.position = position
  return outcome
}

/** Collectors and stores order log records by one of two times: without any, a record is of 1970. */
function addObservedTime(sink: Sink, { timeUnixNano, observedTimeUnixNano }: JsonObject): void {
  if (isUnset(timeUnixNano) && isUnset(observedTimeUnixNano))
    writeScalarField(sink, observedTime, `${Date.now()}000000`)
}

function isUnset(time: unknown): boolean {
  return time === undefined || time === null || time === 0 || time === '0'
}

/** What the sender dropped, if that is a count, and what was dropped here. */
function writeDroppedCount(sink: Sink, field: Field, value: unknown, dropped: number): void {
  const { number } = sink
  const count = number.setUnsigned(value) && number.high === 0 ? number.low : 0
  if (count + dropped > 0) writeScalarField(sink, field, count + dropped)
}

function reject(sink: Sink, reason: string): void {
  if (sink.isStrict) sink.rejected.set(reason, (sink.rejected.get(reason) ?? 0) + 1)
  else sink.repaired++
}

function reasonFor({ name, kind }: Field): string {
  if (kind === 'fixed64') return 'a time is not an integer of nanoseconds'
  return `its ${name} is not ${kind === 'traceId' ? 32 : 16} hex digits other than zeros`
}
