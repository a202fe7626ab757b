// Asks which of some issues the others are merged into. The first one that occurred is suggested.
import { type FormEvent, useRef, useState } from 'react'
import type { Issue } from '../../../../contract/issues.ts'
import { pluralize } from '../../format/format-number.ts'
import { Age } from '../../ui/age.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ServiceName } from '../../ui/service-name.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { firstLine } from './list/issue-columns.tsx'
import { focusMergeTarget, MERGE_FORM_ID } from './list/use-issue-actions.ts'
import css from './merge-form.module.css'

type Props = { issues: Issue[]; merge: (into: Issue) => void }

export function MergeForm({ issues, merge }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const sorted = issues.toSorted((a, b) => a.firstSeen.localeCompare(b.firstSeen))
  const [chosen, setChosen] = useState('')
  const target = sorted.find(({ id }) => id === chosen) ?? sorted[0]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.current?.hidePopover()
    if (target) merge(target)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        id={`${MERGE_FORM_ID}-button`}
        className="quiet"
        popoverTarget={MERGE_FORM_ID}
      >
        <Icon name="merge" />
        Merge <kbd>m</kbd>
      </button>
      <form
        ref={form}
        id={MERGE_FORM_ID}
        popover="auto"
        className={css.form}
        aria-label="Merge issues"
        onSubmit={submit}
        onKeyDown={(event) => {
          // A form of radio buttons is submitted by Enter in none of the browsers but one.
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement) submit(event)
        }}
        onToggle={(event) => {
          if (event.newState === 'open') focusMergeTarget()
          else if (document.activeElement === document.body) button.current?.focus()
        }}
      >
        <fieldset>
          <legend>Merge into</legend>
          {sorted.map((issue) => (
            <label key={issue.id}>
              <input
                type="radio"
                name="into"
                checked={issue === target}
                onChange={() => setChosen(issue.id)}
              />
              <span>
                <b>
                  <UntrustedText text={issue.type} empty="Error" />
                </b>{' '}
                <UntrustedText text={firstLine(issue.message)} />
                <small className="line faint">
                  <ServiceName name={issue.service} />
                  {pluralize(issue.count, 'event')}
                  <span>
                    first seen <Age at={issue.firstSeen} /> ago
                  </span>
                </small>
              </span>
            </label>
          ))}
        </fieldset>
        <ServicesWarning services={issues.map(({ service }) => service)} />
        <button type="submit" className="primary">
          Merge {pluralize(issues.length, 'issue')}
        </button>
      </form>
    </>
  )
}

/** Nothing if all are of one service. */
export function ServicesWarning({ services }: { services: string[] }) {
  const names = [...new Set(services)]
  if (names.length < 2) return null
  return (
    <p className={css.warning} role="alert">
      <Icon name="alert" small />
      <span>
        These issues are of {names.length} services: <UntrustedText text={names.join(', ')} />. The merged
        issue has the service of its target.
      </span>
    </p>
  )
}
