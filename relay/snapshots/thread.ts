// Runs in a thread of its own: decompresses what was sent, and makes it harmless. The relay's thread has the
// errors of pages to receive.
import { gunzipSync, gzipSync, inflateSync } from 'node:zlib'
import { parentPort } from 'node:worker_threads'
import { parseJson } from '../../server/json.ts'
import type { Snapshot } from '../../server/snapshot.ts'
import { createScrubber, type Scrubber } from '../secrets/scrub.ts'
import { MarkupTooLargeError } from './markup.ts'
import { readPage, SnapshotError } from './read-page.ts'
import { readRecording, splitRecording, type RecordingContext } from './read-recording.ts'

/** `names`: of secrets. `recording`: of a Sentry SDK; null: the body is of our SDK. */
export type SnapshotTask = {
  id: number
  bytes: Uint8Array<ArrayBuffer>
  isCompressed: boolean
  names: string[]
  recording: RecordingContext | null
}

/** `snapshot`: JSON, compressed with gzip. */
export type SnapshotResult = { id: number } & (
  | { snapshot: Uint8Array<ArrayBuffer> | null; status: 200 }
  | { snapshot: null; status: 400 | 413 | 503; message: string }
)

/** Bytes after decompression: of the SDK's two million characters, and of a recording. */
const MAX_PAGE = 4 * 1024 * 1024
const MAX_RECORDING = 16 * 1024 * 1024

let scrubber: { key: string; scrub: Scrubber } | null = null

parentPort?.on('message', (task: SnapshotTask) => parentPort?.postMessage(resultOf(task), []))

function resultOf(task: SnapshotTask): SnapshotResult {
  const { id } = task
  try {
    const snapshot = snapshotOf(task)
    const json = snapshot && gzipSync(JSON.stringify(snapshot))
    return { id, status: 200, snapshot: json && new Uint8Array(json) }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ERR_BUFFER_TOO_LARGE' || error instanceof MarkupTooLargeError)
      return { id, status: 413, snapshot: null, message: 'The snapshot is too large, decompressed.' }
    const isKnown = error instanceof SnapshotError
    return { id, status: 400, snapshot: null, message: isKnown ? message : 'The snapshot cannot be read.' }
  }
}

function snapshotOf({ bytes, isCompressed, names, recording }: SnapshotTask): Snapshot | null {
  const scrub = scrubOf(names)
  const sent = Buffer.from(bytes)
  if (recording === null) {
    const plain = isCompressed ? gunzipSync(sent, { maxOutputLength: MAX_PAGE }) : sent
    return readPage(parseJson(plain.toString()), sent.length, scrub)
  }
  const parts = splitRecording(sent)
  const plain = parts.isCompressed
    ? inflateSync(parts.events, { maxOutputLength: MAX_RECORDING })
    : parts.events
  return readRecording(parseJson(plain.toString()), recording, { bytes: sent.length, scrub })
}

function scrubOf(names: string[]): (text: string) => string {
  const key = names.join()
  if (scrubber?.key !== key) scrubber = { key, scrub: createScrubber(names) }
  const { scrub } = scrubber
  return (text) => scrub.text(text)
}
