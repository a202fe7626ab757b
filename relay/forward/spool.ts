// The disk's half of the promise: a bounded file of envelopes, written by a worker so that an fsync never holds the event loop.
// Appends that come while one is being written go into the next transaction together.
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { Signal } from '../../otlp/otlp-json.ts'
import type { Answer, Command } from './spool-worker.ts'

export type Held = { id: number; signal: Signal; bytes: Uint8Array }
export type Spool = {
  /** Whether a file is there, without opening it: the worker costs 25 MB and most relays never need it. */
  exists(): boolean
  /** Resolves when it is on the disk, rejects when it is not (full, unwritable). */
  append(signal: Signal, bytes: Uint8Array): Promise<void>
  /** The oldest, at most `count` and some megabytes of them. */
  take(count: number): Promise<Held[]>
  drop(ids: number[]): Promise<void>
  size(): { bytes: number; envelopes: number }
  close(): Promise<void>
}
type Appending = { signal: Signal; bytes: Uint8Array; done: () => void; failed: (error: Error) => void }
type Call = (command: Command) => Promise<Answer>

/** Bounds the memory of a transaction; what does not fit waits for the next one. */
const GROUP_BYTES = 8 * 1024 * 1024

export function createSpool({
  directory,
  limit,
  log,
}: {
  directory: string
  limit: number
  log: Logger
}): Spool {
  mkdirSync(directory, { recursive: true })
  const file = path.join(directory, 'envelopes.sqlite')
  let size = { bytes: 0, envelopes: 0 }
  let worker: { call: Call; end: () => Promise<void> } | undefined
  let waiting: Appending[] = []
  let writing = false
  return { exists: () => existsSync(file), append, take, drop, size: () => size, close }

  function append(signal: Signal, bytes: Uint8Array): Promise<void> {
    return new Promise((done, failed) => {
      waiting.push({ signal, bytes, done, failed })
      if (!writing) void writeGroups()
    })
  }

  async function writeGroups(): Promise<void> {
    writing = true
    while (waiting.length > 0) {
      const group = takeGroup()
      try {
        await ask({ kind: 'append', envelopes: group.map(({ signal, bytes }) => ({ signal, bytes })) })
        for (const { done } of group) done()
      } catch (error) {
        for (const { failed } of group) failed(error as Error)
      }
    }
    writing = false
  }

  function takeGroup(): Appending[] {
    let bytes = 0
    let count = 0
    while (count < waiting.length && (count === 0 || bytes + waiting[count]!.bytes.length <= GROUP_BYTES))
      bytes += waiting[count++]!.bytes.length
    const group = waiting.slice(0, count)
    waiting = waiting.slice(count)
    return group
  }

  async function take(count: number): Promise<Held[]> {
    return (await ask({ kind: 'take', count })).held
  }

  async function drop(ids: number[]): Promise<void> {
    await ask({ kind: 'drop', ids })
  }

  async function ask(command: Command): Promise<Answer> {
    worker ??= startWorker(file, limit, log, () => (worker = undefined))
    const answer = await worker.call(command)
    size = answer.size
    return answer
  }

  async function close(): Promise<void> {
    const ending = worker
    worker = undefined
    await ending?.end()
  }
}

function startWorker(
  file: string,
  limit: number,
  log: Logger,
  gone: () => void,
): { call: Call; end: () => Promise<void> } {
  const worker = new Worker(new URL('spool-worker.ts', import.meta.url), { workerData: { file, limit } })
  const open = new Map<number, { done: (answer: Answer) => void; failed: (error: Error) => void }>()
  let next = 0
  worker.on('message', (message: { id: number; answer?: Answer; error?: string; notice?: string }) => {
    if (message.notice !== undefined) log.error(message.notice)
    const call = open.get(message.id)
    open.delete(message.id)
    if (message.answer !== undefined) call?.done(message.answer)
    else call?.failed(new Error(message.error))
  })
  worker.on('error', (error) => log.error({ error: String(error) }, 'the spool stopped'))
  worker.on('exit', () => {
    gone()
    for (const call of open.values()) call.failed(new Error('the spool is closed'))
  })
  return { call, end }

  function call(command: Command): Promise<Answer> {
    return new Promise((done, failed) => {
      open.set(++next, { done, failed })
      worker.postMessage({ id: next, command }, [])
    })
  }

  async function end(): Promise<void> {
    await call({ kind: 'close' }).catch(() => {})
    await worker.terminate()
  }
}
