// The body of a change, checked field by field.
import { Refusal } from './http-error.ts'

export type Change = {
  status?: 'open' | 'resolved' | 'ignored'
  inNextRelease?: true
  until?: { at?: bigint; events?: number; users?: number }
  /** Empty: nobody. */
  assignee?: string
}

const FIELDS = new Set(['status', 'inNextRelease', 'until', 'assignee', 'ids'])
const STATUSES = ['open', 'resolved', 'ignored'] as const

/** Issues of one change: a page of the inbox. */
const MAX_IDS = 100

/** Characters of a person's name. */
const MAX_ASSIGNEE = 200

/** Occurrences or people that one may wait for. */
const MAX_COUNT = 1_000_000_000

export function readChange(request: Record<string, unknown>): Change {
  const stranger = Object.keys(request).find((name) => !FIELDS.has(name))
  if (stranger !== undefined)
    throw new Refusal(400, `${stranger.slice(0, 40)} is nothing that can be changed.`)
  const change: Change = {}
  const { status, inNextRelease, until, assignee } = request
  if (status !== undefined) change.status = statusOf(status)
  if (inNextRelease !== undefined) {
    if (inNextRelease !== true || (change.status ?? 'resolved') !== 'resolved')
      throw new Refusal(400, 'inNextRelease must be true, and goes with status resolved.')
    Object.assign(change, { status: 'resolved', inNextRelease })
  }
  if (until !== undefined) {
    if ((change.status ?? 'ignored') !== 'ignored') throw new Refusal(400, 'until goes with status ignored.')
    Object.assign(change, { status: 'ignored', until: untilOf(until) })
  }
  if (assignee !== undefined) change.assignee = assigneeOf(assignee)
  if (Object.keys(change).length === 0)
    throw new Refusal(400, 'One of status, inNextRelease, until, assignee must be given.')
  return change
}

export function readIds(request: Record<string, unknown>): string[] {
  const { ids } = request
  const fits =
    Array.isArray(ids) &&
    ids.length > 0 &&
    ids.length <= MAX_IDS &&
    ids.every((id) => typeof id === 'string' && id.length <= MAX_IDS)
  if (!fits) throw new Refusal(400, `ids must be a list of 1 to ${MAX_IDS} ids of issues.`)
  return [...new Set(ids as string[])]
}

function statusOf(value: unknown): NonNullable<Change['status']> {
  const found = STATUSES.find((one) => one === value)
  if (!found) throw new Refusal(400, `status must be one of ${STATUSES.join(', ')}.`)
  return found
}

function untilOf(value: unknown): NonNullable<Change['until']> {
  const { at, events, users, ...rest } = (
    typeof value === 'object' && value !== null ? value : { none: 1 }
  ) as Record<string, unknown>
  const given = [at, events, users].filter((one) => one !== undefined)
  if (given.length !== 1 || Object.keys(rest).length > 0)
    throw new Refusal(400, 'until must be { at }, { events } or { users }.')
  if (at !== undefined) return { at: instantOf(at) }
  return events === undefined
    ? { users: countOf('until.users', users) }
    : { events: countOf('until.events', events) }
}

function instantOf(value: unknown): bigint {
  const milliseconds = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (!(milliseconds > Date.now() && milliseconds < Date.UTC(2200, 0)))
    throw new Refusal(400, 'until.at must be an instant ahead, as 2027-01-31T08:00:00Z.')
  return BigInt(milliseconds) * 1_000_000n
}

function countOf(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_COUNT) return value
  throw new Refusal(400, `${name} must be a whole number above 0.`)
}

function assigneeOf(value: unknown): string {
  if (value === null) return ''
  if (typeof value === 'string' && value.trim() !== '' && value.length <= MAX_ASSIGNEE)
    return value.trim().toWellFormed().replaceAll('\0', '')
  throw new Refusal(400, `assignee must be null or a name of at most ${MAX_ASSIGNEE} characters.`)
}
