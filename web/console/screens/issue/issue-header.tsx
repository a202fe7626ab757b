import { Link } from '@tanstack/react-router'
import type { Event, Issue, IssueChange } from '../../../../store/api/contract.ts'
import { markdownOf } from '../../api/mutations.ts'
import { linkTo } from './issue-link.ts'
import { Ago } from '../../parts/age.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Assignee } from './assignee.tsx'
import { IgnoreMenu } from '../../parts/ignore-menu.tsx'
import { Service } from '../../parts/service-name.tsx'
import { severityOf, Status } from '../../parts/issue-status.tsx'
import css from './issue.module.css'

/** A longer message stands below in full; the title keeps its first lines. */
const TITLE_LENGTH = 300

type Props = {
  issue: Issue
  event: Event | null
  decide: (change: IssueChange) => void
  copy: (text: Promise<string>, what: string) => Promise<void>
  now: number
}

export function IssueHeader({ issue, event, decide, copy, now }: Props) {
  const closed = issue.status === 'resolved' || issue.status === 'ignored'
  const message = event?.message ?? issue.message
  return (
    <header className={css.title}>
      <p className={css.where}>
        <Link to="/">Issues</Link> <span aria-hidden="true">/</span> <Status status={issue.status} />
        <span>
          first seen <Ago at={issue.firstSeen} now={now} /> ago
        </span>
      </p>
      <div>
        <h1>
          {issue.type || 'Error'}{' '}
          <span className={message.length > TITLE_LENGTH ? css.long : undefined}>
            <bdi>{message}</bdi>
          </span>
        </h1>
        <p className={css.culprit}>
          {issue.culprit && <code>{issue.culprit}</code>}
          <Service name={issue.service} />
          {event && <Severity event={event} />}
        </p>
      </div>
      <div className={css.actions}>
        {closed ? (
          <button type="button" onClick={() => decide({ status: 'open' })}>
            <Icon name="refresh" />
            Reopen
          </button>
        ) : (
          <span className="joined">
            <button type="button" className="primary" onClick={() => decide({ status: 'resolved' })}>
              <Icon name="resolved" />
              Resolve
            </button>
            <button
              type="button"
              className="primary only-icon"
              aria-label="More ways to resolve"
              title="More ways to resolve"
              popoverTarget="resolve-menu"
            >
              <Icon name="down" small />
            </button>
          </span>
        )}
        <menu id="resolve-menu" popover="auto" aria-label="Resolve">
          <li>
            <button
              type="button"
              popoverTarget="resolve-menu"
              onClick={() => decide({ status: 'resolved', inNextRelease: true })}
            >
              In the next release
            </button>
          </li>
        </menu>
        {issue.status !== 'ignored' && (
          <IgnoreMenu id="ignore-issue" decide={decide}>
            Ignore until…
          </IgnoreMenu>
        )}
        <Assignee assignee={issue.assignee} assign={(assignee) => decide({ assignee })} />
        <button
          type="button"
          className="only-icon"
          aria-label="Copy link"
          title="Copy link (c)"
          onClick={() => void copy(Promise.resolve(linkTo(issue.id, event)), 'The link')}
        >
          <Icon name="link" />
        </button>
        <button
          type="button"
          title="Copy as Markdown (y)"
          onClick={() => void copy(markdownOf(issue.id), 'The issue as Markdown')}
        >
          <Icon name="markdown" />
          Copy
        </button>
      </div>
    </header>
  )
}

function Severity({ event }: { event: Event }) {
  const severity = severityOf(event.severity)
  return (
    <span className="severity" data-severity={severity}>
      {severity}
      {event.mechanism && `, ${MECHANISMS[event.mechanism] ?? event.mechanism}`}
    </span>
  )
}

const MECHANISMS: Record<string, string> = {
  'window.error': 'uncaught',
  unhandledrejection: 'unhandled rejection',
  'react.uncaught': 'uncaught while rendering',
  'react.caught': 'caught by a boundary while rendering',
  'react.recoverable': 'React recovered from it',
  resource: 'a file did not load',
  chunk: 'a part of the app did not load',
  boot: 'the app did not start',
  csp: 'stopped by the content policy',
  manual: 'reported by the app',
}
