// The kinds of changes of an issue: the members of a request that each reads, and how the activity describes
// it. A row of `issue_changes` sets one field; a new kind is an entry of this table and needs no column.
import type { Issue } from '../../../../contract/issues.ts'
import { HttpError } from '../../../../server/http-error.ts'
import { exactInstant } from '../../../database/instants.ts'
import type { JsonObject } from '../../../http/body.ts'

const STATUSES = ['open', 'resolved', 'ignored'] as const

/** Characters of a person's name. */
const MAX_ASSIGNEE = 200

/** Characters of the address of a ticket. */
const MAX_TICKET = 2_000

/** Characters of the name of a release. */
const MAX_RELEASE = 200

/** Events or users of a condition. */
const MAX_COUNT = 1_000_000_000

/** What a request says about the end of a status. An instant in nanoseconds, or further events or users. */
export type Until =
  | { inNextRelease: true }
  | { inRelease: string }
  | { at: bigint }
  | { events: number }
  | { users: number }

/**
 * The same as it is stored, in totals of the issue. `knownReleases`: those that are not the next one, or not
 * yet `release`. `isAwaited`: `release` had no data when the change was made.
 */
export type Conditions = {
  knownReleases?: string[]
  release?: string
  isAwaited?: true
  /** Nanoseconds since 1970. */
  untilAt?: string
  untilCount?: number
  untilUsers?: number
}

/** A value and when it was set, in nanoseconds since 1970. */
export type StoredChange = { value: string; at: string; conditions: Conditions }

/** The newest change of each field. */
export type NewestChanges = { [Field in ChangeField]?: StoredChange }

type NewValue = { value: string; until?: Until }
export type FieldChange = NewValue & { field: ChangeField }

type ChangeKind = {
  members: readonly string[]
  /** Null if the request does not have these members. Throws 400. */
  parse(body: JsonObject): NewValue | null
  describe(change: Pick<StoredChange, 'value' | 'conditions'>): string
}

const CHANGE_KINDS = {
  status: {
    members: ['status', 'inNextRelease', 'inRelease', 'until'],
    parse: parseStatus,
    describe: describeStatus,
  },
  assignee: {
    members: ['assignee'],
    parse: ({ assignee }) => (assignee === undefined ? null : { value: parseAssignee(assignee) }),
    describe: ({ value }) => (value === '' ? 'unassigned' : `assigned to ${value}`),
  },
  ticket: {
    members: ['ticket'],
    parse: ({ ticket }) => (ticket === undefined ? null : { value: parseTicket(ticket) }),
    describe: ({ value }) => (value === '' ? 'unlinked from its ticket' : `linked to ${value}`),
  },
} as const satisfies Record<string, ChangeKind>

export type ChangeField = keyof typeof CHANGE_KINDS

const FIELDS = Object.keys(CHANGE_KINDS) as ChangeField[]

/** Every member of a request that changes an issue. */
export const MEMBERS: string[] = FIELDS.flatMap((field) => CHANGE_KINDS[field].members)

/** The newest values as members of the issue. Its status also depends on its occurrences. */
export function valuesOf({ assignee, ticket }: NewestChanges): Pick<Issue, 'assignee' | 'ticket'> {
  return { assignee: assignee?.value || null, ticket: ticket?.value || null }
}

export function parseFields(body: JsonObject): FieldChange[] {
  return FIELDS.flatMap((field) => {
    const change = CHANGE_KINDS[field].parse(body)
    return change === null ? [] : [{ field, ...change }]
  })
}

export function describeChange(field: string, change: Pick<StoredChange, 'value' | 'conditions'>): string {
  return CHANGE_KINDS[field as ChangeField].describe(change)
}

function parseStatus({ status, inNextRelease, inRelease, until }: JsonObject): NewValue | null {
  const value = STATUSES.find((candidate) => candidate === status)
  if (status !== undefined && value === undefined)
    throw new HttpError(400, `status must be one of ${STATUSES.join(', ')}.`)
  if (inRelease !== undefined) {
    if (inNextRelease !== undefined || until !== undefined || (value ?? 'resolved') !== 'resolved')
      throw new HttpError(400, 'inRelease requires the status resolved, and no other condition.')
    return { value: 'resolved', until: { inRelease: parseRelease(inRelease) } }
  }
  if (inNextRelease !== undefined) {
    if (inNextRelease !== true || (value ?? 'resolved') !== 'resolved')
      throw new HttpError(400, 'inNextRelease must be true, with the status resolved.')
    if (until === undefined) return { value: 'resolved', until: { inNextRelease } }
  }
  if (until !== undefined) {
    if (inNextRelease !== undefined || (value ?? 'ignored') !== 'ignored')
      throw new HttpError(400, 'until requires the status ignored.')
    return { value: 'ignored', until: parseUntil(until) }
  }
  return value === undefined ? null : { value }
}

function parseUntil(value: unknown): Until {
  const members = Object.entries(typeof value === 'object' && value !== null ? value : {})
  const [name, member] = members[0] ?? []
  if (members.length === 1 && name === 'at') return { at: parseFuture(member) }
  if (members.length === 1 && name === 'events') return { events: parseCount('until.events', member) }
  if (members.length === 1 && name === 'users') return { users: parseCount('until.users', member) }
  throw new HttpError(400, 'until must be { at }, { events } or { users }.')
}

function parseFuture(value: unknown): bigint {
  const milliseconds = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (!(milliseconds > Date.now() && milliseconds < Date.UTC(2200, 0)))
    throw new HttpError(400, 'until.at must be an instant in the future, such as 2027-01-31T08:00:00Z.')
  return BigInt(milliseconds) * 1_000_000n
}

function parseRelease(value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '' && value.length <= MAX_RELEASE) return value.trim()
  throw new HttpError(400, `inRelease must be the name of a release, of at most ${MAX_RELEASE} characters.`)
}

function parseCount(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_COUNT) return value
  throw new HttpError(400, `${name} must be an integer above 0.`)
}

/** Empty: not assigned. */
function parseAssignee(value: unknown): string {
  if (value === null) return ''
  if (typeof value === 'string' && value.trim() !== '' && value.length <= MAX_ASSIGNEE)
    return value.trim().toWellFormed().replaceAll('\0', '')
  throw new HttpError(400, `assignee must be null or a name of at most ${MAX_ASSIGNEE} characters.`)
}

/** Empty: none. */
function parseTicket(value: unknown): string {
  if (value === null) return ''
  const url = typeof value === 'string' && value.length <= MAX_TICKET ? URL.parse(value.trim()) : null
  // Whoever reads the list would send the name and the password.
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
    return url.href
  throw new HttpError(400, `ticket must be null or an address of http or https without a password.`)
}

function describeStatus({ value, conditions }: Pick<StoredChange, 'value' | 'conditions'>): string {
  const { knownReleases, release, untilAt, untilCount, untilUsers } = conditions
  if (release !== undefined) return `resolved in release ${release}`
  if (value === 'resolved') return knownReleases ? 'resolved in the next release' : 'resolved'
  if (value === 'open') return 'reopened'
  if (untilAt) return `ignored until ${exactInstant(BigInt(untilAt))}`
  if (untilCount) return `ignored until it has occurred ${untilCount} times`
  return untilUsers ? `ignored until it has affected ${untilUsers} users` : 'ignored'
}
