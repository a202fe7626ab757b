// A plain model of the list of issues: objects for all, sorted, cut into pages.
import type { IssueStatus, IssuesAnswer } from '../../contract/issues.ts'
import { mergesOf } from '../features/issues/state/issue-merges.ts'
import type { IssueMerges } from '../occurrences/occurrences.ts'
import type { Occurrence } from '../ingest/rows/occurrence.ts'

export type Change = { id: string; status: 'open' | 'resolved' | 'ignored'; at: bigint }

/** `merges`: pairs of a fingerprint and what it was merged into. */
export type ListModel = { occurrences: Occurrence[]; changes: Change[]; merges: [string, string][] }
/** `from`: the start of the range; empty: before all occurrences. */
export type ListParameters = {
  from: string
  sort: string
  status: string
  service: string
  q: string
  limit: number
}

/** `ids`: "id status count". */
export type ModelPage = { ids: string[]; total: number; counts: IssuesAnswer['counts'] }

type ModelIssue = {
  id: string
  status: IssueStatus
  firstSeen: bigint
  lastSeen: bigint
  group: number
  deploy: bigint
  count: number
  users: number
}

const NEW_NANOSECONDS = 24n * 3_600_000_000_000n

export function modelPages(model: ListModel, parameters: ListParameters): ModelPage[] {
  const targets = new Map(model.merges.filter(([from, into]) => from !== into))
  const merges = mergesOf(targets)
  const byIssue = Map.groupBy(model.occurrences, ({ issueId }) => merges.issueOf(issueId))
  const all = [...byIssue].flatMap(([id, rows]) => toIssue({ id, rows, merges, model, parameters }) ?? [])
  const counts: ModelPage['counts'] = { new: 0, regressed: 0, ongoing: 0, resolved: 0, ignored: 0 }
  for (const { status } of all) counts[status]++
  const statuses = (parameters.status || 'new,regressed,ongoing').split(',')
  const listed = all
    .filter(({ status }) => statuses.includes(status))
    .toSorted((a, b) => compare(b, a, parameters.sort))
    .map(({ id, status, count }) => `${id} ${status} ${count}`)
  const { limit } = parameters
  const pages = Array.from({ length: Math.max(Math.ceil(listed.length / limit), 1) }, (_, page) =>
    listed.slice(page * limit, (page + 1) * limit),
  )
  return pages.map((ids) => ({ ids, total: listed.length, counts }))
}

type IssueInput = {
  id: string
  rows: Occurrence[]
  merges: IssueMerges
  model: ListModel
  parameters: ListParameters
}

/** Null: no occurrence matches the filters. */
function toIssue({ id, rows, merges, model, parameters }: IssueInput): ModelIssue | null {
  const { service, q, from } = parameters
  const start = from === '' ? 0n : BigInt(Date.parse(from)) * 1_000_000n
  const matches = rows
    .filter(({ ns }) => ns >= start)
    .filter((row) => service === '' || row.service === service)
    .filter(({ user }) => q === '' || user === 'ann')
  if (matches.length === 0) return null
  const instants = rows.map(({ ns }) => ns)
  const [firstSeen, lastSeen] = [least(instants), -least(instants.map((ns) => -ns))]
  const status = statusOf(
    model.changes.find((change) => change.id === id),
    firstSeen,
    lastSeen,
  )
  const serviceOfIssue = merges
    .fingerprintsOf(id)
    .flatMap((fingerprint) => rows.find(({ issueId }) => issueId === fingerprint) ?? [])[0]!.service
  const release = latestRelease(model.occurrences.filter((row) => row.service === serviceOfIssue))
  const since = release > start ? release : start
  const isChanged = firstSeen >= since || (status === 'regressed' && lastSeen >= since)
  const users = new Set(matches.map(({ user }) => user).filter((user) => user !== '')).size
  const deploy = isChanged ? release / 1_000_000n : 0n
  return { id, status, firstSeen, lastSeen, group: Number(isChanged), deploy, count: matches.length, users }
}

function statusOf(change: Change | undefined, firstSeen: bigint, lastSeen: bigint): IssueStatus {
  if (change?.status === 'resolved') return lastSeen > change.at ? 'regressed' : 'resolved'
  if (change?.status === 'ignored') return 'ignored'
  return firstSeen > BigInt(Date.now()) * 1_000_000n - NEW_NANOSECONDS ? 'new' : 'ongoing'
}

/** When the release that was first seen last was first seen. */
function latestRelease(rows: Occurrence[]): bigint {
  const byRelease = Map.groupBy(
    rows.filter(({ release }) => release !== ''),
    ({ release }) => release,
  )
  const first = [...byRelease.values()].map((list) => least(list.map(({ ns }) => ns)))
  return first.length === 0 ? 0n : -least(first.map((ns) => -ns))
}

function least(values: bigint[]): bigint {
  return values.reduce((smallest, value) => (value < smallest ? value : smallest))
}

function compare(a: ModelIssue, b: ModelIssue, sort: string): number {
  const rank = (issue: ModelIssue): bigint => {
    if (sort === 'count') return BigInt(issue.count)
    if (sort === 'users') return BigInt(issue.users)
    return sort === 'firstSeen' ? issue.firstSeen : issue.lastSeen
  }
  if (sort === 'change' && a.group !== b.group) return a.group - b.group
  if (sort === 'change' && a.group === 1) {
    const scores = [a, b].map(({ count, users }) => count * Math.max(1, users))
    const last = [a, b].map(({ lastSeen }) => Number(lastSeen / 1_000n))
    const order = Number(a.deploy - b.deploy) || scores[0]! - scores[1]! || last[0]! - last[1]!
    return order || (a.id < b.id ? -1 : 1)
  }
  return Number(rank(a) - rank(b)) || (a.id < b.id ? -1 : 1)
}
