// Changes of issues by people, and their undoing. Each field that a change sets is a row; the rows of one
// request have the same ChangeId.
import { greatest, nowNs, seconds } from '../../../database/instants.ts'
import { randomUUID } from 'node:crypto'
import type { ChangedAnswer, Issue, UndoneAnswer } from '../../../../contract/issues.ts'
import { HttpError } from '../../../../server/http-error.ts'
import type { Engine } from '../../../database/engine/engine.ts'
import { ME, requireName } from '../../../http/actor.ts'
import { json } from '../../../http/body.ts'
import { withIssueTerms } from '../state/issue-terms.ts'
import { defaultFilters } from '../../../http/filters.ts'
import { ofPath } from '../../../http/parameters.ts'
import { path } from '../../../http/path.ts'
import { parseBulkChange, parseChange, type ChangedIssues } from './change-body.ts'
import type { Conditions, FieldChange, Until } from '../state/change-kinds.ts'
import { formatConditions } from '../state/issue-changes.ts'
import { readIssues, ISSUE_ID, issueNotFound, requireIssue } from '../list/issue-rows.ts'
import { listIssues } from '../list/issues.ts'
import type { ChangeContext, QueryContext } from '../query-context.ts'

/** Issues of one query and one insert: their ids are parameters of a query. */
const BATCH = 1_000

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** What a condition is compared with later. Instants: nanoseconds since 1970, as text. */
type IssueTotals = {
  id: string
  services: string[]
  lastSeen: string
  changedAt: string
  count: number
  users: number
  releases: string[]
}

/** The result of a change: the ids of the issues, and the id of the change. */
type Changed = { ids: string[]; change: string }

export const changeIssuesPath = path('PATCH /api/issues', {
  summary: 'Changes status, assignee or ticket of several issues, by id or by the filter of a list',
  answer: 'ChangedAnswer',
  body: json('IssuesChange', parseBulkChange),
  handle: async ({ body: { issues, change } }, context: ChangeContext): Promise<ChangedAnswer> => {
    if (!('ids' in issues)) {
      const changed = await changeByIds(context, await matchingIds(context, issues), change)
      return { issues: [], changed: changed.ids.length, change: changed.change }
    }
    const changed = await changeByIds(context, issues.ids, change)
    const rows = await readIssues(context, changed.ids, defaultFilters())
    return { issues: rows, changed: changed.ids.length, change: changed.change }
  },
})

export const changeIssuePath = path('PATCH /api/issues/:id', {
  summary: 'Changes status, assignee or ticket of an issue',
  parameters: { id: ISSUE_ID },
  answer: 'Issue',
  body: json('IssueChange', parseChange),
  handle: async ({ parameters: { id }, body }, context: ChangeContext): Promise<Issue> => {
    const { ids } = await changeByIds(context, [id], body)
    return requireIssue(context, ids[0]!, defaultFilters())
  },
})

export const undoPath = path('POST /api/changes/:id/undo', {
  summary: 'Undoes a change of issues',
  parameters: { id: ofPath('The id of a change: `change` of the answer to it.', checkChangeId) },
  answer: 'UndoneAnswer',
  handle: ({ parameters: { id } }, context: ChangeContext) => undoChange(context, id),
})

function checkChangeId(id: string): string {
  if (!UUID.test(id)) throw new HttpError(400, 'The id of a change is a UUID.')
  return id
}

/** In the order of `issueIds`; an issue that is named twice is changed once. */
export async function changeByIds(
  context: ChangeContext,
  issueIds: string[],
  fields: FieldChange[],
): Promise<Changed> {
  const ids = [...new Set(issueIds.map(context.merges.issueOf))]
  const change = randomUUID()
  const named = fields.map((field) => withName(context, field))
  for (let start = 0; start < ids.length; start += BATCH)
    await changeBatch(context, ids.slice(start, start + BATCH), named, change)
  context.live.publishIssues(ids)
  return { ids, change }
}

/** `me` is stored as the name of the caller. */
function withName({ actor }: ChangeContext, field: FieldChange): FieldChange {
  return field.field === 'assignee' && field.value === ME ? { ...field, value: requireName(actor) } : field
}

async function matchingIds(
  context: QueryContext,
  { filters, status }: Exclude<ChangedIssues, { ids: string[] }>,
): Promise<string[]> {
  const selection = await context.occurrences.select(withIssueTerms(context, filters), context)
  const all = { statuses: new Set(status), sort: 'lastSeen', after: null, limit: Infinity, from: 0n } as const
  return (await listIssues(context, selection, all)).states.map(({ id }) => id)
}

async function changeBatch(
  context: ChangeContext,
  ids: string[],
  fields: FieldChange[],
  change: string,
): Promise<void> {
  const totals = await readTotals(context, ids)
  const stored = new Set(totals.map(({ id }) => id))
  for (const id of ids) if (!stored.has(id)) throw issueNotFound(id)
  const isUntilRelease = fields.some(
    ({ until }) => until && ('inNextRelease' in until || 'inRelease' in until),
  )
  const releases = isUntilRelease ? await readReleases(context.engine, totals) : new Map<string, string[]>()
  const now = nowNs()
  const rows = totals.flatMap((issue) => {
    const ofServices = issue.services.map((service) => releases.get(service) ?? [])
    // Not before the last occurrence, whose page may have a fast clock; and after the previous change.
    const at = greatest(now, BigInt(issue.lastSeen), BigInt(issue.changedAt) + 1n)
    return fields.map(({ field, value, until }) => ({
      ChangeId: change,
      IssueId: issue.id,
      At: seconds(at),
      Field: field,
      Value: value,
      Conditions: formatConditions(until ? conditionsOf(until, issue, ofServices) : {}),
    }))
  })
  await insertChanges(context, ids, rows)
}

