// The path of an event: page, relay, collector, store. What is queued where, the disk, versions, problems.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Channel } from '../../../../contract/alerts.ts'
import type { StatusAnswer } from '../../../../contract/status.ts'
import { type Health, healthQuery } from '../../http/health.ts'
import { statusQuery } from './status-query.ts'
import { formatBytes, pluralize } from '../../format/format-number.ts'
import { formatAge, formatDateTime } from '../../format/format-time.ts'
import { usePolling } from '../../app/live.tsx'
import { channelsQuery, useAlertPolling } from '../alerts/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { Screen } from '../../app/screen.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { useNow } from '../../ui/use-now.ts'
import { DeliverySection } from './delivery-section.tsx'
import { isUnused, problemsOf } from './describe-status.ts'
import { DiskSection } from './disk-section.tsx'
import { SentrySection } from './sentry-section.tsx'
import { Stages } from './stages.tsx'
import css from './status.module.css'

/** The queues are polled this often while the screen is open. */
const POLL_MS = 5_000
const NONE: never[] = []

export function StatusScreen() {
  const polling = usePolling()
  const relay = useQuery({ ...healthQuery(), refetchInterval: POLL_MS })
  const store = useQuery({ ...statusQuery(), refetchInterval: polling })
  const channels = useFailingChannels()
  const now = useNow()
  const health = relay.isError ? undefined : relay.data
  const status = store.data
  // A store that hangs is reported before the query to it ends.
  const isKnown = !relay.isPending && (!store.isPending || health?.store === 'down')
  const problems = isKnown ? problemsOf(health, status, now) : []
  const count = problems.length + channels.length
  const refresh = () => {
    void relay.refetch()
    void store.refetch()
  }
  const shortcuts = [{ keys: 'r', label: 'refresh', run: refresh }]
  return (
    <Screen shortcuts={shortcuts}>
      <header className={`line ${css.title}`}>
        <h1>{isKnown ? verdict(count, isUnused(status)) : 'Status'}</h1>
        <p className="faint">{relay.dataUpdatedAt > 0 && <Checked at={relay.dataUpdatedAt} />}</p>
      </header>
      {count > 0 && (
        <ul className={css.problems} role="alert">
          {problems.map((problem) => (
            <li key={problem} className="notice" data-severity="warn">
              <Icon name="alert" small />
              <span>{problem}</span>
            </li>
          ))}
          {channels.map((channel) => (
            <FailingChannel key={channel.id} channel={channel} />
          ))}
        </ul>
      )}
      <Stages
        health={health}
        healthAt={relay.dataUpdatedAt}
        status={status}
        statusAt={store.dataUpdatedAt}
        isStoreDown={store.isError}
        now={now}
      />
      <div className={`sections ${css.sections}`}>
        <DeliverySection />
        {status && <DiskSection status={status} now={now} />}
        <Versions health={health} status={status} />
        {status && <Dropped status={status} />}
        {health?.sentry && <SentrySection sentry={health.sentry} now={now} />}
      </div>
    </Screen>
  )
}

/** The only part that changes every second. */
function Checked({ at }: { at: number }) {
  const now = useNow(1_000)
  return `checked ${formatAge(new Date(at).toISOString(), now)} ago, every ${POLL_MS / 1000} s`
}

function useFailingChannels(): Channel[] {
  const channels = useQuery({ ...channelsQuery(), refetchInterval: useAlertPolling() }).data?.channels ?? NONE
  return channels.filter(({ state }) => state !== 'ok')
}

function FailingChannel({ channel: { id, name, state, last } }: { channel: Channel }) {
  return (
    <li className="notice" data-severity="warn">
      <Icon name="alert" small />
      <span>
        The channel{' '}
        <Link to="/alerts" search={{ channel: id }}>
          <UntrustedText text={name} />
        </Link>{' '}
        {state === 'off' ? 'is off' : 'cannot send'}: <UntrustedText text={last?.detail ?? ''} />. No alert
        reaches it.
      </span>
    </li>
  )
}

function verdict(problems: number, isEmpty: boolean): string {
  if (problems > 0) return pluralize(problems, 'problem')
  return isEmpty ? 'Ready: nothing received yet' : 'All systems operational'
}

function Versions({ health, status }: { health: Health | undefined; status: StatusAnswer | undefined }) {
  return (
    <section className={css.versions} aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <table>
        <tbody>
          <tr>
            <th scope="row">Console</th>
            <td className="num">{String(import.meta.env.RELEASE)}</td>
          </tr>
          <tr>
            <th scope="row">Relay</th>
            <td className="num">{health?.version ?? '–'}</td>
          </tr>
          <tr>
            <th scope="row">ClickHouse, {status?.engine ?? 'unknown'}</th>
            <td className="num">{status?.version ?? '–'}</td>
          </tr>
        </tbody>
      </table>
    </section>
  )
}

/** Days that were deleted before the end of their retention. */
function Dropped({ status }: { status: StatusAnswer }) {
  const { dropped = NONE, retentionDays } = status
  return (
    <section aria-labelledby="dropped">
      <h2 id="dropped">Deleted</h2>
      <p className={css.note}>
        Events and traces are deleted after {retentionDays} days. The counts of issues are kept.
      </p>
      {dropped.length === 0 ? (
        <p className={css.note}>No days have been deleted early since the store started.</p>
      ) : (
        <table aria-label="Days deleted early">
          <thead>
            <tr>
              <th>Day</th>
              <th>Deleted at</th>
              <th className="num">Size</th>
            </tr>
          </thead>
          <tbody>
            {dropped.toReversed().map(({ day, bytes, at }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                <td>{formatDateTime(at)}</td>
                <td className="num">{formatBytes(bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
