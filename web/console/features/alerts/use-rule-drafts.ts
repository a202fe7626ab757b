// The rule that is open, and the changes that are not saved, also of rules that are closed.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Channel, Rule } from '../../../../contract/alerts.ts'
import { useToast } from '../../ui/toast.tsx'
import { plainText } from '../../ui/untrusted-text.tsx'
import {
  bodyOf,
  changeOf,
  draftOf,
  type EditedRule,
  isSame,
  nameOf,
  newDraft,
  type RuleDraft,
} from './rules/rule-draft.ts'
import type { AlertChanges } from './use-alert-changes.ts'

/** The id of a rule or channel that is not saved yet. No other has it. */
export const NEW = '_new'

export type RuleDrafts = ReturnType<typeof useRuleDrafts>

type Input = { rules: Rule[]; channels: Channel[]; changes: AlertChanges; openId: string | undefined }

export function useRuleDrafts({ rules, channels, changes, openId }: Input) {
  const navigate = useNavigate()
  const { showToast } = useToast()
  const [drafts, setDrafts] = useState<Record<string, RuleDraft>>({})
  const [isSaving, setSaving] = useState(false)
  const open = (id: string | undefined) =>
    void navigate({ to: '/alerts', search: (current) => ({ ...current, rule: id }), resetScroll: false })
  const edit = (id: string, draft: RuleDraft) => setDrafts((current) => ({ ...current, [id]: draft }))
  const discard = (id: string) =>
    setDrafts((current) => Object.fromEntries(Object.entries(current).filter(([other]) => other !== id)))

  const rule = rules.find(({ id }) => id === openId)
  const edited = openId === undefined ? null : editedRule(openId, { rule, drafts, channels })

  async function save(): Promise<void> {
    if (openId === undefined || edited === null || isSaving || !edited.hasChanges) return
    setSaving(true)
    if (edited.rule) {
      if (await changes.changeRule(edited.rule, changeOf(edited.draft), 'The rule is saved')) discard(openId)
    } else {
      const created = await changes.addRule(bodyOf(edited.draft))
      if (created) {
        discard(openId)
        open(created.id)
        showToast({ text: `${plainText(created.name)} is on` })
      }
    }
    setSaving(false)
  }

  return {
    edited,
    isSaving,
    open,
    close: () => open(undefined),
    create: () => open(NEW),
    duplicate: (original: Rule) => {
      const draft = drafts[original.id] ?? draftOf(original)
      edit(NEW, { ...draft, name: `${nameOf(draft)} (copy)` })
      open(NEW)
    },
    change: (change: Partial<RuleDraft>) => {
      if (openId !== undefined && edited) edit(openId, { ...edited.draft, ...change })
    },
    discard: () => {
      if (openId === undefined) return
      discard(openId)
      if (openId === NEW) open(undefined)
    },
    save: () => void save(),
    hasDraft: ({ id }: Rule) => id in drafts,
  }
}

type Source = { rule: Rule | undefined; drafts: Record<string, RuleDraft>; channels: Channel[] }

function editedRule(id: string, { rule, drafts, channels }: Source): EditedRule | null {
  if (id === NEW) return { rule: null, draft: drafts[id] ?? newDraft(channels), hasChanges: true }
  if (!rule) return null
  const draft = drafts[id] ?? draftOf(rule)
  return { rule, draft, hasChanges: !isSame(draft, rule) }
}
