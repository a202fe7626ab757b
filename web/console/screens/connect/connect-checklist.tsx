import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { health, issues, status } from '../../api/issues.ts'
import { useLive, WAITING_POLL_MS } from '../../live.tsx'
import { useNow } from '../../use-now.ts'
import { Icon } from '../../parts/icon.tsx'
import { Service } from '../../parts/service-name.tsx'
import { ago } from '../../format-time.ts'
import css from '../guide.module.css'

/** Waits for the next event after the page was opened, and shows it. */
export function Arrival() {
  const now = useNow(1_000)
  const [since] = useState(() => Date.now())
  const { last } = useLive()
  const stored = useQuery({ ...status(), refetchInterval: WAITING_POLL_MS })
  const newest = useInfiniteQuery({
    ...issues({ sort: 'lastSeen' }, { range: '1h' }),
    refetchInterval: WAITING_POLL_MS,
  })
  const polled = newest.data?.pages[0]?.issues.find(({ lastSeen }) => Date.parse(lastSeen) > since)
  const heard = last && Date.parse(last.at) > since - 5_000 ? last : null
  const arrived =
    heard ??
    (polled && {
      issueId: polled.id,
      digest: polled.latestDigest,
      type: polled.type,
      message: polled.message,
      service: polled.service,
      at: polled.lastSeen,
    })
  if (arrived) {
    return (
      <section className={css.arrival} aria-live="polite" aria-label="Arrival">
        <h2>
          <Icon name="resolved" className={css.done} />
          Received
        </h2>
        <p>
          <Service name={arrived.service} />, {ago(arrived.at, now)} ago
        </p>
        <div className={`notice ${css.arrived}`}>
          <p>
            <b>{arrived.type}</b> <bdi>{arrived.message.slice(0, 300)}</bdi>
          </p>
          <p>
            digest <code>{arrived.digest}</code>
          </p>
        </div>
        <Link
          className="button primary"
          to="/issues/$id"
          params={{ id: arrived.issueId }}
          search={{ event: arrived.digest }}
        >
          Open the issue
        </Link>
      </section>
    )
  }
  const first = stored.data?.rows.exceptions === 0
  return (
    <section className={css.arrival} aria-live="polite" aria-label="Arrival">
      <h2>
        <Icon name="new" className="caret-wait" />
        {first ? 'Waiting for the first error…' : 'Waiting for the next error…'}
      </h2>
      <p>Leave this open. It changes by itself.</p>
      <Checks waitedMs={now - since} first={first} />
      <a className="button primary" href="/demo" target="_blank" rel="noopener">
        Open the demo and break it <Icon name="out" small />
      </a>
    </section>
  )
}

function Checks({ waitedMs, first }: { waitedMs: number; first: boolean }) {
  const relay = useQuery({ ...health(), refetchInterval: WAITING_POLL_MS })
  const stored = useQuery(status())
  const seconds = Math.max(0, Math.floor(waitedMs / 1000))
  return (
    <ul className={css.checks}>
      <Check good={relay.isSuccess} name="The relay answers" says={relay.data ? relay.data.version : ''} />
      {relay.data?.collector !== 'none' && (
        <Check
          good={relay.data?.collector === 'ok'}
          name="The collector takes it"
          says={relay.data?.collector ?? ''}
        />
      )}
      <Check good={stored.isSuccess} name="The store answers" says={stored.data ? stored.data.engine : ''} />
      <li className={css.waiting}>
        <Icon name="new" small />
        {first ? 'First error' : 'Next error'}
        <small aria-hidden="true">{`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}</small>
      </li>
    </ul>
  )
}

function Check({ good, name, says }: { good: boolean; name: string; says: string }) {
  return (
    <li className={good ? undefined : css.broken}>
      <Icon name={good ? 'resolved' : 'alert'} small />
      {name}
      <small>{good ? says : says || 'no answer'}</small>
    </li>
  )
}
