// The state of issues: first and last occurrence, the newest decision, and the status that follows from both.
import type { Issue, IssueStatus } from '../../../contract/issues.ts'
import { timestampOf, type Timestamp } from '../../occurrences/memory/partition.ts'
import type { IssueIndex, SeenRange } from './issue-index.ts'
import type { Decision } from './issue-queries.ts'
import type { QueryContext } from './query-context.ts'

const NEW_NANOSECONDS = 24n * 3_600_000_000_000n

/** Instants: nanoseconds since 1970. `assignee`: empty for nobody. */
export type IssueState = Pick<Issue, 'id' | 'service' | 'status'> & {
  firstSeen: bigint
  lastSeen: bigint
  assignee: string
}

/** All-time values that the conditions of decisions are compared with. */
type Totals = { id: string; count: number; users: number; releases: string[] }

/** The states of all issues, without an object for each. */
export type IssueStates = {
  index: IssueIndex
  /** Issues that were decided about or merged, by the number of their fingerprint. */
  special: ReadonlyMap<number, IssueState>
  /** Other issues are new if they were first seen later than this. */
  newAfter: Timestamp
}

/** By id: those of `ids`. Unknown ids are missing. */
export async function issueStates(context: QueryContext, ids: string[]): Promise<Map<string, IssueState>> {
  const { merges, issueCache } = context
  const [index, decisions] = await Promise.all([
    issueCache.index(ids.flatMap(merges.fingerprintsOf)),
    issueCache.decisions(ids),
  ])
  return statesOf(context, { ids, index, decisions })
}

export async function allIssueStates(context: QueryContext): Promise<IssueStates> {
  const { merges, issueCache } = context
  const [index, decisions] = await Promise.all([issueCache.index(), issueCache.decisions()])
  // The decisions of an issue that was merged are those of the other issue.
  const decided = [...decisions.keys()].filter((id) => merges.issueOf(id) === id)
  const ids = [...new Set([...decided, ...merges.targets])]
  const states = await statesOf(context, { ids, index, decisions })
  const special = new Map([...states].map(([id, state]) => [index.fingerprints.addText(id), state]))
  return { index, special, newAfter: timestampOf(BigInt(Date.now()) * 1_000_000n - NEW_NANOSECONDS) }
}

/** Of an issue about which nothing was decided. */
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
    assignee: '',
  }
}

type StatesInput = { ids: string[]; index: IssueIndex; decisions: ReadonlyMap<string, Decision> }

async function statesOf(
  context: QueryContext,
  { ids, index, decisions }: StatesInput,
): Promise<Map<string, IssueState>> {
  const ranges = new Map(
    ids.flatMap((id) => {
      const range = unionOf(context.merges.fingerprintsOf(id).flatMap((text) => index.range(text) ?? []))
      return range === null ? [] : [[id, range] as const]
    }),
  )
  const conditional = [...ranges.keys()].filter((id) => hasCondition(decisions.get(id)))
  const totals = await readTotals(context, conditional)
  const now = BigInt(Date.now()) * 1_000_000n
  const states = new Map<string, IssueState>()
  for (const [id, range] of ranges) {
    const decision = decisions.get(id)
    states.set(id, {
      id,
      service: range.service,
      firstSeen: range.first,
      lastSeen: range.last,
      status: statusOf({ range, decision, totals: totals.get(id), now }),
      assignee: decision?.assignee ?? '',
    })
  }
  return states
}

/** The service is that of the first range. Null: there is no range. */
function unionOf(ranges: SeenRange[]): SeenRange | null {
  const [range] = ranges
  if (range === undefined) return null
  return ranges.reduce(
    ({ first, last }, other) => ({
      service: range.service,
      first: other.first < first ? other.first : first,
      last: other.last > last ? other.last : last,
    }),
    range,
  )
}

function hasCondition(decision: Decision | undefined): boolean {
  return (
    decision !== undefined &&
    (decision.knownReleases.length > 0 || decision.untilCount > 0 || decision.untilUsers > 0)
  )
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
  decision: Decision | undefined
  totals: Totals | undefined
  now: bigint
}

/** Derived, never stored. Regressed: seen after it was resolved, or, where so decided, in a later release. */
function statusOf({ range, decision, totals, now }: StatusInput): IssueStatus {
  if (decision?.status === 'resolved') {
    const knownReleases = new Set(decision.knownReleases)
    const isInNewRelease = totals?.releases.some((release) => !knownReleases.has(release)) ?? false
    const isRegressed = range.last > BigInt(decision.at) && (knownReleases.size === 0 || isInNewRelease)
    return isRegressed ? 'regressed' : 'resolved'
  }
  if (decision?.status === 'ignored' && !conditionMet(decision, totals, now)) return 'ignored'
  return range.first > now - NEW_NANOSECONDS ? 'new' : 'ongoing'
}

function conditionMet(
  { untilAt, untilCount, untilUsers }: Decision,
  totals: Totals | undefined,
  now: bigint,
): boolean {
  return (
    (BigInt(untilAt) > 0n && now >= BigInt(untilAt)) ||
    (untilCount > 0 && (totals?.count ?? 0) >= untilCount) ||
    (untilUsers > 0 && (totals?.users ?? 0) >= untilUsers)
  )
}
