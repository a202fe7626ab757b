// The search line: words, "quoted phrases", `key:value`, and `-` before any of them to exclude.
import { Refusal } from '../api/http/http-error.ts'

export type Term = { key: SearchKey | null; value: string; exclude: boolean }

/** Terms of one search. Each is a pass over what the others left. */
const MAX_TERMS = 12

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

const TERM = /(-?)(?:([a-z]+):)?(?:"([^"]*)"|(\S+))/g

export function parseSearch(text: string): Term[] {
  const terms: Term[] = []
  for (const [, minus, name, quoted, plain] of text.matchAll(TERM)) {
    const key = KEYS.find((one) => one === name) ?? null
    const said = quoted ?? plain ?? ''
    // "https://…" and "foo:bar" are words: only the keys above are keys.
    const value = key === null && name !== undefined ? `${name}:${said}` : said
    if (value !== '') terms.push({ key, value, exclude: minus === '-' })
  }
  if (terms.length > MAX_TERMS) throw new Refusal(400, `q holds more than ${MAX_TERMS} terms.`)
  return terms
}
