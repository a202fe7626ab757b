// A spool in a folder of its own, and ways to damage its files.
import { closeSync, openSync, readFileSync, readdirSync, writeSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { type Spool, createSpool } from '../delivery/spool.ts'
import { createRelayMetrics } from '../metrics.ts'

type SpoolFixture = {
  spool: Spool
  /** Messages of the log, `warn` and above. */
  messages: string[]
  /** How many envelopes were reported as lost. */
  lost: () => number
}

export function openSpool(directory: string, limit: number): SpoolFixture {
  const messages: string[] = []
  const write = (line: string) => void messages.push((JSON.parse(line) as { msg: string }).msg)
  const metrics = createRelayMetrics()
  const spool = createSpool({ directory, limit, log: pino({ level: 'warn' }, { write }), metrics })
  onTestFinished(() => spool.close())
  const lost = () => Number(/reason="damaged on the disk"} (\d+)/.exec(metrics.text({}))?.[1] ?? 0)
  return { spool, messages, lost }
}

/** Everything in the spool, oldest first; it is empty afterwards. */
export async function drain(spool: Spool): Promise<string[]> {
  const texts: string[] = []
  for (;;) {
    const envelopes = await spool.take(50)
    const last = envelopes.at(-1)
    if (last === undefined) return texts
    texts.push(...envelopes.map(({ bytes }) => Buffer.from(bytes).toString()))
    await spool.drop(last)
  }
}

export function segmentFiles(directory: string): string[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.log'))
  return names.toSorted().map((name) => path.join(directory, name))
}

/** The segment that contains a text, and where. */
export function locate(directory: string, text: string): { file: string; offset: number } {
  for (const file of segmentFiles(directory)) {
    const offset = readFileSync(file).indexOf(text)
    if (offset >= 0) return { file, offset }
  }
  throw new Error(`No segment contains ${text}.`)
}

export function overwrite(file: string, offset: number, bytes: Uint8Array): void {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, bytes, 0, bytes.length, offset)
  closeSync(descriptor)
}
