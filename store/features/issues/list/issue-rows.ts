// Issues as the API returns them: state, title, and the numbers of the requested range.
import type { Issue } from '../../../../contract/issues.ts'
import { isOverflowIssue, overflowTitle } from '../../../ingest/grouping/overflow-issue.ts'
import { bucketsOf, bucketStarts } from '../../../occurrences/buckets.ts'
import type { OccurrenceFilter } from '../../../occurrences/exception-filter.ts'
import type { IssueMerges, IssueStats, OccurrenceSelection } from '../../../occurrences/occurrences.ts'
import { ofPath } from '../../../http/parameters.ts'
import { HttpError } from '../../../../server/http-error.ts'
import { exactInstant, greatest } from '../../../database/instants.ts'
import { valuesOf } from '../state/change-kinds.ts'
import type { IssueTitle } from '../state/issue-cache.ts'
import { isNewSince } from './issue-ranking.ts'
import { issueStates, type IssueState } from '../state/issue-state.ts'
import type { QueryContext } from '../query-context.ts'
import type { ReleaseOrder } from '../state/release-order.ts'

/** `until`: the end of the charts. */
export type IssueFilter = OccurrenceFilter & { until: bigint }

type IssueDetails = {
  titles: Map<string, IssueTitle>
  stats: ReadonlyMap<string, IssueStats>
  releases: ReleaseOrder
  bucketStarts: string[]
  /** Of the range. */
  from: bigint
}

export const ISSUE_ID = ofPath('The id of an issue: 16 hex digits.')

/** Characters of an unknown id that the message repeats. */
const MAX_ID = 40

const NO_TITLE = { type: '', message: '', culprit: '', latestDigest: '', releases: [] }
const NO_EVENTS = { count: 0, users: 0, sessions: 0, trend: [] }

/** In the order of `ids`; unknown ids are missing. */
export async function readIssues(
  context: QueryContext,
  ids: string[],
  filter: IssueFilter,
): Promise<Issue[]> {
  const [states, selection] = await Promise.all([
    issueStates(context, ids),
    context.occurrences.select(filter, context),
  ])
  const statesInOrder = ids.flatMap((id) => states.get(id) ?? [])
  return issueRows(context, statesInOrder, selection, filter)
}

/** Throws a 404 that names the unknown id. */
export async function requireIssue(context: QueryContext, id: string, filter: IssueFilter): Promise<Issue> {
  const [issue] = await readIssues(context, [id], filter)
  if (!issue) throw issueNotFound(id)
  return issue
}

export function issueNotFound(id: string): HttpError {
  const text = JSON.stringify(id.slice(0, MAX_ID))
  return new HttpError(404, `Issue ${text} is not stored. Its last occurrence may have been deleted.`)
}

/** The rows of issues whose state and selection were read already. */
export async function issueRows(
  context: QueryContext,
  states: IssueState[],
  selection: OccurrenceSelection,
  filter: IssueFilter,
): Promise<Issue[]> {
  const ids = states.map(({ id }) => id)
  const buckets = bucketsOf(filter)
  const [titles, stats, releases] = await Promise.all([
    readTitles(context, ids),
    selection.stats(ids, buckets),
    context.issueCache.releases(),
  ])
  const details = { titles, stats, releases, bucketStarts: bucketStarts(buckets), from: filter.from }
  return states.map((state) => toIssue(state, details))
}

/**
 * By issue: the title of the issue that others were merged into, as its service is; without an occurrence of
 * it, of the first other one. The latest digest and the releases are of all fingerprints.
 */
async function readTitles(
  { merges, issueCache }: QueryContext,
  ids: string[],
): Promise<Map<string, IssueTitle>> {
  const fingerprints = ids.flatMap(merges.fingerprintsOf)
  if (fingerprints.length === 0) return new Map()
  const titles = await issueCache.titles(fingerprints)
  return new Map(
    ids.flatMap((id) => {
      const [title, ...others] = merges.fingerprintsOf(id).flatMap((text) => titleOf(titles, merges, text))
      return title ? [[id, others.reduce(mergeTitles, title)] as const] : []
    }),
  )
}

function titleOf(
  titles: ReadonlyMap<string, IssueTitle>,
  { late }: IssueMerges,
  fingerprint: string,
): IssueTitle[] {
  const row = titles.get(fingerprint)
  if (!row) return []
  if (isOverflowIssue(row.id)) return [{ ...row, ...overflowTitle(row.id) }]
  return [{ ...row, culprit: late.get(row.id) || row.culprit }]
}

function mergeTitles(title: IssueTitle, other: IssueTitle): IssueTitle {
  const releases = [...new Set([...title.releases, ...other.releases])]
  if (BigInt(other.last) <= BigInt(title.last)) return { ...title, releases }
  return { ...title, releases, last: other.last, latestDigest: other.latestDigest }
}

function toIssue(state: IssueState, details: IssueDetails): Issue {
  const { titles, stats, releases, bucketStarts: starts, from } = details
  const { id, service, status } = state
  const title = titles.get(id) ?? NO_TITLE
  const { count, users, sessions, trend } = stats.get(id) ?? NO_EVENTS
  return {
    id,
    service,
    type: title.type,
    message: title.message,
    culprit: title.culprit,
    status,
    changed: isNewSince(state, greatest(releases.latestReleaseAt(service), from)),
    ...valuesOf(state.changes),
    count,
    users,
    sessions,
    firstSeen: exactInstant(state.firstSeen),
    lastSeen: exactInstant(state.lastSeen),
    releases: releases.sort(service, title.releases),
    trend: starts.map((at, bucket) => ({ at, count: trend[bucket] ?? 0 })),
    latestDigest: title.latestDigest,
  }
}
