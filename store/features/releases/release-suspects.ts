// GET /api/releases/suspects: the issues that began with a release or came back in it, each with the commits
// of the release that changed its stack.
import type { IssueOfRelease, ReleaseSuspectsAnswer } from '../../../contract/releases.ts'
import { text } from '../../http/parameters.ts'
import { path } from '../../http/path.ts'
import {
  allIssueStates,
  issueStates,
  ownFramesOf,
  parseStoredEvent,
  rankCommits,
  readCommits,
  type IssueState,
  type QueryContext,
  type StoredCommits,
} from '../issues/index.ts'

/** Issues of one answer, those with most events. Each has an occurrence of up to some 50 kB. */
const MAX_ISSUES = 100

/** Commits of an issue; further ones are on its page. */
const MAX_SUSPECTS = 5

type Name = { service: string; release: string }

export const releaseSuspectsPath = path('GET /api/releases/suspects', {
  summary: 'Issues that began with a release or came back in it, with the commits that changed their stacks',
  parameters: {
    service: text('The service of the release.'),
    release: text('The release, as `service.version` of the page.'),
  },
  answer: 'ReleaseSuspectsAnswer',
  handle: ({ parameters }, context: QueryContext) => releaseSuspects(context, parameters),
})

export async function releaseSuspects(context: QueryContext, name: Name): Promise<ReleaseSuspectsAnswer> {
  const [upload] = await readCommits(context.engine, name.service, [name.release])
  if (upload === undefined || upload.commits.length === 0) return { issues: [], total: 0 }
  const rows = await readOccurrences(context, name)
  const ids = [...new Set(rows.map(({ fingerprint }) => context.merges.issueOf(fingerprint)))]
  const states = await issueStates(context, ids)
  const issues = ids.flatMap((id) => {
    const row = rows.find(({ fingerprint }) => context.merges.issueOf(fingerprint) === id)!
    const state = states.get(id)
    return state === undefined ? [] : [toIssue(state, row, upload)]
  })
  return { issues, total: rows[0]?.total ?? 0 }
}

function toIssue({ id, status }: IssueState, row: Row, upload: StoredCommits): IssueOfRelease {
  const event = parseStoredEvent(row.occurrence)
  const suspects = rankCommits([upload], ownFramesOf(event)).flatMap(({ commit, evidence, place }) =>
    place === null ? [] : [{ commit: commit.hash, evidence, file: place.file, line: place.frame }],
  )
  const { type, message } = event
  const change = row.isNew ? 'new' : 'back'
  return { id, type, message, status, change, suspects: suspects.slice(0, MAX_SUSPECTS) }
}

type Row = { fingerprint: string; occurrence: string; isNew: number; total: number }

/**
 * Of each issue that no older release has, and of those that came back in this one, the first occurrence with
 * all details. In one query: a release may have hundreds of them.
 */
async function readOccurrences(context: QueryContext, { service, release }: Name): Promise<Row[]> {
  const { engine, merges } = context
  const { special } = await allIssueStates(context)
  const returned = [...special.values()]
    .filter((state) => state.service === service && state.status === 'regressed')
    .flatMap(({ id, changes }) =>
      merges.fingerprintsOf(id).map((text) => [text, changes.status!.at] as const),
    )
  return engine.query<Row>(
    `WITH (SELECT min(FirstSeen) FROM releases
         WHERE ServiceName = {service:String} AND Release = {release:String}) AS start,
       (SELECT groupArray(name) FROM (SELECT toString(Release) AS name FROM releases
         WHERE ServiceName = {service:String} GROUP BY name HAVING min(FirstSeen) < start)) AS older
     SELECT IssueId AS fingerprint, argMin(toString(Release), Timestamp) AS first,
       max(isOfRelease) AS isNew,
       argMinIf(Occurrence, Timestamp, Release = {release:String} AND IsSlim = 0) AS occurrence,
       count() OVER () AS total
     FROM exceptions
     WHERE ServiceName = {service:String} AND (
       (Release = {release:String} AND IssueId IN (
         SELECT arrayJoin(groupUniqArray(IssueId)) FROM issues WHERE ServiceName = {service:String}
         GROUP BY ${merges.idColumn.sql}
         HAVING has(groupUniqArrayArray(Releases) AS all, {release:String})
           AND NOT hasAny(all, older))) AS isOfRelease
       OR toUnixTimestamp64Nano(Timestamp) >
         toInt64OrZero({returnedAt:Array(String)}[indexOf({returned:Array(String)}, IssueId)])
         AND IssueId IN {returned:Array(String)})
     GROUP BY fingerprint HAVING first = {release:String} AND occurrence != ''
     ORDER BY count() DESC, fingerprint LIMIT ${MAX_ISSUES}`,
    {
      ...merges.idColumn.parameters,
      service,
      release,
      returned: returned.map(([fingerprint]) => fingerprint),
      returnedAt: returned.map(([, at]) => at),
    },
  )
}
