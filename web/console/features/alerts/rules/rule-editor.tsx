// The open rule: its sentence, what it would have sent, and why it matched or not.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Channel, Rule } from '../../../../../contract/alerts.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { TestAnswers } from '../channels/test-answers.tsx'
import type { ChannelTests } from '../use-channel-tests.ts'
import type { AlertRights } from '../use-alert-rights.ts'
import type { AlertChanges } from '../use-alert-changes.ts'
import type { RuleDrafts } from '../use-rule-drafts.ts'
import { type EditedRule, nameOf } from './rule-draft.ts'
import { RulePreview } from './rule-preview.tsx'
import { RuleReason } from './rule-reason.tsx'
import { RuleSentence } from './rule-sentence.tsx'
import css from './rules.module.css'

/** The shortcut that saves submits the form: its fields are checked first. */
const RULE_FORM = 'rule-form'

export function submitRule(): void {
  const form = document.getElementById(RULE_FORM)
  if (form instanceof HTMLFormElement) form.requestSubmit()
}

type Props = {
  edited: EditedRule
  channels: Channel[]
  drafts: RuleDrafts
  changes: AlertChanges
  may: AlertRights
  tests: ChannelTests
}

export function RuleEditor({ edited, channels, drafts, changes, may, tests }: Props) {
  const { rule, draft, hasChanges } = edited
  const form = useRef<HTMLFormElement>(null)
  const isNew = rule === null
  const canEdit = may.rules && !rule?.fromFile
  useEffect(() => {
    // No expression: some browsers return a promise, and React calls what an effect returns.
    form.current?.scrollIntoView({ block: 'nearest' })
    // A new one is written from its first field on; another one is read.
    if (isNew) form.current?.querySelector('input')?.focus()
  }, [isNew])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    drafts.save()
  }
  const chosen = channels.filter(({ id }) => draft.channels.includes(id))
  return (
    <form ref={form} id={RULE_FORM} aria-label={rule ? 'Rule' : 'New rule'} onSubmit={submit}>
      <fieldset disabled={!canEdit} className={css.fields}>
        <label className={css.field}>
          Name{' '}
          <input
            value={draft.name}
            placeholder={nameOf({ ...draft, name: '' })}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => drafts.change({ name: event.target.value })}
          />
        </label>
        <RuleSentence draft={draft} channels={channels} change={drafts.change} />
        <RulePreview rule={rule} draft={draft} />
        {rule && <RuleReason rule={rule} hasChannel={chosen.length > 0} />}
        {rule?.fromFile && (
          <p className={css.fact}>
            <Icon name="terminal" small />
            This rule is set in the file of alerts. Change it there.
          </p>
        )}
      </fieldset>
      <div className={`controls ${css.buttons}`}>
        {may.rules && (
          <button type="submit" className="primary" disabled={!hasChanges || drafts.isSaving}>
            Save
          </button>
        )}
        {may.channels && (
          <button type="button" disabled={chosen.length === 0} onClick={() => tests.send(chosen)}>
            <Icon name="send" />
            Send a test
          </button>
        )}
        {(hasChanges || !rule) && (
          <button type="button" className="quiet" onClick={drafts.discard}>
            {rule ? 'Discard changes' : 'Cancel'}
          </button>
        )}
        <TestAnswers channels={chosen} tests={tests} />
        {rule && canEdit && <RuleMenu rule={rule} drafts={drafts} changes={changes} />}
      </div>
    </form>
  )
}

type MenuProps = { rule: Rule; drafts: RuleDrafts; changes: AlertChanges }

function RuleMenu({ rule, drafts, changes }: MenuProps) {
  const [isAsking, setAsking] = useState(false)
  const remove = async () => {
    if (!(await changes.deleteRule(rule))) return
    drafts.discard()
    drafts.close()
  }
  return (
    <div className="row push">
      <button type="button" className="quiet" onClick={() => drafts.duplicate(rule)}>
        Duplicate
      </button>
      <button type="button" className="quiet" onClick={() => setAsking(true)}>
        Delete rule
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Delete this rule?"
          action="Delete rule"
          run={() => void remove()}
          onClose={() => setAsking(false)}
        >
          <b>
            <UntrustedText text={rule.name} />
          </b>{' '}
          sends no further messages. To pause it, switch it off instead.
        </ConfirmDialog>
      )}
    </div>
  )
}
