// Which issues changed with a release: by the events of its service before it came and since.
import { filtersOf, type Period } from '../../http/filters.ts'
import type { OccurrenceSelection } from '../../occurrences/occurrences.ts'
import {
  allIssueStates,
  returnTest,
  stateOf,
  type IssueState,
  type NewestChanges,
  type QueryContext,
  type ReleaseOrder,
} from '../issues/index.ts'

const NANOSECONDS_PER_HOUR = 3.6e12

/** An issue that comes at this multiple of its rate, or more, is louder. */
const LOUDER_FACTOR = 2
/** Fewer events since the release are chance. */
const MIN_LOUDER_EVENTS = 5
/** Standard deviations of a Poisson distribution by which the events exceed the expected number. */
const LOUDER_DEVIATIONS = 3
/** An issue is quiet if at least this many events were expected and no event came, which is not by chance. */
const MIN_QUIET_EVENTS = 10

export type Change = 'new' | 'back' | 'louder' | 'quiet'

export type ReleaseWindow = { service: string; environment: string[]; before: Period; since: Period }

/** `before`, `since`: events in these times. */
export type ChangedIssue = { state: IssueState; before: number; since: number }

/** `others`: issues with events since the release that did not change. */
type ReleaseChanges = { groups: Record<Change, ChangedIssue[]>; others: number }

type Counts = Pick<ChangedIssue, 'before' | 'since'>

export async function readChanges(context: QueryContext, window: ReleaseWindow): Promise<ReleaseChanges> {
  const [before, since, states] = await Promise.all([
    selectEvents(context, window, window.before),
    selectEvents(context, window, window.since),
    allIssueStates(context),
  ])
  const { fingerprints } = states.index
  const [eventsBefore, eventsSince] = await Promise.all([
    before.countByIssue('events', fingerprints),
    since.countByIssue('events', fingerprints),
  ])
  const groups: ReleaseChanges['groups'] = { new: [], back: [], louder: [], quiet: [] }
  const regressed: ChangedIssue[] = []
  let others = 0
  const total = Math.max(eventsBefore.events.length, eventsSince.events.length)
  for (let number = 0; number < total; number++) {
    const counts = { before: eventsBefore.events[number] ?? 0, since: eventsSince.events[number] ?? 0 }
    if (counts.before + counts.since === 0) continue
    const state = stateOf(states, number)
    if (state === null || state.status === 'ignored') continue
    const change = changeOf(state, counts, window)
    if (state.status === 'regressed' && counts.since > 0) regressed.push({ state, ...counts })
    else if (change !== null) groups[change].push({ state, ...counts })
    else if (counts.since > 0) others++
  }
  const returned = await readReturns(
    context,
    regressed.map(({ state }) => state.id),
  )
  for (const issue of regressed) {
    const at = returned.get(issue.state.id)
    const isBack = at !== undefined && at >= window.since.from && at < window.since.to
    const change = isBack ? 'back' : changeOf(issue.state, issue, window)
    if (change === null) others++
    else groups[change].push(issue)
  }
  for (const issues of Object.values(groups)) issues.sort((a, b) => b.since - a.since || b.before - a.before)
  return { groups, others }
}

export function selectEvents(
  context: QueryContext,
  { service, environment }: Pick<ReleaseWindow, 'service' | 'environment'>,
  period: Period,
): Promise<OccurrenceSelection> {
  return context.occurrences.select(filtersOf(period, { service: [service], environment }), context)
}

/** `new`, `louder` and `quiet` follow from the counts. */
function changeOf({ firstSeen }: IssueState, counts: Counts, window: ReleaseWindow): Change | null {
  if (firstSeen >= window.since.from && firstSeen < window.since.to) return counts.since > 0 ? 'new' : null
  const expected = (counts.before / hoursOf(window.before)) * hoursOf(window.since)
  if (counts.since === 0) return expected >= MIN_QUIET_EVENTS ? 'quiet' : null
  const isLouder =
    counts.since >= MIN_LOUDER_EVENTS &&
    counts.since >= LOUDER_FACTOR * expected &&
    counts.since - expected >= LOUDER_DEVIATIONS * Math.sqrt(expected)
  return isLouder ? 'louder' : null
}

export function hoursOf({ from, to }: Period): number {
  return Number(to - from) / NANOSECONDS_PER_HOUR
}

type FirstEvent = { fingerprint: string; service: string; release: string; at: string }

/** `issues`: ids. By id: its first event after it was resolved, in a release in which it may not be back. */
export async function readReturns(context: QueryContext, issues: string[]): Promise<Map<string, bigint>> {
  if (issues.length === 0) return new Map()
  const changes = await context.issueCache.changes(issues)
  const resolved = issues.flatMap((issue) => {
    const at = changes.get(issue)?.status?.at
    return at === undefined ? [] : context.merges.fingerprintsOf(issue).map((id) => ({ id, at }))
  })
  const rows = await context.engine.query<FirstEvent>(
    `SELECT IssueId AS fingerprint, any(ServiceName) AS service, toString(Release) AS release,
       toString(toUnixTimestamp64Nano(min(Timestamp))) AS at
     FROM exceptions WHERE IssueId IN {fingerprints:Array(String)} AND toUnixTimestamp64Nano(Timestamp) >
       toInt64OrZero({resolvedAt:Array(String)}[indexOf({fingerprints:Array(String)}, IssueId)])
     GROUP BY fingerprint, release`,
    {
      fingerprints: resolved.map(({ id }) => id),
      resolvedAt: resolved.map(({ at }) => at),
    },
  )
  return earliest(context, rows, { changes, order: await context.issueCache.releases() })
}

function earliest(
  { merges }: QueryContext,
  rows: FirstEvent[],
  { changes, order }: { changes: ReadonlyMap<string, NewestChanges>; order: ReleaseOrder },
): Map<string, bigint> {
  const returns = new Map<string, bigint>()
  for (const { fingerprint, service, release, at } of rows) {
    const id = merges.issueOf(fingerprint)
    if (!returnTest(changes.get(id)?.status?.conditions ?? {}, order)(service, release)) continue
    const other = returns.get(id)
    if (other === undefined || BigInt(at) < other) returns.set(id, BigInt(at))
  }
  return returns
}
