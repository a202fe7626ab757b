// Writes integers and doubles of attributes, and the text that replaces a secret one.
import type { Sink } from './sink.ts'
import { DOUBLE, INT, STRING } from './value-tags.ts'

/** OpenTelemetry's JavaScript exporter writes 1e21 as `intValue`, which becomes a double. */
export function writeInt(sink: Sink, value: unknown): void {
  if (isSecretNumber(sink, value)) return writeReplacement(sink)
  const { writer, number } = sink
  if (number.setSigned(value)) {
    writer.byte(INT)
    writer.varint(number.low, number.high)
    return
  }
  repair(sink)
  const double = numberOf(value)
  if (double === undefined || Number.isNaN(double)) return
  writer.byte(DOUBLE)
  writer.double(double)
}

/** OpenTelemetry's JavaScript exporter writes NaN and the infinities as `null`. */
export function writeDouble(sink: Sink, value: unknown): void {
  if (isSecretNumber(sink, value)) return writeReplacement(sink)
  if (value === null) repair(sink)
  const double = value === null ? Number.NaN : numberOf(value)
  if (double === undefined || (Number.isNaN(double) && typeof value === 'string' && value !== 'NaN'))
    return repair(sink)
  sink.writer.byte(DOUBLE)
  sink.writer.double(double)
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : Number(value)
  return typeof value === 'number' ? value : undefined
}

export function writeReplacement({ writer, sanitizer }: Sink): void {
  writer.byte(STRING)
  writer.text(sanitizer.replacement)
}

function isSecretNumber({ sanitizer }: Sink, value: unknown): boolean {
  return (typeof value === 'number' || typeof value === 'string') && sanitizer.isSecretNumber(value)
}

export function repair(sink: Sink): void {
  sink.repaired++
}
