// Writes texts, attributes and values: most of every body, so they have direct code instead of a descriptor.
import { type JsonObject, isJsonObject } from './json-object.ts'
import type { Sink } from './sink.ts'
import { ARRAY, BOOL, BYTES, ITEM, KEY, KVLIST, STRING, VALUE } from './value-tags.ts'
import { repair, writeDouble, writeInt, writeReplacement } from './write-number.ts'

/** `key`: as in `Sanitizer.text`. */
export function writeText({ writer, sanitizer }: Sink, text: string, key: string): void {
  const { position } = writer
  const start = writer.text(text)
  if (sanitizer.isPlainText(writer.buffer, start, writer.position, key)) return
  writer.position = position
  writer.text(sanitizer.text(text, key))
}

/** Returns how many were dropped. */
export function writeAttributes(sink: Sink, tag: number, attributes: unknown[]): number {
  const { limits } = sink.sanitizer
  let written = 0
  let omitted = 0
  for (const attribute of attributes) {
    if (written === limits.attributes) break
    const result = writeAttribute(sink, tag, attribute, 0)
    if (result === 'written') written++
    else if (result === 'omitted') omitted++
  }
  return attributes.length - written - omitted
}

/** An attribute without a key is invalid; one that is omitted is not counted. */
function writeAttribute(sink: Sink, tag: number, attribute: unknown, depth: number): AttributeResult {
  if (!isJsonObject(attribute)) return 'invalid'
  const { key, value } = attribute
  if (typeof key !== 'string') return 'invalid'
  const { writer, sanitizer } = sink
  const { position } = writer
  writer.varint(tag)
  const start = writer.open(1)
  writer.byte(KEY)
  const keyPosition = writer.position
  const keyStart = writer.text(key)
  let isSecret = false
  if (!sanitizer.isPlainKey(writer.buffer, keyStart, writer.position)) {
    const replacement = sanitizer.key(key)
    writer.position = replacement === undefined ? position : keyPosition
    if (replacement === undefined) return 'omitted'
    writer.text(replacement)
    isSecret = sanitizer.isSecretKey(key)
  }
  if (isSecret || (value !== undefined && value !== null)) {
    writer.byte(VALUE)
    const valueStart = writer.open(1)
    if (isSecret) writeReplacement(sink)
    else writeValue(sink, value, key, depth)
    writer.close(valueStart, 1)
  }
  writer.close(start, 1)
  return 'written'
}

type AttributeResult = 'written' | 'omitted' | 'invalid'

/** The content of an `AnyValue`; nothing, which is the empty value, if the value is invalid. */
export function writeValue(sink: Sink, value: unknown, key: string, depth: number): void {
  if (!isJsonObject(value)) return repair(sink)
  const { stringValue, intValue } = value
  if (typeof stringValue === 'string') {
    sink.writer.byte(STRING)
    writeText(sink, stringValue, key)
  } else if (intValue !== undefined) writeInt(sink, intValue)
  else writeOther(sink, value, key, depth)
}

/** Values that are no strings and no integers: fewer. */
function writeOther(sink: Sink, value: JsonObject, key: string, depth: number): void {
  const { stringValue, doubleValue, boolValue, arrayValue, kvlistValue, bytesValue } = value
  if (doubleValue !== undefined) writeDouble(sink, doubleValue)
  else if (typeof boolValue === 'boolean') {
    sink.writer.byte(BOOL)
    sink.writer.byte(Number(boolValue))
  } else if (boolValue !== undefined || stringValue !== undefined) repair(sink)
  else if (arrayValue !== undefined) writeList(sink, ARRAY, listOf(sink, arrayValue, depth), writeItem)
  else if (kvlistValue !== undefined) writeList(sink, KVLIST, listOf(sink, kvlistValue, depth), writeMember)
  else if (bytesValue !== undefined) writeBytes(sink, bytesValue)

  function writeItem(item: unknown): void {
    sink.writer.byte(ITEM)
    const start = sink.writer.open(1)
    writeValue(sink, item, key, depth + 1)
    sink.writer.close(start, 1)
  }

  function writeMember(item: unknown): void {
    if (writeAttribute(sink, ITEM, item, depth + 1) === 'invalid') repair(sink)
  }
}

function writeBytes(sink: Sink, base64: unknown): void {
  const bytes = typeof base64 === 'string' ? Buffer.from(base64, 'base64') : undefined
  if (bytes === undefined || (bytes.length === 0 && base64 !== '')) return repair(sink)
  sink.writer.byte(BYTES)
  sink.writer.bytes(sink.sanitizer.bytes(bytes))
}

function writeList(
  sink: Sink,
  tag: number,
  items: unknown[] | undefined,
  write: (item: unknown) => void,
): void {
  if (items === undefined) return
  sink.writer.byte(tag)
  const start = sink.writer.open(1)
  for (const item of items) write(item)
  sink.writer.close(start, 1)
}

/** A list with or without its wrapper, up to the limit; undefined: not a list; empty: nested too deeply. */
function listOf(sink: Sink, list: unknown, depth: number): unknown[] | undefined {
  const { listDepth, listValues } = sink.sanitizer.limits
  const values = isJsonObject(list) ? (list['values'] ?? []) : list
  if (Array.isArray(values) && depth < listDepth)
    return values.length > listValues ? values.slice(0, listValues) : values
  repair(sink)
  return Array.isArray(values) ? [] : undefined
}
