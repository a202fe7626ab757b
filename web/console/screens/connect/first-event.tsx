import { Link } from '@tanstack/react-router'
import type { LiveException } from '../../../../store/api/contract.ts'
import { formatAge } from '../../format-time.ts'
import { Icon } from '../../parts/icon.tsx'
import { ServiceName } from '../../parts/service-name.tsx'
import css from './connect.module.css'

/** Characters of a message that fit into the panel. */
const MAX_MESSAGE = 300

/** The panel once the event has arrived. */
export function FirstEvent({ event, now }: { event: LiveException; now: number }) {
  const { issueId, digest, type, message, service, at } = event
  return (
    <section className={css.panel} aria-live="polite" aria-label="First event">
      <h2>
        <Icon name="resolved" className={css.done} />
        Event received
      </h2>
      <p>
        <ServiceName name={service} />, {formatAge(at, now)} ago
      </p>
      <div className={`notice ${css.event}`}>
        <p>
          <b>{type}</b> <bdi>{message.slice(0, MAX_MESSAGE)}</bdi>
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
