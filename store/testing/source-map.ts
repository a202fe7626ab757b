// Source maps for tests.
import { createSymbolicator, type Symbolicator } from '../ingest/source-maps/worker/client.ts'
import type { OriginalFrame, Position } from '../ingest/source-maps/worker/messages.ts'

/** As ECMA-426 names them: column; source, line, column; name. All from 0. */
export type DecodedSegment = number[]

export type SourceMapFields = {
  sources?: unknown
  sourcesContent?: unknown
  sourceRoot?: unknown
  names?: unknown
  mappings?: unknown
  ignoreList?: unknown
  sections?: unknown
  debugId?: unknown
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

export function encodeMappings(lines: DecodedSegment[][]): string {
  const last = [0, 0, 0, 0, 0]
  return lines
    .map((segments) => {
      last[0] = 0
      return segments
        .map((segment) =>
          segment
            .map((value, field) => {
              const difference = value - (last[field] ?? 0)
              last[field] = value
              return encodeVlq(difference)
            })
            .join(''),
        )
        .join(',')
    })
    .join(';')
}

export function encodeVlq(value: number): string {
  let rest = value < 0 ? -value * 2 + 1 : value * 2
  let text = ''
  do {
    const digit = rest % 32
    rest = Math.floor(rest / 32)
    text += ALPHABET[rest > 0 ? digit + 32 : digit]
  } while (rest > 0)
  return text
}

export function mapJson(fields: SourceMapFields): string {
  return JSON.stringify({ version: 3, sources: [], names: [], mappings: '', ...fields })
}

export async function framesOf(
  symbolicator: Symbolicator,
  ...options: Parameters<Symbolicator['resolve']>
): Promise<(OriginalFrame | null)[]> {
  return (await symbolicator.resolve(...options)).frames
}

/** Answers with maps of this process, and closes itself. */
export async function resolveOnce(
  maps: Record<string, string>,
  positions: Position[],
  options = { context: false, milliseconds: 20_000 },
): Promise<(OriginalFrame | null)[]> {
  const symbolicator = createSymbolicator({ load: async (map) => bufferOf(maps[map]) })
  try {
    return await framesOf(symbolicator, positions, options)
  } finally {
    await symbolicator.close()
  }
}

function bufferOf(text: string | undefined): Buffer | null {
  return text === undefined ? null : Buffer.from(text)
}
