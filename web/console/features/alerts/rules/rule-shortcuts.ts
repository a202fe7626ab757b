// The keys of the screen of alerts. They act on the rule with the focus, else on the open one.
import type { Channel, Rule } from '../../../../../contract/alerts.ts'
import type { Shortcut } from '../../../app/shortcuts.ts'
import { rowShortcuts } from '../../../app/row-shortcuts.ts'
import type { Roving } from '../../../ui/roving.ts'
import { plainText } from '../../../ui/untrusted-text.tsx'
import type { AlertRights } from '../use-alert-rights.ts'
import type { AlertChanges } from '../use-alert-changes.ts'
import type { ChannelTests } from '../use-channel-tests.ts'
import type { RuleDrafts } from '../use-rule-drafts.ts'
import { submitRule } from './rule-editor.tsx'

type Input = {
  rules: Rule[]
  channels: Channel[]
  roving: Roving
  drafts: RuleDrafts
  changes: AlertChanges
  may: AlertRights
  tests: ChannelTests
  undo: () => void
}

export function ruleShortcuts(input: Input): Shortcut[] {
  const { rules, channels, roving, drafts, changes, may, tests, undo } = input
  const rule = rules[roving.index] ?? drafts.edited?.rule ?? undefined
  const subject = rule && { subject: plainText(rule.name) }
  const test = () => {
    // The answers are in the open rule.
    drafts.open(rule?.id)
    tests.send(channels.filter(({ id }) => rule?.channels.includes(id)))
  }
  return [
    ...(rules.length > 0 ? rowShortcuts(roving.move) : []),
    ...(rule ? [{ keys: 'Enter', label: 'open', run: () => drafts.open(rule.id) }] : []),
    ...(may.rules ? [{ keys: 'n', label: 'new rule', icon: 'plus' as const, run: drafts.create }] : []),
    ...(rule && !rule.fromFile && may.rules
      ? [
          {
            keys: 'x',
            label: rule.enabled ? 'turn off' : 'turn on',
            icon: 'ignored' as const,
            run: () => changes.switchRule(rule),
            ...subject,
          },
        ]
      : []),
    ...(rule && may.channels
      ? [{ keys: 't', label: 'send a test', icon: 'send' as const, run: test, ...subject }]
      : []),
    ...(drafts.edited && may.rules
      ? [{ keys: 's', label: 'save', icon: 'resolved' as const, run: submitRule }]
      : []),
    ...(may.rules ? [{ keys: 'z', label: 'undo', icon: 'regressed' as const, run: undo }] : []),
    ...(rule && may.rules
      ? [
          {
            keys: 'c',
            label: 'duplicate',
            icon: 'copy' as const,
            run: () => drafts.duplicate(rule),
            ...subject,
          },
        ]
      : []),
    ...(drafts.edited ? [{ keys: 'Escape', label: 'close', run: drafts.close }] : []),
  ]
}
