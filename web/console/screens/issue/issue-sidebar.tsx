// Beside the stack trace: breakdowns of the issue, facts of the event, activity.
import { Link } from '@tanstack/react-router'
import type { Event, IssueAnswer } from '../../../../store/api/contract.ts'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { filterFor } from '../../search-query.ts'
import { Breakdowns } from './breakdowns.tsx'
import { IssueActivity } from './issue-activity.tsx'
import { MergedIssues } from './merged-issues.tsx'
import css from './issue-sidebar.module.css'

/** As Git abbreviates it in large repositories. */
const COMMIT_LENGTH = 12

type Props = {
  answer: IssueAnswer
  event: Event
  unmerge: (fingerprint: string) => void
  merge: (into: string) => void
}

export function IssueSidebar({ answer, event, unmerge, merge }: Props) {
  return (
    <aside className={css.sidebar} aria-label="About this issue">
      <Breakdowns breakdowns={answer.breakdowns} event={event} />
      <section>
        <h2>This event</h2>
        <dl className={css.facts}>
          <Fact name="User" value={event.userId} filterKey="user" />
          <Fact name="Session" value={event.sessionId} filterKey="session" />
          {event.url && (
            <Fact
              name="URL"
              value={
                <code>
                  <ForeignText text={event.url} />
                </code>
              }
            />
          )}
          <Fact name="Browser" value={[event.browser, event.os].filter(Boolean).join(' on ')} />
          <Fact name="Release" value={event.release} />
          {event.commit && (
            <Fact
              name="Commit"
              value={
                <a href={event.commit.link} target="_blank" rel="noreferrer">
                  <code>{event.commit.id.slice(0, COMMIT_LENGTH)}</code>
                </a>
              }
            />
          )}
          <Fact name="Environment" value={event.environment} />
        </dl>
      </section>
      <MergedIssues fingerprints={answer.merged ?? []} unmerge={unmerge} merge={merge} />
      <IssueActivity answer={answer} />
    </aside>
  )
}

type FactProps =
  | { name: string; value: React.ReactNode; filterKey?: never }
  | { name: string; value: string; filterKey: string }

/** With a `filterKey` the value is a link to the issues that have it. */
function Fact({ name, value, filterKey }: FactProps) {
  if (value === '') return null
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {filterKey ? (
          <Link to="/" search={filterFor(filterKey, value)}>
            <code>
              <ForeignText text={value} />
            </code>
          </Link>
        ) : typeof value === 'string' ? (
          <ForeignText text={value} />
        ) : (
          value
        )}
      </dd>
    </>
  )
}
