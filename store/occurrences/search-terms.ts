// The terms of a search, `q`, as queries read them.
import type { Condition } from '../database/engine/condition.ts'
import { definitionOf, isSearchKey, keyOf, parseTerms } from '../../contract/query.ts'
import type { ListName, SearchKey } from '../../contract/query.ts'

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

/** Characters of a term that a message repeats. */
const MAX_REPEATED = 40

/**
 * What is wrong with the first term whose key the list does not have, so that it is taken for text: a term in
 * quotes, and the rest of a sentence. Null: nothing.
 */
export function keyProblem(list: ListName, q: string): { term: string; problem: string } | null {
  const wrong = parseTerms(q).find(
    ({ name }) => name !== null && !name.includes('.') && !isSearchKey(keyOf(name), list),
  )
  if (wrong === undefined) return null
  const key = keyOf(wrong.name!)
  const isParameter = key !== null && definitionOf(key)?.parameterOf?.includes(list)
  return {
    term: JSON.stringify(wrong.text.slice(0, MAX_REPEATED)),
    problem: isParameter
      ? `: ${key} is a parameter of its own.`
      : `, whose key does not exist in a search of ${list}. In quotes it is text.`,
  }
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
