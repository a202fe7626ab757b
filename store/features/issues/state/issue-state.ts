// The state of issues: first and last occurrence, the newest changes, and the status that follows from both.
import { DAY_NS, greatest, least, nowNs } from '../../../database/instants.ts'
import type { Issue, IssueStatus } from '../../../../contract/issues.ts'
import { timestampOf, type Timestamp } from '../../../occurrences/memory/partition.ts'
import type { Conditions, NewestChanges, StoredChange } from './change-kinds.ts'
import type { IssueIndex, SeenRange } from './issue-index.ts'
import type { QueryContext } from '../query-context.ts'
import type { ReleaseOrder } from './release-order.ts'

/** How long an issue is new. */
const NEW_NS = DAY_NS

/** Instants: nanoseconds since 1970. */
export type IssueState = Pick<Issue, 'id' | 'service' | 'status'> & {
  firstSeen: bigint
  lastSeen: bigint
  changes: NewestChanges
}

/** All-time values that the conditions of changes are compared with. */
type Totals = { id: string; count: number; users: number; releases: string[] }

/** The states of all issues, without an object for each. */
export type IssueStates = {
  index: IssueIndex
  /** Issues that were changed or merged, by the number of their fingerprint. */
  special: ReadonlyMap<number, IssueState>
  /** Other issues are new if they were first seen later than this. */
  newAfter: Timestamp
}

/** By id. Unknown ids are missing. */
export async function issueStates(context: QueryContext, ids: string[]): Promise<Map<string, IssueState>> {
  const { merges, issueCache } = context
  const [index, changes] = await Promise.all([
    issueCache.index(ids.flatMap(merges.fingerprintsOf)),
    issueCache.changes(ids),
  ])
  return statesOf(context, { ids, index, changes })
}

export async function allIssueStates(context: QueryContext): Promise<IssueStates> {
  const { merges, issueCache } = context
  const [index, changes] = await Promise.all([issueCache.index(), issueCache.changes()])
  // Of an issue that was merged, the changes of the other issue count.
  const changed = [...changes.keys()].filter((id) => merges.issueOf(id) === id)
  const ids = [...new Set([...changed, ...merges.targets])]
  const states = await statesOf(context, { ids, index, changes })
  const special = new Map([...states].map(([id, state]) => [index.fingerprints.addText(id), state]))
  return { index, special, newAfter: timestampOf(nowNs() - NEW_NS) }
}

/** Of an issue that was never changed. */
export function isNew({ index, newAfter }: IssueStates, number: number): boolean {
  const difference =
    index.firstSeconds[number]! - newAfter.seconds || index.firstNanoseconds[number]! - newAfter.nanoseconds
  return difference > 0
}

/** Null: no occurrence of it is stored. */
export function stateOf(states: IssueStates, number: number): IssueState | null {
  const { index, special } = states
  const state = special.get(number)
  if (state !== undefined) return state
  const range = index.rangeOf(number)
  if (range === null) return null
  return {
    id: index.fingerprints.text(number),
    service: range.service,
    firstSeen: range.first,
    lastSeen: range.last,
    status: isNew(states, number) ? 'new' : 'ongoing',
    changes: NO_CHANGES,
  }
}

const NO_CHANGES: NewestChanges = {}

type StatesInput = { ids: string[]; index: IssueIndex; changes: ReadonlyMap<string, NewestChanges> }

async function statesOf(
  context: QueryContext,
  { ids, index, changes }: StatesInput,
): Promise<Map<string, IssueState>> {
  const ranges = new Map(
    ids.flatMap((id) => {
      const range = unionOf(context.merges.fingerprintsOf(id).flatMap((text) => index.range(text) ?? []))
      return range === null ? [] : [[id, range] as const]
    }),
  )
  const conditional = [...ranges.keys()].filter((id) => hasCondition(changes.get(id)?.status))
  const [totals, order] = await Promise.all([readTotals(context, conditional), context.issueCache.releases()])
  const now = nowNs()
  const states = new Map<string, IssueState>()
  for (const [id, range] of ranges) {
    const ofIssue = changes.get(id) ?? NO_CHANGES
    states.set(id, {
      id,
      service: range.service,
      firstSeen: range.first,
      lastSeen: range.last,
      status: statusOf({ range, change: ofIssue.status, totals: totals.get(id), order, now }),
      changes: ofIssue,
    })
  }
  return states
}

/** With the service of the first range; null without a range. */
function unionOf(ranges: SeenRange[]): SeenRange | null {
  const [range] = ranges
  if (range === undefined) return null
  return ranges.reduce(
    ({ first, last }, other) => ({
      service: range.service,
      first: least(first, other.first),
      last: greatest(last, other.last),
    }),
    range,
  )
}

/** One that totals are needed for. */
function hasCondition(change: StoredChange | undefined): boolean {
  const { knownReleases, untilCount, untilUsers } = change?.conditions ?? {}
  return Boolean(knownReleases ?? untilCount ?? untilUsers)
}

/** Only of issues with a condition: merging the users of all issues would double the time of a list. */
export async function readTotals(
  { engine, merges }: QueryContext,
  ids: string[],
): Promise<Map<string, Totals>> {
  if (ids.length === 0) return new Map()
  const rows = await engine.query<Totals>(
    `SELECT ${merges.idColumn.sql} AS id, sum(Count) AS count, uniqMerge(Users) AS users,
       groupUniqArrayArray(Releases) AS releases
     FROM issues WHERE IssueId IN {fingerprints:Array(String)} GROUP BY id`,
    { ...merges.idColumn.parameters, fingerprints: ids.flatMap(merges.fingerprintsOf) },
  )
  return new Map(rows.map((row) => [row.id, row]))
}

type StatusInput = {
  range: SeenRange
  change: StoredChange | undefined
  totals: Totals | undefined
  order: ReleaseOrder
  now: bigint
}

/** Derived, never stored. Regressed: seen after it was resolved; with a condition, in a later release. */
function statusOf({ range, change, totals, order, now }: StatusInput): IssueStatus {
  if (change?.value === 'resolved') {
    if (range.last <= BigInt(change.at)) return 'resolved'
    if (change.conditions.knownReleases === undefined) return 'regressed'
    const isBack = returnTest(change.conditions, order)
    const isRegressed = totals?.releases.some((release) => isBack(range.service, release)) ?? false
    return isRegressed ? 'regressed' : 'resolved'
  }
  if (change?.value === 'ignored' && !conditionMet(change.conditions, totals, now)) return 'ignored'
  return range.first > now - NEW_NS ? 'new' : 'ongoing'
}

/** Whether an occurrence after the change, in this release, means that a resolved issue is back. */
export function returnTest(
  { knownReleases = [], release: first = '', isAwaited }: Conditions,
  order: ReleaseOrder,
): (service: string, release: string) => boolean {
  const earlier = new Set(knownReleases)
  return (service, release) =>
    !earlier.has(release) && (isAwaited === undefined || order.isSince(service, first, release))
}

function conditionMet(
  { untilAt, untilCount, untilUsers }: Conditions,
  totals: Totals | undefined,
  now: bigint,
): boolean {
  return (
    (untilAt !== undefined && now >= BigInt(untilAt)) ||
    (untilCount !== undefined && (totals?.count ?? 0) >= untilCount) ||
    (untilUsers !== undefined && (totals?.users ?? 0) >= untilUsers)
  )
}
