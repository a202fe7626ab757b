// The body of a rule that is created or changed.
import type { RuleCondition, RuleThreshold } from '../../../../contract/alerts.ts'
import { HttpError } from '../../../../server/http-error.ts'
import { isObject } from '../../../../server/json.ts'
import type { JsonObject } from '../../../http/body.ts'
import { readChoice, readFlag, readInteger, readNames, readText, requireKnown } from '../body-members.ts'
import { RULE_KINDS } from './kinds.ts'
import { NO_CONDITIONS, type RuleSetting } from './rule.ts'

const CONDITIONS = Object.keys(RULE_KINDS) as RuleCondition[]

export const QUIET_MINUTES: [min: number, max: number] = [0, 1_440]

const MAX_NUMBER = 1_000_000_000

const LISTS = ['service', 'environment', 'release', 'origin', 'channels'] as const
const MEMBERS = ['name', 'when', ...Object.keys(NO_CONDITIONS)]

export function parseNewRule(body: JsonObject): RuleSetting {
  const change = parseRuleChange(body)
  if (change.name === undefined) throw new HttpError(400, 'name is required.')
  if (change.when === undefined)
    throw new HttpError(400, `when is required: one of ${CONDITIONS.join(', ')}.`)
  return withChange({ ...NO_CONDITIONS, name: change.name, when: change.when }, change)
}

/** Null removes a member. */
export function parseRuleChange(body: JsonObject): Partial<RuleSetting> {
  requireKnown(body, MEMBERS)
  const change: Partial<RuleSetting> = {}
  const has = (name: keyof RuleSetting): boolean => body[name] !== undefined && body[name] !== null
  if (body['name'] !== undefined) change.name = readText(body, 'name')
  if (body['when'] !== undefined) change.when = readChoice(body, 'when', CONDITIONS)
  if (body['threshold'] !== undefined) change.threshold = has('threshold') ? parseThreshold(body) : {}
  for (const name of LISTS) if (body[name] !== undefined) change[name] = readNames(body, name)
  if (body['search'] !== undefined) change.search = has('search') ? readText(body, 'search') : ''
  if (body['quietAfterDeployMinutes'] !== undefined)
    change.quietAfterDeployMinutes = has('quietAfterDeployMinutes')
      ? readInteger(body, 'quietAfterDeployMinutes', QUIET_MINUTES)
      : 0
  if (body['enabled'] !== undefined) change.enabled = readFlag(body, 'enabled')
  return change
}

/** Throws a 400 where the threshold has members that the condition does not have. */
export function withChange(setting: RuleSetting, change: Partial<RuleSetting>): RuleSetting {
  const isOther = change.when !== undefined && change.when !== setting.when
  const changed = { ...setting, ...(isOther && { threshold: {} }), ...change }
  const defaults = RULE_KINDS[changed.when].defaults
  for (const [name, value] of Object.entries(changed.threshold)) {
    const type = typeof defaults[name]
    if (type === 'undefined') {
      const names = Object.keys(defaults)
      const text = names.length === 0 ? 'none' : names.join(', ')
      throw new HttpError(400, `threshold.${name} is unknown. ${changed.when} has ${text}.`)
    }
    if (typeof value !== type) throw new HttpError(400, `threshold.${name} must be a ${type}.`)
  }
  return changed
}

function parseThreshold({ threshold }: JsonObject): RuleThreshold {
  if (!isObject(threshold)) throw new HttpError(400, 'threshold must be an object of numbers and texts.')
  return Object.fromEntries(
    Object.entries(threshold).map(([name, value]) => {
      const isText = typeof value === 'string' && value.length <= 500
      const isNumber = typeof value === 'number' && value >= 0 && value <= MAX_NUMBER
      if (isText || isNumber) return [name, value]
      throw new HttpError(400, `threshold.${name.slice(0, 40)} must be a number from 0 on, or a text.`)
    }),
  )
}
