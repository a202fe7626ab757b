// Names and values of spans that are compared: as people name them, and whether they differ.
import { parseUserAgent } from './user-agents.ts'

/** Shares from 0 to 1 of the selection and of the others. `service`: empty for a root span. */
export type PairCounts = { service: string; key: string; value: string; share: number; base: number }

/** Points of share, and times as frequent: smaller differences are left to chance. */
const MIN_DIFFERENCE = 0.1
const MIN_LIFT = 1.5

/** Attributes that a search has a key for. */
const KEYS: Record<string, string> = {
  'http.route': 'route',
  'user.id': 'user',
  'session.id': 'session',
  'url.full': 'url',
}

/** More frequent in the selection: an attribute that is rarer there belongs to the others. */
export function isDifferent({ share, base }: PairCounts): boolean {
  return share - base >= MIN_DIFFERENCE && share >= base * MIN_LIFT
}

/** With the keys of a search. User agents become browsers and systems. */
export function namePairs(pairs: PairCounts[]): PairCounts[] {
  const sums = new Map<string, PairCounts>()
  const add = (key: string, value: string, { service, share, base }: PairCounts): void => {
    const sum = sums.get(`${service}\n${key}:${value}`) ?? { service, key, value, share: 0, base: 0 }
    sums.set(`${service}\n${key}:${value}`, {
      service,
      key,
      value,
      share: sum.share + share,
      base: sum.base + base,
    })
  }
  for (const pair of pairs) {
    if (pair.key !== 'user_agent.original') {
      add(KEYS[pair.key] ?? pair.key, pair.value, pair)
      continue
    }
    const { browser, os } = parseUserAgent(pair.value)
    if (browser !== '') add('browser', browser, pair)
    if (os !== '') add('os', os, pair)
  }
  return [...sums.values()]
}
