// Says that the page shows a file, from where it is, and leads back.
import { Link, useRouter } from '@tanstack/react-router'
import { formatDateTime } from '../../format-time.ts'
import type { Incident } from '../../incident/incident-format.ts'
import { setOpenIncident } from '../../incident/open-incident.ts'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { Icon } from '../../parts/icon.tsx'
import css from './incident.module.css'

type Props = { incident: Incident; from: string; isTrace: boolean }

export function IncidentBand({ incident, from, isTrace }: Props) {
  const { history } = useRouter()
  const { createdAt, origin, event, trace } = incident
  const close = () => {
    setOpenIncident(null)
    history.push(from.startsWith('/') ? from : '/')
  }
  return (
    <section className={css.band} aria-label="Incident from a file">
      <Icon name="download" />
      <p>
        <b>From a file</b>, made{' '}
        <time dateTime={createdAt} title={new Date(createdAt).toString()}>
          {formatDateTime(createdAt)}
        </time>{' '}
        by <ForeignText text={origin.slice(0, MAX_ORIGIN)} empty="an unknown console" />. It shows that
        moment, and nothing in it can be changed.
      </p>
      {event && trace && (
        <nav aria-label="Parts of the incident">
          <Link to="/incident" search={{}} aria-current={isTrace ? undefined : 'page'}>
            Issue
          </Link>
          <Link
            to="/incident"
            search={{ view: 'trace', span: event.spanId || undefined }}
            aria-current={isTrace ? 'page' : undefined}
          >
            Trace
          </Link>
        </nav>
      )}
      <button type="button" className="push" onClick={close}>
        Close the file
      </button>
    </section>
  )
}

/** Characters. */
const MAX_ORIGIN = 100
