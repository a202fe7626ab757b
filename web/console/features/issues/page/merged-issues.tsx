// The issues that were merged into an issue, and the form that merges the issue into another one.
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Issue, IssueAnswer } from '../../../../../contract/issues.ts'
import { COUNTS_LABEL, COUNTS_RANGE, issueQuery } from '../issue-query.ts'
import { firstLine } from '../list/issue-columns.tsx'
import { ServicesWarning } from '../merge-form.tsx'
import { pluralize } from '../../../format/format-number.ts'
import { messageOf } from '../../../http/error-text.ts'
import { Fold } from '../../../ui/fold.tsx'
import { ServiceName } from '../../../ui/service-name.tsx'
import { plainText, UntrustedText } from '../../../ui/untrusted-text.tsx'
import css from './issue-sidebar.module.css'

/** The id of an issue, alone or at the end of its URL. */
const ISSUE_ID = /(?:^|\/issues\/)([\da-f]{16})(?:[?#].*)?$/

type Changes = {
  unmerge: (fingerprint: string) => void
  merge: (into: string, name: string) => void
}

type Props = {
  answer: Pick<IssueAnswer, 'issue' | 'mergedIssues'>
  /** Missing: the reader may not change the issue. */
  changes?: Changes
}

export function MergedIssues({ answer, changes }: Props) {
  const { issue } = answer
  const mergedIssues = answer.mergedIssues ?? []
  if (!changes && mergedIssues.length === 0) return null
  return (
    <section className={css.merged}>
      <h2>
        {mergedIssues.length > 0 ? 'Merged into this issue' : 'Merge'}
        {mergedIssues.length > 0 && <small className="push">{COUNTS_LABEL}</small>}
      </h2>
      <ul>
        {mergedIssues.map(({ id, type, message, service, count }) => (
          <li key={id} className="row" title={id}>
            <span className={css.mergedTitle}>
              <b>
                <UntrustedText text={type} empty="Error" />
              </b>{' '}
              <UntrustedText text={firstLine(message)} />
              <small className="line faint">
                {service !== issue.service && <ServiceName name={service} />}
                {pluralize(count, 'event')}
              </small>
            </span>
            {changes && (
              <button
                type="button"
                className="quiet"
                aria-label={`Separate ${plainText(type, 'Error')}`}
                onClick={() => changes.unmerge(id)}
              >
                Separate
              </button>
            )}
          </li>
        ))}
      </ul>
      {changes && (
        <Fold title="Merge this issue into another">
          <MergeByUrl issue={issue} merge={changes.merge} />
        </Fold>
      )}
    </section>
  )
}

/** An issue of another service is merged after a warning. */
function MergeByUrl({ issue, merge }: { issue: Issue; merge: Changes['merge'] }) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const [other, setOther] = useState<Issue | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const [, id] = ISSUE_ID.exec(text.trim()) ?? []
    if (!id) return setProblem('An issue ID has 16 hex digits; it is the last part of the URL.')
    setProblem('')
    try {
      const { issue: into } = await client.fetchQuery(issueQuery(id, COUNTS_RANGE))
      if (into.service !== issue.service && other?.id !== into.id) setOther(into)
      else merge(id, plainText(into.type, 'Error'))
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  return (
    <form className="controls" onSubmit={(event) => void submit(event)}>
      <input
        aria-label="Other issue"
        placeholder="ID or URL of an issue"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setOther(null)
        }}
        aria-invalid={problem !== '' || undefined}
        autoComplete="off"
        spellCheck={false}
      />
      <button type="submit">{other ? 'Merge anyway' : 'Merge'}</button>
      {other && <ServicesWarning services={[issue.service, other.service]} />}
      {problem && <p role="alert">{problem}</p>}
    </form>
  )
}
