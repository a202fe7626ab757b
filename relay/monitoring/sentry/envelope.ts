// Reads an envelope of a Sentry SDK while it arrives: a line of JSON, then items of a line of JSON and a
// payload. What is not kept is counted and discarded while reading, so that an attachment takes no memory.
// https://develop.sentry.dev/sdk/data-model/envelopes/
import { type JsonObject, isJsonObject } from '../../../otlp/json-object.ts'

/** `payload`: null where the item was discarded. `bytes`: of the payload as it was sent. */
export type Item = { type: string; header: JsonObject; payload: Buffer | null; bytes: number }
/** `problem`: why reading ended before the end of the body; null: it did not. */
export type Envelope = { header: JsonObject; items: Item[]; problem: string | null }

export type EnvelopeLimits = {
  /** Bytes of the payload of an item. Larger ones are discarded. */
  item: number
  /** Items of other types are discarded. */
  keeps: (type: string) => boolean
}

/** Longer headers are no headers. */
const MAX_HEADER = 64 * 1024
/** An SDK sends at most a few items, of which one may hold a hundred spans. */
const MAX_ITEMS = 1_000
/** The problem of a body that is something else. */
export const NO_ENVELOPE = 'The first line is not the header of an envelope.'
const OTLP_MEMBERS = ['resourceLogs', 'resourceSpans', 'resourceMetrics']
const NEWLINE = 0x0a

type State = 'header' | 'item header' | 'payload' | 'line' | 'end of payload' | 'broken'

export class EnvelopeReader {
  readonly #limits: EnvelopeLimits
  #state: State = 'header'
  #header: JsonObject = {}
  #items: Item[] = []
  /** The item whose payload is read. */
  #item: Item = { type: '', header: {}, payload: null, bytes: 0 }
  /** Bytes of the payload that are still to come. */
  #left = 0
  #chunks: Buffer[] = []
  #size = 0
  #isDiscarded = false
  #problem: string | null = null

  constructor(limits: EnvelopeLimits) {
    this.#limits = limits
  }

  /** What follows is not read. */
  get isBroken(): boolean {
    return this.#state === 'broken'
  }

  push(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length && this.#state !== 'broken') at = this.#read(chunk, at)
  }

  end(): Envelope {
    if (this.#state === 'header' || this.#state === 'item header') {
      if (this.#size > 0) this.#readHeader()
      else if (this.#state === 'header') this.#break(NO_ENVELOPE)
      // A header may be the last line: its payload is empty.
    }
    if (this.#state === 'line' || (this.#state === 'payload' && this.#left === 0)) this.#finishItem()
    if (this.#state === 'payload')
      this.#break(`The payload of an item is ${this.#left} bytes shorter than its length.`)
    return { header: this.#header, items: this.#items, problem: this.#problem }
  }

  /** Returns where the next step starts. */
  #read(chunk: Buffer, at: number): number {
    switch (this.#state) {
      case 'payload':
        return this.#readPayload(chunk, at)
      case 'end of payload':
        return this.#readEndOfPayload(chunk, at)
      default:
        return this.#readLine(chunk, at)
    }
  }

  #readLine(chunk: Buffer, at: number): number {
    const newline = chunk.indexOf(NEWLINE, at)
    const end = newline === -1 ? chunk.length : newline
    const isHeader = this.#state !== 'line'
    this.#keep(chunk.subarray(at, end), isHeader ? MAX_HEADER : this.#limits.item)
    if (isHeader && this.#isDiscarded)
      this.#break(this.#state === 'header' ? NO_ENVELOPE : 'A header is longer than 64 KiB.')
    if (newline === -1 || this.#state === 'broken') return chunk.length
    if (!isHeader) this.#finishItem()
    // Blank lines before a header mean nothing.
    else if (this.#state === 'header' || this.#size > 0) this.#readHeader()
    return newline + 1
  }

  #readPayload(chunk: Buffer, at: number): number {
    const end = Math.min(chunk.length, at + this.#left)
    this.#keep(chunk.subarray(at, end), this.#limits.item)
    this.#left -= end - at
    if (this.#left === 0) this.#finishItem('end of payload')
    return end
  }

  #readEndOfPayload(chunk: Buffer, at: number): number {
    if (chunk[at] === NEWLINE) this.#state = 'item header'
    else this.#break('The payload of an item is longer than its length.')
    return at + 1
  }

  /** Of the envelope, or of an item. */
  #readHeader(): void {
    const header = parseHeader(Buffer.concat(this.#chunks))
    const isFirst = this.#state === 'header'
    this.#clear()
    if (header === undefined)
      return this.#break(isFirst ? NO_ENVELOPE : 'The header of an item is not a JSON object.')
    if (isFirst && OTLP_MEMBERS.some((member) => member in header)) return this.#break(NO_ENVELOPE)
    if (isFirst) {
      this.#header = header
      this.#state = 'item header'
      return
    }
    const { type, length } = header
    if (typeof type !== 'string') return this.#break('The header of an item has no type.')
    if (length !== undefined && !(Number.isSafeInteger(length) && Number(length) >= 0))
      return this.#break('The length of an item is not a number of bytes.')
    this.#item = { type, header, payload: null, bytes: 0 }
    this.#isDiscarded = !this.#limits.keeps(type)
    this.#left = Number(length ?? 0)
    if (length === undefined) this.#state = 'line'
    else if (this.#left > 0) this.#state = 'payload'
    else this.#finishItem('end of payload')
  }

  #finishItem(next: State = 'item header'): void {
    const payload = this.#isDiscarded ? null : Buffer.concat(this.#chunks)
    if (this.#items.length >= MAX_ITEMS) return this.#break(`The envelope has more than ${MAX_ITEMS} items.`)
    this.#items.push({ ...this.#item, payload, bytes: this.#size })
    this.#clear()
    this.#state = next
  }

  #keep(bytes: Buffer, limit: number): void {
    this.#size += bytes.length
    if (this.#size > limit) this.#isDiscarded = true
    if (this.#isDiscarded) this.#chunks = []
    else if (bytes.length > 0) this.#chunks.push(bytes)
  }

  #clear(): void {
    this.#chunks = []
    this.#size = 0
    this.#isDiscarded = false
  }

  #break(problem: string): void {
    this.#problem = problem
    this.#state = 'broken'
    this.#clear()
  }
}

function parseHeader(bytes: Buffer): JsonObject | undefined {
  try {
    const header: unknown = JSON.parse(bytes.toString('utf8'))
    return isJsonObject(header) ? header : undefined
  } catch {
    return undefined
  }
}
