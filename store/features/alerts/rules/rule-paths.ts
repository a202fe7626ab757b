// The paths of rules.
import { randomUUID } from 'node:crypto'
import type { Rule, RulePreview, RulesAnswer } from '../../../../contract/alerts.ts'
import { HttpError } from '../../../../server/http-error.ts'
import type { Engine } from '../../../database/engine/engine.ts'
import { dateOf, DAY_MS } from '../../../database/instants.ts'
import { writeSetting } from '../../../database/settings.ts'
import { json } from '../../../http/body.ts'
import { ofPath } from '../../../http/parameters.ts'
import { path } from '../../../http/path.ts'
import type { AlertContext } from '../alert-context.ts'
import { parseNewRule, parseRuleChange, withChange } from './rule-body.ts'
import { readRules, type RuleSetting, type StoredRule } from './rule.ts'

const MAX_RULES = 200

/** Days of `sent`. */
const DAYS = 7

const RULE_ID = ofPath('The id of a rule.')

const rulesPath = path('GET /api/rules', {
  summary: 'Rules of alerts; a new store has five',
  answer: 'RulesAnswer',
  handle: async (_request, context: AlertContext): Promise<RulesAnswer> => ({
    rules: await rulesOf(context, await readRules(context.engine)),
  }),
})

const addRulePath = path('POST /api/rules', {
  summary: 'Adds a rule',
  answer: 'Rule',
  status: 201,
  body: json('NewRule', parseNewRule),
  handle: async ({ body }, context: AlertContext): Promise<Rule> => {
    const rules = await readRules(context.engine)
    if (rules.length >= MAX_RULES) throw new HttpError(409, `There are ${MAX_RULES} rules already.`)
    return writeRule(context, randomUUID(), body)
  },
})

const changeRulePath = path('PATCH /api/rules/:id', {
  summary: 'Changes a rule',
  parameters: { id: RULE_ID },
  answer: 'Rule',
  body: json('RuleChange', parseRuleChange),
  handle: async ({ parameters: { id }, body }, context: AlertContext): Promise<Rule> => {
    const { id: _id, changedAt: _changedAt, ...setting } = await requireRule(context.engine, id)
    return writeRule(context, id, withChange(setting, body))
  },
})

const deleteRulePath = path('DELETE /api/rules/:id', {
  summary: 'Deletes a rule',
  parameters: { id: RULE_ID },
  answer: 'none',
  status: 204,
  handle: async ({ parameters: { id } }, { engine, alerts }: AlertContext): Promise<void> => {
    await requireRule(engine, id)
    await writeSetting(engine, { kind: 'rule', id, value: null })
    alerts.changed()
  },
})

const previewPath = path('POST /api/rules/preview', {
  summary: 'What a rule would have sent in the last 7 days',
  answer: 'RulePreview',
  body: json('NewRule', parseNewRule),
  handle: ({ body }, context: AlertContext): Promise<RulePreview> => context.alerts.preview(body),
})

export const rulePaths = [rulesPath, addRulePath, previewPath, changeRulePath, deleteRulePath]

type ReadRule = Omit<StoredRule, 'terms' | 'fromFile'>

async function requireRule(engine: Engine, id: string): Promise<ReadRule> {
  const rule = (await readRules(engine)).find((other) => other.id === id)
  if (rule) return rule
  throw new HttpError(404, 'No rule has this id.')
}

async function writeRule(context: AlertContext, id: string, value: RuleSetting): Promise<Rule> {
  const { engine, alerts } = context
  await writeSetting(engine, { kind: 'rule', id, value })
  alerts.changed()
  const [rule] = await rulesOf(context, [await requireRule(engine, id)])
  return rule!
}

async function rulesOf({ engine, alerts }: AlertContext, rules: ReadRule[]): Promise<Rule[]> {
  const sent = await engine.query<{ rule: string; day: string; count: number }>(
    `SELECT RuleId AS rule, toString(toDate(At)) AS day, count() AS count FROM alert_messages
     WHERE At > now() - toIntervalDay(${DAYS}) AND Kind = 'changes' GROUP BY rule, day`,
  )
  const days = Array.from({ length: DAYS }, (_, at) => dateOf(Date.now() - (DAYS - 1 - at) * DAY_MS))
  return rules.map(({ id, changedAt: _changedAt, ...setting }) => ({
    id,
    ...membersOf(setting),
    fromFile: false,
    ...alerts.last(id),
    sent: days.map((day) => sent.find((row) => row.rule === id && row.day === day)?.count ?? 0),
  }))
}

/** Without members that say nothing. */
function membersOf(setting: RuleSetting): Omit<Rule, 'id' | 'fromFile' | 'last' | 'error' | 'sent'> {
  const { name, when, channels, enabled, threshold, search, quietAfterDeployMinutes, ...lists } = setting
  return {
    name,
    when,
    ...(Object.keys(threshold).length > 0 && { threshold }),
    ...Object.fromEntries(Object.entries(lists).filter(([, names]) => names.length > 0)),
    ...(search !== '' && { search }),
    channels,
    ...(quietAfterDeployMinutes > 0 && { quietAfterDeployMinutes }),
    enabled,
  }
}
