// What a search box suggests for its text: the last word is completed, the words before it stay.
import type { FacetValue, FacetsAnswer } from '../../../contract/search.ts'
import { pluralize } from '../format/format-number.ts'
import { formatTerm, keyOf, keysOf, type ListName, parseTerms } from '../../../contract/query.ts'
import { sortByLift } from './lift.ts'
import { joinTokens } from './search-tokens.ts'

export type Suggestion = {
  label: string
  /** The text of the box with it. */
  insert: string
  isKey: boolean
  /** Beside a key: how many values it has. */
  note?: string
  /** Of a value: as in its facet. */
  item?: FacetValue
}
type SuggestionGroup = { label: string; options: Suggestion[] }

/** What fits under the box without a scroll bar. */
const MAX_KEYS = 7
const MAX_VALUES = 7

/** The value of a key whose quote may still be open, else what follows the last space. */
const LAST_WORD = /(?:^|(?<=\s))-?(?:[\w.-]+:)?"(?:[^"\\]|\\.?)*"?$|\S*$/

/** Values that no facet has, by key: what a search may have instead of a name, and all of `has`. */
const FIXED_VALUES = new Map<string | undefined, FacetValue[]>([
  [
    'assignee',
    [
      { value: 'me', count: 0 },
      { value: 'none', count: 0 },
    ],
  ],
  ['owner', [{ value: 'none', count: 0 }]],
  ['has', [{ value: 'feedback', count: 0 }]],
])

type Input = { list: ListName; text: string; answer: FacetsAnswer; recent: string[] }

export function suggestionGroups({ list, text, answer, recent }: Input): SuggestionGroup[] {
  const [word] = LAST_WORD.exec(text) ?? ['']
  const before = joinTokens(parseTerms(text.slice(0, text.length - word.length)))
  const insert = (term: string) => [before, term].filter(Boolean).join(' ')
  const negated = word.startsWith('-')
  const sign = negated ? '-' : ''
  const [name = '', ...rest] = word.slice(sign.length).split(':')
  const hasColon = rest.length > 0
  const start = rest
    .join(':')
    .replaceAll(/^"|"$|\\(?=["\\])/g, '')
    .toLowerCase()
  const keys = hasColon ? [] : keysOf(list).filter((key) => key.startsWith(name.toLowerCase()))
  const valueKey = hasColon ? (keyOf(name) ?? name) : word === '' ? undefined : keys[0]
  const values = (answer.facets.find((facet) => facet.name === valueKey)?.values ?? []).filter(({ value }) =>
    value.toLowerCase().startsWith(start),
  )
  const fixed = FIXED_VALUES.get(valueKey) ?? []
  values.unshift(...fixed.filter(({ value }) => value.startsWith(start)))
  const searches = recent.filter((search) => search.includes(text.trim()) && search !== text.trim())
  const groups: SuggestionGroup[] = [
    {
      label: 'Keys',
      options: keys.slice(0, MAX_KEYS).map((key) => ({
        label: `${sign}${key}:`,
        insert: insert(`${sign}${key}:`),
        isKey: true,
        note: noteOf(key, answer),
      })),
    },
    {
      label: `Values of ${valueKey}`,
      options: sortByLift(values, answer)
        .slice(0, MAX_VALUES)
        .map((item) => ({
          label: `${sign}${valueKey}:${item.value}`,
          insert: insert(formatTerm({ name: valueKey ?? '', value: item.value, negated })),
          isKey: false,
          ...(item.count > 0 && { item }),
        })),
    },
    {
      label: 'Recent searches',
      options: hasColon ? [] : searches.map((search) => ({ label: search, insert: search, isKey: false })),
    },
  ]
  return groups.filter(({ options }) => options.length > 0)
}

function noteOf(key: string, { facets }: FacetsAnswer): string {
  const values = facets.find(({ name }) => name === key)?.values.length
  return values === undefined ? '' : pluralize(values, 'value')
}
