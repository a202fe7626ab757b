// The paths of rules.
import { randomUUID } from 'node:crypto'
import type { Rule, RulePreview, RulesAnswer } from '../../../../contract/alerts.ts'
import { SERVICE_CHANNEL } from '../../../../contract/service-channel.ts'
import { HttpError } from '../../../../server/http-error.ts'
import { dateOf, DAY_MS } from '../../../database/instants.ts'
import { writeSetting } from '../../../database/settings.ts'
import { json } from '../../../http/body.ts'
import { ofPath } from '../../../http/parameters.ts'
import { path } from '../../../http/path.ts'
import type { AlertContext } from '../alert-context.ts'
import { differences } from '../../people/index.ts'
import { requireChannels, type StoredChannel } from '../channels/channel.ts'
import { parseNewRule, parseRuleChange, withChange } from './rule-body.ts'
import { settingOf, type RuleSetting, type StoredRule } from './rule.ts'

const MAX_RULES = 200

/** Days of `sent`. */
const DAYS = 7

const RULE_ID = ofPath('The id of a rule.')

const rulesPath = path('GET /api/rules', {
  summary: 'Rules of alerts; a new store has five',
  needsAllServices: true,
  answer: 'RulesAnswer',
  handle: async (_request, context: AlertContext): Promise<RulesAnswer> => ({
    rules: await rulesOf(context, (await context.alerts.settings()).rules),
  }),
})

const addRulePath = path('POST /api/rules', {
  summary: 'Adds a rule',
  needsAllServices: true,
  answer: 'Rule',
  status: 201,
  body: json('NewRule', parseNewRule),
  handle: async ({ body }, context: AlertContext): Promise<Rule> => {
    const { rules, channels } = await context.alerts.settings()
    requireRuleChannels(body.channels, channels)
    if (rules.length >= MAX_RULES) throw new HttpError(409, `There are ${MAX_RULES} rules already.`)
    const rule = await writeRule(context, randomUUID(), body)
    await record(context, 'rule.created', null, body)
    return rule
  },
})

const changeRulePath = path('PATCH /api/rules/:id', {
  summary: 'Changes a rule',
  parameters: { id: RULE_ID },
  needsAllServices: true,
  answer: 'Rule',
  body: json('RuleChange', parseRuleChange),
  handle: async ({ parameters: { id }, body }, context: AlertContext): Promise<Rule> => {
    const setting = settingOf(await requireEditable(context, id))
    requireRuleChannels(body.channels ?? [], (await context.alerts.settings()).channels)
    const changed = withChange(setting, body)
    const rule = await writeRule(context, id, changed)
    await record(context, 'rule.changed', setting, changed)
    return rule
  },
})

const deleteRulePath = path('DELETE /api/rules/:id', {
  summary: 'Deletes a rule',
  parameters: { id: RULE_ID },
  needsAllServices: true,
  answer: 'none',
  status: 204,
  handle: async ({ parameters: { id } }, context: AlertContext): Promise<void> => {
    const setting = settingOf(await requireEditable(context, id))
    await writeSetting(context.engine, { kind: 'rule', id, value: null })
    context.alerts.changed()
    await record(context, 'rule.deleted', setting, null)
  },
})

const previewPath = path('POST /api/rules/preview', {
  summary: 'What a rule would have sent in the last 7 days',
  needsAllServices: true,
  answer: 'RulePreview',
  body: json('NewRule', parseNewRule),
  handle: ({ body }, context: AlertContext): Promise<RulePreview> => context.alerts.preview(body),
})

export const rulePaths = [rulesPath, addRulePath, previewPath, changeRulePath, deleteRulePath]

async function record(
  { people, actor }: AlertContext,
  act: string,
  before: RuleSetting | null,
  after: RuleSetting | null,
): Promise<void> {
  const { name: target } = (before ?? after)!
  await people.audit.record(actor, { act, target, ...differences(before, after) })
}

function requireRuleChannels(ids: string[], channels: StoredChannel[]): void {
  requireChannels(
    ids.filter((id) => id !== SERVICE_CHANNEL),
    channels,
  )
}

async function requireRule({ alerts }: AlertContext, id: string): Promise<StoredRule> {
  const rule = (await alerts.settings()).rules.find((other) => other.id === id)
  if (rule) return rule
  throw new HttpError(404, 'No rule has this id.')
}

async function requireEditable(context: AlertContext, id: string): Promise<StoredRule> {
  const rule = await requireRule(context, id)
  if (rule.fromFile) throw new HttpError(409, `The file of alerts sets the rule ${id}: change it there.`)
  return rule
}

async function writeRule(context: AlertContext, id: string, value: RuleSetting): Promise<Rule> {
  const { engine, alerts } = context
  await writeSetting(engine, { kind: 'rule', id, value })
  alerts.changed()
  const [rule] = await rulesOf(context, [await requireRule(context, id)])
  return rule!
}

async function rulesOf({ engine, alerts }: AlertContext, rules: StoredRule[]): Promise<Rule[]> {
  const sent = await engine.query<{ rule: string; day: string; count: number }>(
    `SELECT RuleId AS rule, toString(toDate(At)) AS day, count() AS count FROM alert_messages
     WHERE At > now() - toIntervalDay(${DAYS}) AND Kind = 'changes' GROUP BY rule, day`,
  )
  const days = Array.from({ length: DAYS }, (_, at) => dateOf(Date.now() - (DAYS - 1 - at) * DAY_MS))
  return rules.map((rule) => ({
    id: rule.id,
    ...membersOf(settingOf(rule)),
    fromFile: rule.fromFile,
    ...alerts.last(rule.id),
    sent: days.map((day) => sent.find((row) => row.rule === rule.id && row.day === day)?.count ?? 0),
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
