// The title of an issue: status, type, message, culprit, severity, and its buttons.
import { Link } from '@tanstack/react-router'
import type { Event, Issue } from '../../../../store/api/contract.ts'
import { Age } from '../../parts/age.tsx'
import { Status } from '../../parts/issue-status.tsx'
import { ServiceName } from '../../parts/service-name.tsx'
import { IssueButtons } from './issue-buttons.tsx'
import type { IssueActions } from './issue-shortcuts.ts'
import css from './issue.module.css'

/** A longer message is clamped in the title; the section "Message" has all of it. */
export const MAX_TITLE_MESSAGE = 300

const MECHANISMS = new Map([
  ['window.error', 'uncaught'],
  ['unhandledrejection', 'unhandled rejection'],
  ['react.uncaught', 'uncaught while rendering'],
  ['react.caught', 'caught by an error boundary'],
  ['react.recoverable', 'React recovered'],
  ['resource', 'a resource failed to load'],
  ['chunk', 'a chunk failed to load'],
  ['boot', 'the application failed to start'],
  ['csp', 'blocked by the Content Security Policy'],
  ['console', 'printed to the console'],
  ['router', 'caught by the router'],
  ['vue', 'caught by Vue'],
  ['svelte', 'caught by Svelte'],
  ['next', 'caught by Next.js'],
  ['uncaughtException', 'uncaught'],
  ['unhandledRejection', 'unhandled rejection'],
  ['manual', 'reported by the application'],
])

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

/** The severity and the mechanism of an event: `error, unhandled rejection`. */
function Severity({ event: { severity, mechanism } }: { event: Event }) {
  const level = severityLevel(severity)
  return (
    <span className="severity" data-severity={level}>
      {level}
      {mechanism && `, ${MECHANISMS.get(mechanism) ?? mechanism}`}
    </span>
  )
}

/** OpenTelemetry's severity number (1 to 24, 0 if unknown) as a level. */
function severityLevel(severity: number): 'fatal' | 'error' | 'warn' {
  if (severity >= 21) return 'fatal'
  return severity >= 17 || severity === 0 ? 'error' : 'warn'
}
