// Which services and releases are not production because their pages are on a loopback host.
import { all, between, oneOf } from '../../../database/engine/condition.ts'
import { HOUR_NS } from '../../../database/instants.ts'
import type { Period } from '../../../http/filters.ts'
import { isOfIssue } from '../../../occurrences/exception-filter.ts'
import { namesOfRule, notOnLoopback } from './rule-filter.ts'
import type { RuleContext } from './rule-kind.ts'
import { PRODUCTION, type StoredRule } from './rule.ts'

const HAS_ADDRESS = { sql: `startsWith(Url, 'http')`, parameters: {} }
const ALL_ON_LOOPBACK = `countIf(${notOnLoopback().sql}) = 0`

/** A release, or with an empty name all of a service. */
export type ServiceRelease = { service: string; release: string }

/**
 * Those of the candidates whose exceptions in the period have addresses, all of a loopback host. None where
 * the rule does not ask for production. One without exceptions is not among them.
 */
export async function onLoopback(
  { engine }: RuleContext,
  rule: StoredRule,
  { candidates, period }: { candidates: ServiceRelease[]; period: Period },
): Promise<Set<string>> {
  if (candidates.length === 0 || !rule.environment.includes(PRODUCTION)) return new Set()
  const hasReleases = candidates.every(({ release }) => release !== '')
  const where = all([
    between(period),
    ...namesOfRule({ ...rule, release: [] }),
    ...oneOf('ServiceName', 'pageService', [...new Set(candidates.map(({ service }) => service))]),
    ...(hasReleases
      ? oneOf(
          'Release',
          'pageRelease',
          candidates.map(({ release }) => release),
        )
      : []),
    HAS_ADDRESS,
  ])
  const rows = await engine.query<ServiceRelease>(
    `SELECT ServiceName AS service, ${hasReleases ? 'toString(Release)' : `''`} AS release
     FROM exceptions WHERE ${where.sql}
     GROUP BY service, release HAVING ${ALL_ON_LOOPBACK}`,
    where.parameters,
  )
  return new Set(rows.map(releaseKey))
}

export function releaseKey({ service, release }: ServiceRelease): string {
  return JSON.stringify([service, release])
}

/**
 * The same of issues: occurrences above FULL_EVENTS_PER_HOUR have no address, and the loop of a developer has
 * many. The first ones of each hour tell.
 */
export async function issuesOnLoopback(
  { engine, merges }: RuleContext,
  rule: StoredRule,
  { ids, period }: { ids: string[]; period: Period },
): Promise<Set<string>> {
  if (ids.length === 0 || !rule.environment.includes(PRODUCTION)) return new Set()
  const where = all([
    isOfIssue(ids.flatMap(merges.fingerprintsOf)),
    between({ from: period.from - HOUR_NS, to: period.to }),
    ...namesOfRule(rule),
    HAS_ADDRESS,
  ])
  const rows = await engine.query<{ id: string }>(
    `SELECT ${merges.idColumn.sql} AS id FROM exceptions WHERE ${where.sql}
     GROUP BY id HAVING ${ALL_ON_LOOPBACK}`,
    { ...where.parameters, ...merges.idColumn.parameters },
  )
  return new Set(rows.map(({ id }) => id))
}
