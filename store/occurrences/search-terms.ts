// The search line `q`: words, "quoted phrases", `key:value`, and `-` in front of any of them to exclude.

/**
 * `key: null`: free text. `attribute`: a dotted name in front of it, which traces read as an attribute; for
 * exceptions the value is text with the name. `userAgents`: those that the value stands for, of traces.
 */
export type Term = {
  key: SearchKey | null
  value: string
  negated: boolean
  attribute?: string
  userAgents?: string[]
}

const KEYS = [
  'service',
  'release',
  'environment',
  'browser',
  'os',
  'route',
  'user',
  'session',
  'digest',
  'trace',
  'mechanism',
  'origin',
  'type',
  'url',
] as const
export type SearchKey = (typeof KEYS)[number]

const TERM = /(-?)(?:([a-z]+|[\w-]+(?:\.[\w-]+)+):)?(?:"([^"]*)"|(\S+))/g

export function parseSearchTerms(text: string): Term[] {
  const terms: Term[] = []
  for (const [, minus, name, quoted, plain] of text.matchAll(TERM)) {
    const key = KEYS.find((candidate) => candidate === name) ?? null
    const content = quoted ?? plain ?? ''
    // "https://…" and "foo:bar" are text: only the keys above are keys.
    const value = key === null && name !== undefined ? `${name}:${content}` : content
    const attribute = name?.includes('.') && content !== '' ? { attribute: name } : {}
    if (value !== '') terms.push({ key, value, negated: minus === '-', ...attribute })
  }
  return terms
}
