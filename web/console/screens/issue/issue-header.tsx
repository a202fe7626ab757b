import { Link } from '@tanstack/react-router'
import type { Event, Issue } from '../../../../store/api/contract.ts'
import { Age } from '../../parts/age.tsx'
import { Status } from '../../parts/issue-status.tsx'
import { ServiceName } from '../../parts/service-name.tsx'
import { IssueButtons } from './issue-buttons.tsx'
import type { IssueActions } from './issue-shortcuts.ts'
import { Severity } from './severity.tsx'
import css from './issue.module.css'

/** A longer message is clamped in the title; the section "Message" has all of it. */
export const MAX_TITLE_MESSAGE = 300

type Props = { issue: Issue; event: Event | null; actions: IssueActions; now: number }

export function IssueHeader({ issue, event, actions, now }: Props) {
  const message = event?.message ?? issue.message
  return (
    <header className={css.title}>
      <p className={css.path}>
        <Link to="/">Issues</Link> <span aria-hidden="true">/</span> <Status status={issue.status} />
        <span>
          first seen <Age at={issue.firstSeen} now={now} /> ago
        </span>
      </p>
      <div>
        <h1>
          {issue.type || 'Error'}{' '}
          <span className={message.length > MAX_TITLE_MESSAGE ? css.clamped : undefined}>
            <bdi>{message}</bdi>
          </span>
        </h1>
        <p className={css.culprit}>
          {issue.culprit && <code>{issue.culprit}</code>}
          <ServiceName name={issue.service} />
          {event && <Severity event={event} />}
        </p>
      </div>
      <IssueButtons issue={issue} actions={actions} />
    </header>
  )
}
