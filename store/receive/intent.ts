// What is about to be inserted, on disk beside the engine: after a crash it is inserted again under the same token, which counts it once.
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export type Table = 'otel_traces' | 'otel_logs'

/** The rows of one request, and what it will be known by. */
export type Part = { table: Table; keys: string[]; lines: string[] }
export type Intent = { token: string; parts: Part[] }

export type Intents = { write(intent: Intent): void; read(): Intent | null; remove(): void }

export function openIntents(folder: string, fsync: boolean): Intents {
  const file = join(folder, 'intent')
  return {
    write(intent) {
      const beginning = `${file}.tmp`
      const descriptor = openSync(beginning, 'w')
      const parts = intent.parts.map(({ table, keys, lines }) => ({ table, keys, count: lines.length }))
      writeSync(descriptor, `${JSON.stringify({ token: intent.token, parts })}\n`)
      for (const { lines } of intent.parts) if (lines.length > 0) writeSync(descriptor, `${lines.join('\n')}\n`)
      if (fsync) fsyncSync(descriptor)
      closeSync(descriptor)
      // The rename is what makes it an intent: a file cut short by a crash was never one, and nothing of it was acknowledged.
      renameSync(beginning, file)
    },
    read() {
      if (!existsSync(file)) return null
      const intent = parse(readFileSync(file, 'utf8'))
      // Only a loss of power can leave such a file. It is kept for a person to look at, and stops nobody.
      if (intent === null) renameSync(file, `${file}.broken`)
      return intent
    },
    remove: () => rmSync(file, { force: true }),
  }
}

function parse(text: string): Intent | null {
  const [head = '', ...lines] = text.split('\n')
  try {
    const { token, parts } = JSON.parse(head) as { token: string; parts: { table: Table; keys: string[]; count: number }[] }
    const whole = parts.reduce((sum, part) => sum + part.count, 0) === lines.length - 1
    let at = 0
    return whole ? { token, parts: parts.map(({ table, keys, count }) => ({ table, keys, lines: lines.slice(at, (at += count)) })) } : null
  } catch {
    return null
  }
}
