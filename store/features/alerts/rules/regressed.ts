// Back after it was resolved: the first occurrence after that, which the rule names.
import { inParts } from '../../../database/engine/condition.ts'
import { resolvedPeriods, returnTest, type ResolvedPeriod } from '../../issues/index.ts'
import type { Period } from '../../../http/filters.ts'
import type { Match, RuleContext, RuleKind } from './rule-kind.ts'
import type { StoredRule } from './rule.ts'
import { exceptionsOfRule } from './rule-filter.ts'

/** Periods in one query: each has an id and two instants. */
const MAX_PERIODS = 500

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

/** The first occurrence in each period, of a release that did not have the issue before. */
async function readMatches(context: RuleContext, { rule, period, resolved }: Input): Promise<Match[]> {
  const { merges } = context
  const resolutions = resolved.flatMap(({ id, ...each }) =>
    merges.fingerprintsOf(id).map((fingerprint) => ({ ...each, fingerprint })),
  )
  const order = await context.issueCache.releases()
  const tests = new Map(
    resolutions.map((each) => [`${each.fingerprint} ${each.from}`, returnTest(each.conditions, order)]),
  )
  const parts = inParts(resolutions, MAX_PERIODS).map((part) => readFirsts(context, { rule, period }, part))
  const firsts = new Map<string, Row>()
  for (const row of (await Promise.all(parts)).flat()) {
    const key = `${row.fingerprint} ${row.resolved}`
    if (tests.get(key)?.(row.service, row.release) === false) continue
    const other = firsts.get(key)
    if (!other || BigInt(row.first) < BigInt(other.first)) firsts.set(key, row)
  }
  return [...firsts.values()].map((row) => toMatch(row, merges.issueOf(row.fingerprint)))
}

type Resolution = { fingerprint: string; from: bigint; to: bigint }

/** Of each period and release. */
function readFirsts(
  { engine }: RuleContext,
  { rule, period }: Omit<Input, 'resolved'>,
  resolutions: Resolution[],
): Promise<Row[]> {
  const isNamed = exceptionsOfRule(rule, period)
  return engine.query<Row>(
    `SELECT IssueId AS fingerprint, resolved, toString(toUnixTimestamp64Nano(min(Timestamp))) AS first,
       toString(toUnixTimestamp64Milli(argMin(Received, Timestamp)) * 1000000) AS received,
       any(ServiceName) AS service, toString(Release) AS release,
       argMin(toString(Environment), Timestamp) AS environment
     FROM exceptions INNER JOIN (
       SELECT tupleElement(row, 1) AS IssueId, toInt64(tupleElement(row, 2)) AS resolved,
         toInt64(tupleElement(row, 3)) AS ended
       FROM (SELECT arrayJoin(arrayZip(
         {ids:Array(String)}, {froms:Array(String)}, {tos:Array(String)})) AS row)
     ) AS resolutions USING IssueId
     WHERE ${isNamed.sql} AND IssueId IN {ids:Array(String)}
       AND toUnixTimestamp64Nano(Timestamp) > resolved AND toUnixTimestamp64Nano(Timestamp) <= ended
       AND Timestamp >= fromUnixTimestamp64Nano({since:Int64})
     GROUP BY fingerprint, resolved, release`,
    {
      ...isNamed.parameters,
      ids: resolutions.map(({ fingerprint }) => fingerprint),
      froms: resolutions.map(({ from }) => String(from)),
      tos: resolutions.map(({ to }) => String(to)),
      since: String(period.from),
    },
  )
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
