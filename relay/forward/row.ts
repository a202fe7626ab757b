// A row of the spool, and the sum that tells a damaged one from a whole one: an envelope with one wrong byte could swallow its
// neighbours on the way, and they were acknowledged.
import { crc32 } from 'node:zlib'
import type { Signal } from '../../otlp/otlp-json.ts'

export type Row = { id: number; at: number; signal: string; bytes: Uint8Array; sum: number }

const SIGNALS: Record<Signal, true> = { traces: true, logs: true, metrics: true }

export function sumOf(signal: string, bytes: Uint8Array): number {
  return crc32(bytes, crc32(signal))
}

export function isWhole(row: Row): row is Row & { signal: Signal } {
  return Object.hasOwn(SIGNALS, row.signal) && row.sum === sumOf(row.signal, row.bytes)
}
