// New: the first occurrence of an issue that a rule names.
import type { Condition } from '../../../database/engine/condition.ts'
import { SECOND_NS } from '../../../database/instants.ts'
import type { Match, RuleContext, RuleKind } from './rule-kind.ts'
import type { StoredRule } from './rule.ts'
import { exceptionsOfRule } from './rule-filter.ts'
import type { Period } from '../../../http/filters.ts'

/** An issue has changed once its row is written, which may take a while. */
const WRITTEN_BEFORE_NS = 300n * SECOND_NS

/** Occurrences of any time. */
const ANY_TIME = { from: 0n, to: 1n << 62n }

type Row = {
  id: string
  first: string
  received: string
  /** Of all its occurrences that are stored, whether the rule names them or not. */
  stored: string
  service: string
  release: string
  environment: string
}

export const newIssue: RuleKind = {
  type: 'issue.new',
  defaults: {},
  intervalMs: 0,
  endsAfterMs: 0,
  async open(context, rule, period) {
    const rows = await readFirst(context, rule, period)
    const index = await context.issueCache.index(rows.flatMap(({ id }) => context.merges.fingerprintsOf(id)))
    // Where older occurrences have been deleted, nobody knows whether the rule named them.
    const isKnown = ({ id, stored }: Row): boolean =>
      context.merges
        .fingerprintsOf(id)
        .every((fingerprint) => (index.range(fingerprint)?.first ?? BigInt(stored)) >= BigInt(stored))
    const isInPeriod = ({ first, received }: Row): boolean =>
      BigInt(first) >= period.from || BigInt(received) >= period.from
    const matches = rows.filter((row) => isInPeriod(row) && isKnown(row)).map(toMatch)
    const settled = rows.map(({ id }) => id)
    return (at) => {
      const past = matches.filter(({ since, received }) => since <= at || received! <= at)
      const numbers = { issues: past.length }
      const reason = past.length === 0 ? 'no new issue' : `${past.length} new`
      return { matches: past, numbers, reason, settled }
    }
  },
}

/** Issues that the rule names, with an occurrence since the start of the period. */
async function readFirst(context: RuleContext, rule: StoredRule, { from, to }: Period): Promise<Row[]> {
  const { engine, merges, issueIds } = context
  const isNamed = exceptionsOfRule(rule, { ...ANY_TIME, to })
  const fingerprints =
    issueIds && (await namedSince(context, issueIds.flatMap(merges.fingerprintsOf), isNamed))
  if (fingerprints?.length === 0) return []
  const recent = `SELECT IssueId FROM issues GROUP BY IssueId
    HAVING max(LastSeen) >= fromUnixTimestamp64Nano({since:Int64})`
  return engine.query<Row>(
    `SELECT ${merges.idColumn.sql} AS id, countIf(${isNamed.sql}) AS named,
       toString(toUnixTimestamp64Nano(minIf(Timestamp, ${isNamed.sql}))) AS first,
       toString(toUnixTimestamp64Milli(minIf(Received, ${isNamed.sql})) * 1000000) AS received,
       toString(toUnixTimestamp64Nano(min(Timestamp))) AS stored, any(ServiceName) AS service,
       argMinIf(toString(Release), Timestamp, ${isNamed.sql}) AS release,
       argMinIf(toString(Environment), Timestamp, ${isNamed.sql}) AS environment
     FROM exceptions WHERE IssueId IN ${fingerprints ? '{fingerprints:Array(String)}' : `(${recent})`}
     GROUP BY id HAVING named > 0`,
    {
      ...merges.idColumn.parameters,
      ...isNamed.parameters,
      since: String(from),
      ...(fingerprints && {
        fingerprints: fingerprints.flatMap((id) => merges.fingerprintsOf(merges.issueOf(id))),
      }),
    },
  )
}

/**
 * Those with an occurrence since they changed that the rule names. Of an issue with a million occurrences of
 * third parties, only the instants are read.
 */
async function namedSince(
  context: RuleContext,
  fingerprints: string[],
  isNamed: Condition,
): Promise<string[]> {
  const rows = await context.engine.query<{ id: string }>(
    `SELECT DISTINCT IssueId AS id FROM exceptions
     PREWHERE IssueId IN {fingerprints:Array(String)} AND Received > fromUnixTimestamp64Nano({received:Int64})
     WHERE ${isNamed.sql}`,
    { ...isNamed.parameters, fingerprints, received: String(context.changedSince - WRITTEN_BEFORE_NS) },
  )
  return rows.map(({ id }) => id)
}

function toMatch({ id, first, received, service, release, environment }: Row): Match {
  return {
    subject: `issue:${id}`,
    issueId: id,
    since: BigInt(first),
    received: BigInt(received),
    state: 'new',
    service,
    release,
    environment,
    heading: release === '' ? 'New' : `New in ${release}`,
    title: '',
    facts: '',
    numbers: {},
    reason: 'the first occurrence that the rule names',
    path: `/issues/${id}`,
  }
}
