// Messages to channels, the newest first: the issues of each, what the receiver answered, and "Send now".
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { AlertDelivery, Channel, DeliveryStatus, Rule } from '../../../../../contract/alerts.ts'
import { WAITING_POLL_MS } from '../../../app/live.tsx'
import { pluralize } from '../../../format/format-number.ts'
import { formatDateTime, formatShortDateTime, formatZone } from '../../../format/format-time.ts'
import { QueryState } from '../../../http/query-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { deliveriesQuery, useDeliveryPolling } from '../alerts-query.ts'
import screen from '../alerts.module.css'
import type { AlertRights } from '../use-alert-rights.ts'
import type { AlertChanges } from '../use-alert-changes.ts'
import { DeliveryState } from './delivery-state.tsx'
import css from './deliveries.module.css'

const FILTERS = [
  { value: undefined, label: 'All' },
  { value: 'waiting' as const, label: 'Waiting' },
  { value: 'failed' as const, label: 'Failed' },
]
/** What can be sent now, after a first attempt. */
const OPEN = new Set<DeliveryStatus>(['waiting', 'failed'])

type Filter = 'waiting' | 'failed' | undefined
type Props = { filter: Filter; channels: Channel[]; rules: Rule[]; changes: AlertChanges; may: AlertRights }

export function DeliverySection({ filter, channels, rules, changes, may }: Props) {
  const navigate = useNavigate()
  const polling = useDeliveryPolling()
  const now = useNow()
  const query = useInfiniteQuery({
    ...deliveriesQuery(filter),
    refetchInterval: (current) => {
      const interval = polling(current)
      const isWaiting = current.state.data?.pages[0]?.deliveries.some(({ status }) => status === 'waiting')
      return isWaiting && interval !== false ? WAITING_POLL_MS : interval
    },
  })
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries) ?? []
  return (
    <section aria-labelledby="deliveries">
      <header className={screen.head}>
        <h2 id="deliveries">Deliveries</h2>
        <small>times in {formatZone(new Date(now))}</small>
        <Segmented
          legend="Deliveries"
          name="deliveries"
          options={FILTERS}
          value={filter}
          onChange={(value) =>
            void navigate({
              to: '/alerts',
              search: (current) => ({ ...current, deliveries: value }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      </header>
      <QueryState query={query} label="deliveries" />
      {query.data && deliveries.length === 0 && (
        <p className="faint">{filter ? `No ${filter} deliveries.` : 'No message has been sent yet.'}</p>
      )}
      {deliveries.length > 0 && (
        <DeliveryTable
          deliveries={deliveries}
          channels={channels}
          rules={rules}
          changes={changes}
          may={may}
        />
      )}
      <ShowMore list={query} />
    </section>
  )
}

type TableProps = Omit<Props, 'filter'> & { deliveries: AlertDelivery[] }

function DeliveryTable({ deliveries, channels, rules, changes, may }: TableProps) {
  const now = useNow()
  return (
    <table aria-label="Deliveries, newest first" className={css.deliveries}>
      <thead>
        <tr>
          <th className={css.at}>At</th>
          <th>Message</th>
          <th className={css.channel}>Channel</th>
          <th className={css.status}>Status</th>
          <th className={`num ${css.attempts}`}>Attempts</th>
          <th className={css.action}>
            <span className="visually-hidden">Action</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <tr key={delivery.id}>
            <td className={css.at}>
              <time dateTime={delivery.at} title={formatDateTime(delivery.at)}>
                {formatShortDateTime(delivery.at, now)}
              </time>
            </td>
            <th scope="row" className={css.message}>
              <DeliveryTitle delivery={delivery} rule={rules.find(({ id }) => id === delivery.rule)} />
            </th>
            <td className={`clip ${css.channel}`}>
              <UntrustedText text={nameOf(channels, delivery.channel)} />
            </td>
            <td className={css.status}>
              <DeliveryState delivery={delivery} now={now} />
            </td>
            <td className={`num ${css.attempts}`}>{delivery.attempts}</td>
            <td className={`num ${css.action}`}>
              {may.rules && OPEN.has(delivery.status) && delivery.attempts > 0 && (
                <button type="button" onClick={() => void changes.retryDelivery(delivery.id)}>
                  Send now
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function nameOf(channels: Channel[], id: string): string {
  return channels.find((channel) => channel.id === id)?.name ?? 'deleted channel'
}

/** A message about one issue is its link; about several, a list of links. */
function DeliveryTitle({ delivery, rule }: { delivery: AlertDelivery; rule: Rule | undefined }) {
  const { title, issueIds } = delivery
  const text = <UntrustedText text={title} empty="message" />
  const [first, ...others] = issueIds
  const name = rule && (
    <small>
      <UntrustedText text={rule.name} />
    </small>
  )
  if (first === undefined)
    return (
      <span className={css.title}>
        {text} {name}
      </span>
    )
  if (others.length === 0)
    return (
      <span className={css.title}>
        <Link to="/issues/$id" params={{ id: first }}>
          {text}
        </Link>{' '}
        {name}
      </span>
    )
  return (
    <details className={css.issues}>
      <summary className="fold">
        <Icon name="right" small />
        <span className={css.title}>
          {text} {name}
        </span>
      </summary>
      <p className="caption">{pluralize(issueIds.length, 'issue')}</p>
      <ul>
        {issueIds.map((id) => (
          <li key={id}>
            <Link to="/issues/$id" params={{ id }}>
              <code>{id.slice(0, 8)}</code>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
