// The title of an issue: status, type, message, culprit, severity, and its buttons.
import { Link } from '@tanstack/react-router'
import type { Event, IssueAnswer } from '../../../../../contract/issues.ts'
import { lastList } from '../last-list.ts'
import { Age } from '../../../ui/age.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { Status } from '../issue-status.tsx'
import { ServiceName } from '../../../ui/service-name.tsx'
import { IssueButtons } from './issue-buttons.tsx'
import { describeCondition } from './condition.ts'
import type { IssueActions } from './issue-shortcuts.ts'
import { useOpenList } from './open-list.ts'
import css from './issue.module.css'

/** A longer message is clamped in the title; the section "Message" has all of it. */
export const MAX_TITLE_MESSAGE = 300
/** A longer type is clamped too. */
const MAX_TITLE_TYPE = 160

/** The newest entry of this kind in the activity: since when an issue is regressed. */
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

type Props = {
  answer: Pick<IssueAnswer, 'issue' | 'condition' | 'activity'>
  event: Event | null
  /** Without: the issue is only read. */
  actions?: IssueActions
  now: number
}

export function IssueHeader({ answer, event, actions, now }: Props) {
  const { issue, condition, activity } = answer
  const again = issue.status === 'regressed' && activity.find(({ change }) => change === SEEN_AGAIN)
  const message = event?.message ?? issue.message
  return (
    <header className={css.title}>
      <p className={css.path}>
        {actions && <ListLink />} {actions && <span aria-hidden="true">/</span>}{' '}
        <Status status={issue.status} />
        {condition && <span>{describeCondition(condition, now)}</span>}
        {again && (
          <span>
            seen again <Age at={again.at} /> ago
          </span>
        )}
        <span>
          first seen <Age at={issue.firstSeen} /> ago
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
        <p className={css.culprit}>
          {issue.culprit && (
            <code>
              <UntrustedText text={issue.culprit} />
            </code>
          )}
          <ServiceName name={issue.service} />
          {event && <Severity event={event} />}
        </p>
      </div>
      {actions && <IssueButtons issue={issue} actions={actions} />}
    </header>
  )
}

/** A plain click goes back; the address is for a new tab. */
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
