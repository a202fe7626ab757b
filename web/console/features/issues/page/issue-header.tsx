// The title of an issue: status, type, message, culprit, severity, and its buttons.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Event, Issue, IssueAnswer, IssueCondition } from '../../../../../contract/issues.ts'
import { lastList, useOpenList } from '../last-list.ts'
import { Age, AgoOrInstant } from '../../../ui/age.tsx'
import { UntrustedCode, plainText, UntrustedText } from '../../../ui/untrusted-text.tsx'
import { Status } from '../issue-status.tsx'
import { ServiceName } from '../../../ui/service-name.tsx'
import css from './issue.module.css'
import { formatCount, pluralize } from '../../../format/format-number.ts'
import { formatShortDateTime } from '../../../format/format-time.ts'

/** A longer message is clamped in the title; the section “Message” shows all of it. */
export const MAX_TITLE_MESSAGE = 300
/** A longer type is clamped too. */
const MAX_TITLE_TYPE = 160

/** The activity of an issue that has regressed. */
const SEEN_AGAIN = 'seen again'

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

/** The fields of an issue that its header shows. */
type HeaderIssue = Pick<Issue, 'status' | 'type' | 'message' | 'culprit' | 'service' | 'firstSeen'>

type Props = {
  answer: Pick<IssueAnswer, 'condition' | 'activity'> & { issue: HeaderIssue }
  event: Event | null
  /** The buttons. Without them the issue is read-only. */
  children?: ReactNode
  now: number
}

export function IssueHeader({ answer, event, now, children }: Props) {
  const { issue, condition, activity } = answer
  const again = issue.status === 'regressed' && activity.find(({ change }) => change === SEEN_AGAIN)
  // Of an issue that another one was merged into, the event may be of the other.
  const isOther = event !== null && (event.type !== issue.type || event.service !== issue.service)
  const message = event && !isOther ? event.message : issue.message
  return (
    <header className={`page-head ${css.title}`}>
      <p className="title-path">
        {children && <ListLink />} {children && <span aria-hidden="true">/</span>}{' '}
        <Status status={issue.status} />
        {condition && <span>{describeCondition(condition, now)}</span>}
        {again && (
          <span>
            seen again <Age at={again.at} /> ago
          </span>
        )}
        <span>
          first seen <AgoOrInstant at={issue.firstSeen} />
        </span>
      </p>
      <div>
        <h1>
          <span className={`${css.type} ${issue.type.length > MAX_TITLE_TYPE ? css.clamped : ''}`}>
            <UntrustedText text={issue.type} empty="Error" />
          </span>{' '}
          <span className={message.length > MAX_TITLE_MESSAGE ? css.clamped : undefined}>
            <UntrustedText text={message} />
          </span>
        </h1>
        <p className={`line faint ${css.culprit}`}>
          {issue.culprit && <UntrustedCode text={issue.culprit} />}
          <ServiceName name={issue.service} />
          {event && <Severity event={event} />}
        </p>
        {isOther && (
          <p className="line faint">
            This event: <UntrustedText text={`${event.type || 'Error'} ${event.message}`} />
            <ServiceName name={event.service} />
          </p>
        )}
      </div>
      {children}
    </header>
  )
}

/** A plain click goes back in the history; the URL serves new tabs. */
function ListLink() {
  const openList = useOpenList()
  return (
    <Link
      to="/"
      search={lastList().filters}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        openList()
      }}
    >
      Issues
    </Link>
  )
}

/** The severity and the mechanism of an event: `error, unhandled rejection`. */
function Severity({ event: { severity, mechanism } }: { event: Event }) {
  const level = severityLevel(severity)
  return (
    <span className="severity" data-severity={level}>
      {level}
      {mechanism && (
        <>
          , <UntrustedText text={MECHANISMS.get(mechanism) ?? mechanism} />
        </>
      )}
    </span>
  )
}

/** OpenTelemetry's severity number (1 to 24, 0 if unknown) as a level. */
function severityLevel(severity: number): 'fatal' | 'error' | 'warn' {
  if (severity >= 21) return 'fatal'
  return severity >= 17 || severity === 0 ? 'error' : 'warn'
}

/** When an ignored or resolved issue opens again; follows the status. */
function describeCondition(condition: IssueCondition, now: number): string {
  if ('at' in condition) return `until ${formatShortDateTime(condition.at, now)}`
  if ('events' in condition) {
    const { events, soFar = 0 } = condition
    const until = `until ${pluralize(events + soFar, 'more event')}`
    return soFar > 0 ? `${until} (${formatCount(soFar)} so far)` : until
  }
  if ('users' in condition) return `until ${pluralize(condition.users, 'more user')}`
  if ('inRelease' in condition) return `in release ${plainText(condition.inRelease)}`
  const { after } = condition
  return `in the next release${after === null ? '' : ` after ${plainText(after)}`}`
}
