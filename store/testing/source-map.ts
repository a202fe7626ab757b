// Source maps for tests, written from a list of mappings.

/** Lines and columns as in stacks: from 1. */
export type Mapping = {
  generated: [line: number, column: number]
  source: number
  original: [number, number]
}

type MapOptions = { sources: Record<string, string>; mappings: Mapping[]; debugId?: string }

export function sourceMap({ sources, mappings, debugId }: MapOptions): object {
  return {
    version: 3,
    sources: Object.keys(sources),
    sourcesContent: Object.values(sources),
    names: [],
    mappings: encode(mappings),
    ...(debugId && { debugId }),
  }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function encode(mappings: Mapping[]): string {
  const lines: string[][] = []
  let [source, line, column] = [0, 0, 0]
  let generatedColumn = 0
  for (const { generated, source: nextSource, original } of mappings) {
    while (lines.length < generated[0]) {
      lines.push([])
      generatedColumn = 0
    }
    const next = [generated[1] - 1, nextSource, original[0] - 1, original[1] - 1] as const
    const deltas = [next[0] - generatedColumn, next[1] - source, next[2] - line, next[3] - column]
    lines.at(-1)!.push(deltas.map(vlq).join(''))
    ;[generatedColumn, source, line, column] = next
  }
  return lines.map((segments) => segments.join(',')).join(';')
}

function vlq(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1
  let text = ''
  do {
    text += DIGITS[(rest & 31) | (rest > 31 ? 32 : 0)]
    rest >>>= 5
  } while (rest > 0)
  return text
}
