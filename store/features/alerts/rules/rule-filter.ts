// Which rows a rule is about.
import { all, oneOf, type Condition } from '../../../database/engine/condition.ts'
import { exceptionFilter, type OccurrenceFilter } from '../../../occurrences/exception-filter.ts'
import type { Period } from '../../../http/filters.ts'
import { PRODUCTION, type SearchFilter, type StoredRule } from './rule.ts'

/** As a word of the name: `dev`, `pr-12-preview`, `staging-eu`. */
const OTHER_THAN_PRODUCTION =
  '(^|[^a-z])(dev|develop|development|test|testing|stage|staging|preview|local|localhost)([^a-z]|$)'

const LOOPBACK_PAGE = String.raw`^https?://(localhost|[^/:]*\\.localhost|127\\.[0-9.]+|\\[::1\\])(:|/|$)`

/** A condition for the column Environment. */
export const IS_PRODUCTION = `NOT match(lower(Environment), '${OTHER_THAN_PRODUCTION}')`

/** Of rows with the columns Environment, ServiceName and Release. */
export function namesOfRule({ service, environment, release }: StoredRule): Condition[] {
  const isProduction = environment.includes(PRODUCTION)
  const named = environment.filter((name) => name !== PRODUCTION)
  return [
    ...oneOf('ServiceName', 'ruleService', service),
    ...oneOf('Release', 'ruleRelease', release),
    ...(isProduction
      ? [
          {
            sql: `(${IS_PRODUCTION} OR Environment IN {ruleEnvironment:Array(String)})`,
            parameters: { ruleEnvironment: named },
          },
        ]
      : oneOf('Environment', 'ruleEnvironment', named)),
  ]
}

/** Of `exceptions`: everything that the rule names, in a period. */
export function exceptionsOfRule(rule: StoredRule, period: Period): Condition {
  const origin = rule.origin.map((name) => (name === 'unknown' ? '' : name))
  return all([
    exceptionFilter({ ...filterOf(rule), ...period }),
    ...namesOfRule(rule),
    ...oneOf('Origin', 'ruleOrigin', origin),
    ...(rule.environment.includes(PRODUCTION) ? [notOnLoopback()] : []),
  ])
}

/** Matches at least what the rule names: the occurrences in memory have no origin and no host. */
export function candidatesOfRule(rule: StoredRule, period: Period): OccurrenceFilter {
  const { service, release } = rule
  const environment = rule.environment.includes(PRODUCTION) ? [] : rule.environment
  return { ...period, service, environment, release, terms: [] }
}

export function notOnLoopback(): Condition {
  return { sql: `NOT match(Url, '${LOOPBACK_PAGE}')`, parameters: {} }
}

/** Without its search, a rule would match more than it is for. */
function filterOf({ filter, name }: StoredRule): SearchFilter {
  if (filter !== null) return filter
  throw new Error(`the saved search of the rule “${name}” was deleted: choose another one.`)
}
