// The terms of a search, `q`, as queries read them.
import type { Condition } from '../database/engine/condition.ts'
import { isSearchKey, keyOf, parseTerms, type SearchKey } from '../../contract/query.ts'

/** Keys of an issue, not of its occurrences. */
export type IssueKey = 'assignee' | 'has' | 'owner'

export function isIssueKey(key: SearchKey | null): key is IssueKey {
  return key === 'assignee' || key === 'has' || key === 'owner'
}

/**
 * `key: null`: free text. `attribute`: a dotted name in front of it, which traces read as an attribute, and
 * exceptions as an attribute or as a part of the text: the value has the name. `userAgents`: those that the
 * value stands for, of traces. `condition`: what an `IssueKey` stands for; without it, the term matches
 * all.
 */
export type Term = {
  key: SearchKey | null
  value: string
  negated: boolean
  attribute?: string
  userAgents?: string[]
  condition?: Condition
}

export function parseSearchTerms(q: string): Term[] {
  return parseTerms(q).map(({ name, value, negated }) => {
    const key = name === null ? null : keyOf(name)
    if (name === null || isSearchKey(key)) return { key: key as SearchKey | null, value, negated }
    // "foo:bar" is text: only keys of the table are keys.
    const text = { key: null, value: `${name}:${value}`, negated }
    return name.includes('.') ? { ...text, attribute: name } : text
  })
}
