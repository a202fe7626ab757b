// A rule while it is edited, with every member.
import type { NewRule, Rule, RuleChange, RuleThreshold } from '../../../../../contract/alerts.ts'
import { CONDITIONS, DEFAULTS, ORIGINS } from './rule-words.ts'

export type RuleDraft = Required<NewRule>

/** `rule`: null of a new one. `hasChanges`: it differs from what is saved. */
export type EditedRule = { rule: Rule | null; draft: RuleDraft; hasChanges: boolean }

const EMPTY: RuleDraft = {
  name: '',
  when: 'new',
  threshold: {},
  service: [],
  environment: ['production'],
  release: [],
  origin: ORIGINS['our own code'] ?? [],
  search: '',
  channels: [],
  quietAfterDeployMinutes: 0,
  enabled: true,
}

/** The first channel is chosen: a rule without one sends nothing. */
export function newDraft(channels: { id: string }[]): RuleDraft {
  return { ...EMPTY, channels: channels.slice(0, 1).map(({ id }) => id) }
}

export function draftOf(rule: Rule): RuleDraft {
  const { id: _id, fromFile: _fromFile, last: _last, sent: _sent, error: _error, ...members } = rule
  return { ...EMPTY, environment: [], origin: [], ...members }
}

export function nameOf({ name, when }: Pick<RuleDraft, 'name' | 'when'>): string {
  return name.trim() || CONDITIONS[when].replace(/^./, (letter) => letter.toUpperCase())
}

export function thresholdOf({ when, threshold }: Pick<RuleDraft, 'when' | 'threshold'>): RuleThreshold {
  return { ...DEFAULTS[when], ...threshold }
}

/** What is sent. A threshold with its default, or of an empty field, is left out. */
export function bodyOf(draft: RuleDraft): NewRule {
  const { search, ...members } = draft
  const defaults = DEFAULTS[draft.when]
  const threshold = Object.entries(draft.threshold)
    .filter(([name, value]) => defaults[name] !== value && !Number.isNaN(value))
    .toSorted(([a], [b]) => a.localeCompare(b))
  return {
    ...members,
    ...(search !== '' && { search }),
    name: nameOf(draft),
    threshold: Object.fromEntries(threshold),
  }
}

/** The same for a rule that exists, where a search may be removed. */
export function changeOf(draft: RuleDraft): RuleChange {
  return { ...bodyOf(draft), search: draft.search || null }
}

export function isSame(draft: RuleDraft, rule: Rule): boolean {
  const saved = bodyOf(draftOf(rule))
  const body = bodyOf(draft)
  const names = Object.keys({ ...saved, ...body }) as (keyof NewRule)[]
  return names.every((name) => JSON.stringify(body[name]) === JSON.stringify(saved[name]))
}
