// Back after it was resolved: the first occurrence after that, which the rule names.
import { resolvedPeriods, type ResolvedPeriod } from '../../issues/index.ts'
import type { Period } from '../../../http/filters.ts'
import type { Match, RuleContext, RuleKind } from './rule-kind.ts'
import type { StoredRule } from './rule.ts'
import { exceptionsOfRule } from './rule-filter.ts'

type Row = {
  fingerprint: string
  resolved: string
  first: string
  received: string
  service: string
  release: string
  environment: string
}

export const regressed: RuleKind = {
  type: 'issue.regressed',
  defaults: {},
  intervalMs: 0,
  // Most issues have no change, which needs no query.
  recheckMs: 0,
  endsAfterMs: 0,
  async open(context, rule, period) {
    const resolved = await resolvedPeriods(context, await changedIssues(context))
    const matches = await readMatches(context, { rule, period, resolved })
    return (at) => {
      const past = matches.filter(({ since, received }) => since <= at || received! <= at)
      const numbers = { resolved: resolved.length, back: past.length }
      const reason = `${past.length} of ${resolved.length} resolved issues are back`
      return { matches: past, numbers, reason: resolved.length === 0 ? 'no issue is resolved' : reason }
    }
  },
}

/** Of the issues to look at, those that a person has changed; null: all. */
async function changedIssues({ issueIds, issueCache, merges }: RuleContext): Promise<string[] | null> {
  if (issueIds === null) return null
  const changes = await issueCache.changes(issueIds.map(merges.issueOf))
  return issueIds.map(merges.issueOf).filter((id) => changes.get(id)?.status)
}

type Input = { rule: StoredRule; period: Period; resolved: ResolvedPeriod[] }

async function readMatches(context: RuleContext, { rule, period, resolved }: Input): Promise<Match[]> {
  const { engine, merges } = context
  const rows = resolved.flatMap(({ id, from, to, knownReleases }) =>
    merges
      .fingerprintsOf(id)
      .map((fingerprint) => [fingerprint, String(from), String(to), releasesText(knownReleases)]),
  )
  if (rows.length === 0) return []
  const isNamed = exceptionsOfRule(rule, period)
  const column = (at: number): string[] => rows.map((row) => row[at]!)
  const firsts = await engine.query<Row>(
    `SELECT IssueId AS fingerprint, resolved, toString(toUnixTimestamp64Nano(min(Timestamp))) AS first,
       toString(toUnixTimestamp64Milli(argMin(Received, Timestamp)) * 1000000) AS received,
       any(ServiceName) AS service, argMin(toString(Release), Timestamp) AS release,
       argMin(toString(Environment), Timestamp) AS environment
     FROM exceptions INNER JOIN (
       SELECT tupleElement(row, 1) AS IssueId, toInt64(tupleElement(row, 2)) AS resolved,
         toInt64(tupleElement(row, 3)) AS ended, tupleElement(row, 4) AS known
       FROM (SELECT arrayJoin(arrayZip({ids:Array(String)}, {froms:Array(String)}, {tos:Array(String)},
         {known:Array(String)})) AS row)
     ) AS resolutions USING IssueId
     WHERE ${isNamed.sql} AND IssueId IN {ids:Array(String)}
       AND toUnixTimestamp64Nano(Timestamp) > resolved AND toUnixTimestamp64Nano(Timestamp) <= ended
       AND (known = '' OR NOT has(splitByChar('\\n', known), toString(Release)))
       AND Timestamp >= fromUnixTimestamp64Nano({since:Int64})
     GROUP BY fingerprint, resolved`,
    {
      ...isNamed.parameters,
      ids: column(0),
      froms: column(1),
      tos: column(2),
      known: column(3),
      since: String(period.from),
    },
  )
  return firsts.map((row) => toMatch(row, merges.issueOf(row.fingerprint)))
}

/** Empty without a condition. The first line is no release. */
function releasesText(knownReleases: string[] | null): string {
  return knownReleases === null ? '' : ['releases', ...knownReleases].join('\n')
}

function toMatch(row: Row, id: string): Match {
  const { resolved, first, received, service, release, environment } = row
  return {
    subject: `issue:${id}`,
    issueId: id,
    since: BigInt(first),
    received: BigInt(received),
    state: `regressed ${resolved}`,
    service,
    release,
    environment,
    heading: release === '' ? 'Back' : `Back in ${release}`,
    title: '',
    facts: '',
    numbers: {},
    reason: `resolved ${minuteOf(BigInt(resolved))}, seen again ${minuteOf(BigInt(first))}`,
    path: `/issues/${id}`,
  }
}

/** 2026-11-26 14:31 UTC. */
function minuteOf(ns: bigint): string {
  return `${new Date(Number(ns / 1_000_000n)).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
