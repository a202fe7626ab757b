// The body of a PATCH of issues: what is changed, and of which issues.
import { HttpError } from '../../../server/http-error.ts'
import type { IssueStatus } from '../../../contract/issues.ts'
import type { JsonObject } from '../../http/body.ts'
import type { Filters } from '../../http/filters.ts'
import { readParameters } from '../../http/parameters.ts'
import { SELECTION } from './issues.ts'

export type ParsedChange = {
  status?: 'open' | 'resolved' | 'ignored'
  inNextRelease?: true
  /** What ends "ignored": an instant in nanoseconds, or a number of further events or users. */
  until?: { at?: bigint; events?: number; users?: number }
  /** Empty: nobody. */
  assignee?: string
}

/** Issues by id, or all that match a list's parameters. */
export type ChangedIssues = { ids: string[] } | { filters: Filters; status: readonly IssueStatus[] }

const MEMBERS = new Set(['status', 'inNextRelease', 'until', 'assignee'])

/** The parameters of the list of issues that select, without those of its order and its pages. */
const FILTER_MEMBERS = new Set(['range', 'from', 'to', 'service', 'environment', 'release', 'q', 'status'])
const STATUSES = ['open', 'resolved', 'ignored'] as const

/** Issues of one change: a page of the issue list. */
const MAX_IDS = 100

/** Characters of an issue id. */
const MAX_ID = 100

/** Characters of a person's name. */
const MAX_ASSIGNEE = 200

/** Events or users of a condition. */
const MAX_COUNT = 1_000_000_000

/** Characters of an unknown member that the message repeats. */
const MAX_MEMBER = 40

export function parseChange(body: JsonObject): ParsedChange {
  const unknownMember = Object.keys(body).find((name) => !MEMBERS.has(name))
  if (unknownMember !== undefined)
    throw new HttpError(400, `${unknownMember.slice(0, MAX_MEMBER)} cannot be changed.`)
  const change: ParsedChange = {}
  const { status, inNextRelease, until, assignee } = body
  if (status !== undefined) change.status = parseStatus(status)
  if (inNextRelease !== undefined) {
    if (inNextRelease !== true || (change.status ?? 'resolved') !== 'resolved')
      throw new HttpError(400, 'inNextRelease must be true, with the status resolved.')
    Object.assign(change, { status: 'resolved', inNextRelease })
  }
  if (until !== undefined) {
    if ((change.status ?? 'ignored') !== 'ignored')
      throw new HttpError(400, 'until requires the status ignored.')
    Object.assign(change, { status: 'ignored', until: parseUntil(until) })
  }
  if (assignee !== undefined) change.assignee = parseAssignee(assignee)
  if (Object.keys(change).length === 0)
    throw new HttpError(400, 'One of status, inNextRelease, until, assignee is required.')
  return change
}

export function parseBulkChange({ ids, filter, ...change }: JsonObject): {
  issues: ChangedIssues
  change: ParsedChange
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
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter))
    throw new HttpError(400, 'filter must be an object of parameters of the list of issues.')
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) {
    if (!FILTER_MEMBERS.has(name) || typeof value !== 'string')
      throw new HttpError(400, `filter.${name.slice(0, MAX_MEMBER)} must be a parameter that selects issues.`)
    query.set(name, value)
  }
  return readParameters(SELECTION, { query, path: query })
}

function parseStatus(value: unknown): NonNullable<ParsedChange['status']> {
  const status = STATUSES.find((candidate) => candidate === value)
  if (!status) throw new HttpError(400, `status must be one of ${STATUSES.join(', ')}.`)
  return status
}

function parseUntil(value: unknown): NonNullable<ParsedChange['until']> {
  const fields = Object.entries(typeof value === 'object' && value !== null ? value : {})
  const [name, field] = fields[0] ?? []
  if (fields.length === 1 && name === 'at') return { at: parseInstant(field) }
  if (fields.length === 1 && name === 'events') return { events: parseCount('until.events', field) }
  if (fields.length === 1 && name === 'users') return { users: parseCount('until.users', field) }
  throw new HttpError(400, 'until must be { at }, { events } or { users }.')
}

function parseInstant(value: unknown): bigint {
  const milliseconds = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (!(milliseconds > Date.now() && milliseconds < Date.UTC(2200, 0)))
    throw new HttpError(400, 'until.at must be an instant in the future, such as 2027-01-31T08:00:00Z.')
  return BigInt(milliseconds) * 1_000_000n
}

function parseCount(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_COUNT) return value
  throw new HttpError(400, `${name} must be an integer above 0.`)
}

function parseAssignee(value: unknown): string {
  if (value === null) return ''
  if (typeof value === 'string' && value.trim() !== '' && value.length <= MAX_ASSIGNEE)
    return value.trim().toWellFormed().replaceAll('\0', '')
  throw new HttpError(400, `assignee must be null or a name of at most ${MAX_ASSIGNEE} characters.`)
}
