// The body of a PATCH of issues: the change and the issues it applies to.
import { isObject } from '../../../../server/json.ts'
import { HttpError } from '../../../../server/http-error.ts'
import type { IssueStatus } from '../../../../contract/issues.ts'
import type { JsonObject } from '../../../http/body.ts'
import type { Filters } from '../../../http/filters.ts'
import { readParameters } from '../../../http/parameters.ts'
import { MEMBERS, parseFields, type FieldChange } from '../state/change-kinds.ts'
import { SELECTION } from '../list/issues.ts'

/** Issues by id, or all that match a list's parameters. */
export type ChangedIssues = { ids: string[] } | { filters: Filters; status: readonly IssueStatus[] }

/** The parameters that select issues in the list, without its order and its pages. */
const FILTER_MEMBERS = new Set(['range', 'from', 'to', 'service', 'environment', 'release', 'q', 'status'])

/** Issues of one change: a page of the issue list. */
const MAX_IDS = 100

/** Characters of an issue id. */
const MAX_ID = 100

/** Characters of an unknown member that the message repeats. */
const MAX_MEMBER = 40

export function parseChange(body: JsonObject): FieldChange[] {
  const unknownMember = Object.keys(body).find((name) => !MEMBERS.includes(name))
  if (unknownMember !== undefined)
    throw new HttpError(400, `${unknownMember.slice(0, MAX_MEMBER)} cannot be changed.`)
  const change = parseFields(body)
  if (change.length === 0) throw new HttpError(400, `One of ${MEMBERS.join(', ')} is required.`)
  return change
}

export function parseBulkChange({ ids, filter, ...change }: JsonObject): {
  issues: ChangedIssues
  change: FieldChange[]
} {
  if (filter === undefined) return { issues: { ids: parseIds(ids) }, change: parseChange(change) }
  if (ids !== undefined) throw new HttpError(400, 'ids and filter cannot be used together.')
  return { issues: parseFilter(filter), change: parseChange(change) }
}

function parseIds(ids: unknown): string[] {
  const isValid =
    Array.isArray(ids) &&
    ids.length > 0 &&
    ids.length <= MAX_IDS &&
    ids.every((id) => typeof id === 'string' && id.length <= MAX_ID)
  if (!isValid) throw new HttpError(400, `ids must be a list of 1 to ${MAX_IDS} ids of issues.`)
  return ids as string[]
}

function parseFilter(filter: unknown): ChangedIssues {
  if (!isObject(filter))
    throw new HttpError(400, 'filter must be an object of parameters of the list of issues.')
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) {
    if (!FILTER_MEMBERS.has(name) || typeof value !== 'string')
      throw new HttpError(400, `filter.${name.slice(0, MAX_MEMBER)} must be a parameter that selects issues.`)
    query.set(name, value)
  }
  return readParameters(SELECTION, { query, path: query })
}
