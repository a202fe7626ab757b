// The words of a rule, and the thresholds of each kind with their values in a new rule.
import type { RuleCondition, RuleThreshold } from '../../../../../contract/alerts.ts'

/** After "When". */
export const CONDITIONS: Record<RuleCondition, string> = {
  new: 'an issue is new',
  regressed: 'an issue is back after it was resolved',
  louder: 'an issue is louder than usual',
  events: 'an issue has many events',
  users: 'an issue affects many users',
  crashFree: 'a release has fewer crash-free sessions',
  vital: 'a route has a slow web vital',
  silence: 'a service is silent',
  delivery: 'records do not arrive',
  feedback: 'a user writes feedback',
}

/** They are about issues, which have an origin. */
const OF_ISSUES = new Set<RuleCondition>(['new', 'regressed', 'louder', 'events', 'users'])

export function isOfIssues(when: RuleCondition): boolean {
  return OF_ISSUES.has(when)
}

/** The values of a rule that sets none, as in the store. */
export const DEFAULTS: Record<RuleCondition, RuleThreshold> = {
  new: {},
  regressed: {},
  louder: { factor: 3, count: 10 },
  events: { count: 100, minutes: 10 },
  users: { count: 20, minutes: 60 },
  crashFree: { percent: 99, sessions: 50, points: 1 },
  vital: { name: 'LCP', above: 4_000, route: '', values: 100 },
  silence: { factor: 3, minutes: 15 },
  delivery: { percent: 95, records: 500 },
  feedback: {},
}

export const VITAL_NAMES = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB']

/** What follows the condition. A name in braces is the control of that threshold. */
export function thresholdText(when: RuleCondition, threshold: RuleThreshold): string {
  if (when === 'louder') return ', at least {factor} times its usual events and {count} an hour,'
  if (when === 'events') return ', at least {count} in {minutes} minutes,'
  if (when === 'users') return ', at least {count} in {minutes} minutes,'
  if (when === 'crashFree')
    return (
      ', below {percent} % of at least {sessions} sessions, ' +
      'and {points} percentage points below the release before,'
    )
  if (when === 'vital') {
    const unit = threshold['name'] === 'CLS' ? '' : ' ms'
    return `, the p75 of {name} above {above}${unit} on {route} with at least {values} values,`
  }
  if (when === 'silence') return ' for {factor} times its longest usual gap, at least {minutes} minutes,'
  return when === 'delivery' ? ', below {percent} % of at least {records} in an hour,' : ''
}

/** For screen readers. */
export const THRESHOLD_LABELS: Record<string, string> = {
  factor: 'Factor',
  count: 'Number',
  minutes: 'Minutes',
  percent: 'Percent',
  sessions: 'Sessions',
  points: 'Points below the release before',
  name: 'Web vital',
  above: 'Limit',
  route: 'Route',
  values: 'Values',
  records: 'Records',
}

/** Whoever runs the application can do something about these. `unknown`: no frame tells. */
const OWN = ['own', 'dependency', 'inline', 'unknown']

/** After "and it comes from". */
export const ORIGINS: Record<string, string[]> = {
  'our own code': OWN,
  'our own code or a third party': [...OWN, 'third party'],
  anywhere: [],
}

/** Minutes after a deploy. */
export const QUIET_MINUTES = [0, 5, 10, 15, 30, 60]