type ChangeRow = {
  ChangeId: string
  IssueId: string
  At: string
  Field: string
  Value?: string
  Conditions?: string
}

async function insertChanges(
  { engine, issueCache, actor }: ChangeContext,
  ids: string[],
  rows: ChangeRow[],
): Promise<void> {
  try {
    await engine.insert(
      'issue_changes',
      rows.map((row) => JSON.stringify({ ...row, By: actor.name })).join('\n'),
      randomUUID(),
    )
  } finally {
    // Also after an error: some rows may be stored.
    issueCache.invalidateChanges(ids)
  }
}

/** `releases`: of each service of the issue, the oldest first. */
function conditionsOf(until: Until, issue: IssueTotals, releases: string[][]): Conditions {
  const { count, users } = issue
  // The empty name marks the change where no release is known yet.
  if ('inNextRelease' in until) return { knownReleases: [...new Set(['', ...releases.flat()])] }
  if ('inRelease' in until) return conditionsOfRelease(until.inRelease, issue, releases)
  if ('at' in until) return { untilAt: String(until.at) }
  return 'events' in until ? { untilCount: count + until.events } : { untilUsers: users + until.users }
}

/** Throws 400 where the issue was seen in the release, or in a later one. */
function conditionsOfRelease(release: string, issue: IssueTotals, releases: string[][]): Conditions {
  const before = releases.flatMap((names) =>
    names.slice(0, names.includes(release) ? names.indexOf(release) : names.length),
  )
  const knownReleases = [...new Set(['', ...before])]
  const other = issue.releases.find((name) => !knownReleases.includes(name))
  if (other !== undefined) {
    const where = other === release ? 'this release' : `${other}, which is later`
    throw new HttpError(400, `The issue is not resolved in ${release}: it was seen in ${where}.`)
  }
  const isSeen = releases.flat().includes(release)
  return { knownReleases, release, ...(!isSeen && { isAwaited: true }) }
}

function readTotals({ engine, merges }: QueryContext, ids: string[]): Promise<IssueTotals[]> {
  return engine.query<IssueTotals>(
    `SELECT id, services, lastSeen, count, users, releases,
       toString(toUnixTimestamp64Nano(lastAt)) AS changedAt
     FROM (SELECT ${merges.idColumn.sql} AS id, groupUniqArray(ServiceName) AS services,
         toString(toUnixTimestamp64Nano(max(LastSeen))) AS lastSeen, sum(Count) AS count,
         uniqMerge(Users) AS users, groupUniqArrayArray(Releases) AS releases
       FROM issues WHERE IssueId IN {fingerprints:Array(String)} GROUP BY id) AS totals
     LEFT JOIN (SELECT IssueId AS id, max(At) AS lastAt FROM issue_changes
       WHERE IssueId IN {ids:Array(String)} GROUP BY id) AS changes USING id`,
    { ...merges.idColumn.parameters, ids, fingerprints: ids.flatMap(merges.fingerprintsOf) },
  )
}

/** Of each service, the oldest first. */
async function readReleases(engine: Engine, totals: IssueTotals[]): Promise<Map<string, string[]>> {
  const rows = await engine.query<{ service: string; releases: string[] }>(
    `SELECT service, arrayMap(row -> row.2, arraySort(groupArray((first, release)))) AS releases FROM (
       SELECT ServiceName AS service, toString(Release) AS release, min(FirstSeen) AS first FROM releases
       WHERE ServiceName IN {services:Array(String)} GROUP BY service, release)
     GROUP BY service`,
    { services: totals.flatMap(({ services }) => services) },
  )
  return new Map(rows.map(({ service, releases }) => [service, releases]))
}

/** The issues that a change is about. Throws 400 for what is no id. */
export async function issuesOfChange({ engine, merges }: QueryContext, change: string): Promise<string[]> {
  const rows = await engine.query<{ id: string }>(
    'SELECT DISTINCT IssueId AS id FROM issue_changes WHERE ChangeId = {change:UUID}',
    { change: checkChangeId(change) },
  )
  return rows.map(({ id }) => merges.issueOf(id))
}

/** Undoing a change twice is not an error. */
async function undoChange(context: ChangeContext, change: string): Promise<UndoneAnswer> {
  const issues = await context.engine.query<{ id: string; at: string }>(
    `SELECT IssueId AS id, toString(toUnixTimestamp64Nano(max(At)) + 1) AS at FROM issue_changes
     WHERE ChangeId = {change:UUID} GROUP BY id`,
    { change },
  )
  if (issues.length === 0) throw new HttpError(404, 'No change has this id.')
  const ids = issues.map(({ id }) => id)
  const rows = issues.map(({ id, at }) => ({
    ChangeId: change,
    IssueId: id,
    At: seconds(BigInt(at)),
    Field: 'undo',
  }))
  await insertChanges(context, ids, rows)
  context.live.publishIssues(ids)
  return { undone: ids.length }
}
