// The panel of the first event that arrives while the screen is open.
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { IssuesAnswer, LiveException } from '../../../../contract/issues.ts'
import { issuesQuery } from '../issues/index.ts'
import { useLive, WAITING_POLL_MS } from '../../app/live.tsx'
import { Age } from '../../ui/age.tsx'
import { ErrorTitle } from '../../ui/error-title.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ServiceName } from '../../ui/service-name.tsx'
import css from './connect.module.css'

/** While everything that the event passes is ready. */
export const READY_POLL_MS = 10_000
/** The clock of another machine may be behind by this much. */
const CLOCK_SKEW_MS = 5_000
/** Characters of a message that fit into the panel. */
const MAX_MESSAGE = 300

export function FirstEvent({ event }: { event: LiveException }) {
  const { issueId, digest, type, message, service, at } = event
  return (
    <section className={css.panel} aria-live="polite" aria-label="First event">
      <h2 className="row">
        <Icon name="resolved" className={css.done} />
        Event received
      </h2>
      <p>
        <ServiceName name={service} />, <Age at={at} /> ago
      </p>
      <div className={`notice ${css.event}`} data-severity="error">
        <p>
          <ErrorTitle type={type} message={message.slice(0, MAX_MESSAGE)} />
        </p>
        <p>
          digest <code>{digest}</code>
        </p>
      </div>
      <Link className="button primary" to="/issues/$id" params={{ id: issueId }} search={{ event: digest }}>
        Open the issue
      </Link>
    </section>
  )
}

/** The first event since `start` (milliseconds): from `/api/live`, else by polling. */
export function useFirstEvent(start: number): LiveException | null {
  const { latest, connected } = useLive()
  const liveEvent = latest && Date.parse(latest.at) > start - CLOCK_SKEW_MS ? latest : null
  const findIssue = (answer: InfiniteData<IssuesAnswer> | undefined) =>
    answer?.pages[0]?.issues.find(({ lastSeen }) => Date.parse(lastSeen) > start)
  const { data } = useInfiniteQuery({
    ...issuesQuery({ sort: 'lastSeen', range: '1h' }),
    refetchInterval: ({ state }) => {
      if (liveEvent || findIssue(state.data)) return false
      return connected ? READY_POLL_MS : WAITING_POLL_MS
    },
  })
  if (liveEvent) return liveEvent
  const issue = findIssue(data)
  if (!issue) return null
  const { id, latestDigest, type, message, service, lastSeen } = issue
  return { issueId: id, digest: latestDigest, type, message, service, at: lastSeen }
}
