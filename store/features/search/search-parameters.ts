// What a saved search consists of: the parameters of a list of the console, without time, cursor and limit.
import type { IssueStatus } from '../../../contract/issues.ts'
import type { SavedSearch } from '../../../contract/search.ts'
import { HttpError } from '../../../server/http-error.ts'
import { NAMES, SEARCH } from '../../http/filters.ts'
import { choice, flag, readParameters, type Parameters } from '../../http/parameters.ts'
import type { OccurrenceFilter } from '../../occurrences/exception-filter.ts'
import { keyProblem } from '../../occurrences/search-terms.ts'
import { ISSUE_STATUSES, SORTS } from '../issues/index.ts'
import { TRACE_FILTERS } from '../traces/index.ts'

type List = SavedSearch['list']

/** Characters of a search: longer addresses do not get through every proxy. */
const MAX_SEARCH = 4_000
/** Characters of a name that a message repeats. */
const MAX_REPEATED = 40

const ISSUE_SEARCH = { ...NAMES, q: SEARCH, status: choice('', ISSUE_STATUSES, null) }

const PARAMETERS = {
  issues: { ...ISSUE_SEARCH, sort: choice('', SORTS, 'change') },
  traces: {
    selection: TRACE_FILTERS,
    errors: flag('Traces with an error.'),
    order: choice('', ['duration', 'errors'], null),
  },
} satisfies Record<List, Parameters>

const NAMES_OF_LIST: Record<List, readonly string[]> = {
  issues: ['service', 'environment', 'release', 'q', 'status', 'sort'],
  traces: [
    'service',
    'environment',
    'release',
    'q',
    'operation',
    'attribute',
    'minDurationNs',
    'maxDurationNs',
    'errors',
    'order',
  ],
}

/**
 * `status`: null for open issues. The terms about assignees need `withIssueTerms`; `assignee:me` is
 * whoever opens the search, and matches nobody in a rule.
 */
export type IssueSearch = {
  filter: Pick<OccurrenceFilter, 'service' | 'environment' | 'release' | 'terms'>
  status: IssueStatus | null
}

export function readIssueSearch(search: string): IssueSearch {
  const query = new URLSearchParams(search)
  const { q, status, ...names } = readParameters(ISSUE_SEARCH, { query, path: query })
  return { filter: { ...names, terms: q }, status }
}

/** The same search, written as `URLSearchParams` does. Throws a 400 for one that its list cannot show. */
export function formatSearch(list: List, search: string): string {
  if (search.length > MAX_SEARCH)
    throw new HttpError(400, `search must not be longer than ${MAX_SEARCH} characters.`)
  const query = new URLSearchParams(search.toWellFormed().replaceAll('\0', ''))
  for (const name of query.keys()) checkName(list, name, query)
  if (query.size === 0)
    throw new HttpError(400, 'search must have a parameter, such as service=shop or q=browser%3Achrome.')
  checkKeys(list, query.get('q') ?? '')
  readParameters<Parameters>(PARAMETERS[list], { query, path: query })
  return query.toString()
}

function checkName(list: List, name: string, query: URLSearchParams): void {
  const names = NAMES_OF_LIST[list]
  const quoted = JSON.stringify(name.slice(0, MAX_REPEATED))
  if (!names.includes(name))
    throw new HttpError(400, `search has ${quoted}, which must be one of ${names.join(', ')}.`)
  if (query.getAll(name).length > 1) throw new HttpError(400, `search must not have ${quoted} twice.`)
  if (query.get(name)!.trim() === '') throw new HttpError(400, `search has ${quoted} without a value.`)
}

/** A list takes a key that it does not have for text, and an alert would never find it. */
function checkKeys(list: List, q: string): void {
  const wrong = keyProblem(list, q)
  if (wrong !== null) throw new HttpError(400, `q has ${wrong.term}${wrong.problem}`)
}
