// The link on an error screen, /d/DIGEST: opens the event. An unknown digest is polled until it arrives.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { eventQuery } from '../issues/index.ts'
import { statusQuery } from '../status/index.ts'
import { WAITING_POLL_MS } from '../../app/live.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Screen } from '../../app/screen.tsx'
import { QueryState } from '../../http/query-state.tsx'
import { parseDigest } from '../../search/search-query.ts'
import { DigestForm } from './lookup-screen.tsx'
import guide from '../../ui/guide.module.css'
import css from './lookup.module.css'

const route = getRouteApi('/d/$digest')

/** A minute: an event that has not arrived by then may still be queued in a page or a relay. */
const QUICK_POLLS = 30
const LATE_POLL_MS = 15_000

export function DigestScreen() {
  const parameter = route.useParams().digest
  const digest = parseDigest(parameter) ?? parameter
  const query = useQuery({
    ...eventQuery(digest),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (data) return false
      return dataUpdateCount < QUICK_POLLS ? WAITING_POLL_MS : LATE_POLL_MS
    },
  })
  if (query.data) {
    const { issueId, digest: event } = query.data
    return <Navigate to="/issues/$id" params={{ id: issueId }} search={{ event }} replace />
  }
  return (
    <Screen title={`Digest ${digest}`} className={guide.narrow}>
      {query.data === null ? (
        <UnknownDigest digest={digest} />
      ) : (
        <>
          <h1>
            <code>{digest}</code>
          </h1>
          <QueryState query={query} label="the event" />
          {query.isError && (
            <ul className={css.reasons}>
              <LogReason digest={digest} />
            </ul>
          )}
        </>
      )}
    </Screen>
  )
}

function UnknownDigest({ digest }: { digest: string }) {
  const retentionDays = useQuery(statusQuery()).data?.retentionDays ?? 30
  return (
    <>
      <h1>
        No event with the digest <code>{digest}</code>
      </h1>
      <p className="lead" role="status">
        {parseDigest(digest)
          ? 'The digest is valid, but no event with it has arrived.'
          : 'This is not a digest (8 letters and digits), and no application sent it as its own ID.'}
      </p>
      <DigestForm key={digest} initial={digest} />
      <ul className={css.reasons}>
        <Reason icon={<Icon name="new" className="caret-wait" />} title="It has not arrived yet">
          <p>
            Delivery takes one or two seconds. A browser without a connection sends later. This page opens the
            event as soon as it arrives.
          </p>
        </Reason>
        <LogReason digest={digest} />
        <Reason icon={<Icon name="search" />} title="It is a different ID">
          <p>
            <Link to="/" search={{ q: digest, range: '30d' }}>
              Search the issues for {digest}
            </Link>{' '}
            in the last 30 days.
          </p>
        </Reason>
        <Reason icon={<Icon name="clock" />} title="It has been deleted">
          <p>
            Events are deleted after {retentionDays} days. Similar ones may be among the{' '}
            <Link to="/">issues</Link>.
          </p>
        </Reason>
      </ul>
    </>
  )
}

function LogReason({ digest }: { digest: string }) {
  const command = `grep ${digest.replace(/[^\w-]/g, '')} relay.log`
  return (
    <Reason icon={<Icon name="terminal" />} title="It is only in the relay’s log">
      <p>The relay logs every digest before the event is stored. If its output goes to a file:</p>
      <div className={`command ${css.command}`}>
        <pre>
          <code>{command}</code>
        </pre>
        <CopyButton text={command} label="Copy the command" />
      </div>
    </Reason>
  )
}

function Reason({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li>
      {icon}
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </li>
  )
}
