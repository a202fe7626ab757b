// Shows that the page is a file, who made it, and a way back.
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { formatDay, formatMinute } from '../../format/format-time.ts'
import type { Incident } from '../../../../contract/incident.ts'
import { closeIncident } from './open-incident.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import css from './incident.module.css'

const route = getRouteApi('/incident')

/** Characters. */
const MAX_ORIGIN = 100

type Props = { incident: Incident; from: string; isTrace: boolean }

export function IncidentBand({ incident, from, isTrace }: Props) {
  const { history } = useRouter()
  const navigate = route.useNavigate()
  const { createdAt, origin, event, trace } = incident
  const made = new Date(createdAt)
  const show = (search: { view?: 'trace'; span?: string | undefined }) => void navigate({ search })
  const close = () => {
    closeIncident()
    history.push(from.startsWith('/') ? from : '/')
  }
  return (
    <section className={`controls ${css.band}`} aria-label="Incident from a file">
      <Icon name="download" className="wide-only" />
      <p>
        <b>From a file</b>, made{' '}
        <time dateTime={createdAt} title={made.toString()}>
          {formatDay(made)} {formatMinute(made)}
        </time>{' '}
        by <UntrustedText text={origin.slice(0, MAX_ORIGIN)} empty="an unknown console" />. It shows the state
        at that time and is read-only.
      </p>
      {event && trace && (
        <nav className="joined" aria-label="Parts of the incident">
          <button type="button" aria-current={!isTrace && 'page'} onClick={() => show({})}>
            Issue
          </button>
          <button
            type="button"
            aria-current={isTrace && 'page'}
            onClick={() => show({ view: 'trace', span: event.spanId || undefined })}
          >
            Trace
          </button>
        </nav>
      )}
      <button type="button" className="push" onClick={close}>
        Close the file
      </button>
    </section>
  )
}
