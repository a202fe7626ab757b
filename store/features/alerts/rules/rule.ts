// Rules as they are stored. A new store has five, which are on.
import type { RuleThreshold, RuleCondition } from '../../../../contract/alerts.ts'
import type { Engine } from '../../../database/engine/engine.ts'
import { readSettings } from '../../../database/settings.ts'
import type { OccurrenceFilter } from '../../../occurrences/exception-filter.ts'

/** The value of a setting. An empty list sets no condition. */
export type RuleSetting = {
  name: string
  when: RuleCondition
  threshold: RuleThreshold
  service: string[]
  environment: string[]
  release: string[]
  origin: string[]
  search: string
  channels: string[]
  quietAfterDeployMinutes: number
  enabled: boolean
}

/**
 * `filter`: of its saved search, null where that was deleted. `changedAt`: in nanoseconds since 1970, 0 of
 * one that was never changed.
 */
export type StoredRule = RuleSetting & {
  id: string
  filter: SearchFilter | null
  changedAt: bigint
  fromFile: boolean
}

export type SearchFilter = Omit<OccurrenceFilter, 'from' | 'to'>

/** Without a saved search. */
export const NO_FILTER: SearchFilter = { service: [], environment: [], release: [], terms: [] }

/** A rule without conditions, which is on. */
export const NO_CONDITIONS: Omit<RuleSetting, 'name' | 'when'> = {
  threshold: {},
  service: [],
  environment: [],
  release: [],
  origin: [],
  search: '',
  channels: [],
  quietAfterDeployMinutes: 0,
  enabled: true,
}

/** The word for every environment that is not a developer's. */
export const PRODUCTION = 'production'

/** Whoever runs the application can do something about these. The last one: of an unknown origin. */
const OWN = ['own', 'dependency', 'inline', 'unknown']

const environment = [PRODUCTION]

export const DEFAULT_RULES = new Map<string, RuleSetting>([
  ['new', { ...NO_CONDITIONS, name: 'New issue in our own code', when: 'new', environment, origin: OWN }],
  ['regressed', { ...NO_CONDITIONS, name: 'Back after it was resolved', when: 'regressed', environment }],
  ['louder', { ...NO_CONDITIONS, name: 'Louder than usual', when: 'louder', environment, origin: OWN }],
  [
    'crash-free',
    { ...NO_CONDITIONS, name: 'Crash-free sessions of a release below 99 %', when: 'crashFree', environment },
  ],
  ['silence', { ...NO_CONDITIONS, name: 'A service is silent', when: 'silence', environment }],
])

/** The default ones first, then by age. Deleted ones are missing. */
export async function readRules(engine: Engine): Promise<Omit<StoredRule, 'filter' | 'fromFile'>[]> {
  const settings = await readSettings<RuleSetting>(engine, 'rule')
  const stored = new Map(settings.map((setting) => [setting.id, setting]))
  const ids = [...DEFAULT_RULES.keys(), ...stored.keys()]
  return [...new Set(ids)].flatMap((id) => {
    const setting = stored.get(id)
    const value = setting === undefined ? DEFAULT_RULES.get(id) : setting.value
    return value ? [{ ...value, id, changedAt: setting?.changedAt ?? 0n }] : []
  })
}

/** As it is stored. */
export function settingOf(rule: Omit<StoredRule, 'filter' | 'fromFile'> & Partial<StoredRule>): RuleSetting {
  const { id: _id, filter: _filter, changedAt: _changedAt, fromFile: _fromFile, ...setting } = rule
  return setting
}
