// The issue and the event of a file, with the components of the issue screen.
import { getRouteApi } from '@tanstack/react-router'
import type { Event, PortableIssue } from '../../../../contract/issues.ts'
import { formatCount, formatRate } from '../../format/format-number.ts'
import { formatDateTime, formatShortDateTime } from '../../format/format-time.ts'
import { timelineTrace } from './read-incident.ts'
import type { Incident } from '../../../../contract/incident.ts'
import { Facts } from '../../ui/facts.tsx'
import { UntrustedText, plainText } from '../../ui/untrusted-text.tsx'
import { Screen } from '../../app/screen.tsx'
import type { Shortcut } from '../../app/shortcuts.ts'
import { useNow } from '../../ui/use-now.ts'
import {
  EventColumns,
  EventDetails,
  EventFacts,
  IssueHeader,
  Sessions,
  type SpanLink,
  Stack,
  Timeline,
} from '../issues/index.ts'
import type { StackView } from '../../search/filters.ts'
import css from './incident.module.css'

const route = getRouteApi('/incident')

/** Characters in the title of a tab. */
const MAX_TITLE = 120

export function IncidentIssue({ incident, event }: { incident: Incident; event: Event }) {
  const { stack, clocks } = route.useSearch()
  const navigate = route.useNavigate()
  const now = useNow()
  const trace = timelineTrace(incident)
  const spanLink: SpanLink = (span) => ({
    to: '/incident',
    search: { view: 'trace', span: span ?? (event.spanId || undefined), clocks },
  })
  const change = (values: { stack?: StackView; clocks?: 'raw' | undefined }) =>
    void navigate({ search: (search) => ({ ...search, ...values }), replace: true })
  const openTrace = () => {
    const row = document.activeElement?.closest<HTMLElement>('[data-span]')
    void navigate({ search: { view: 'trace', span: row?.dataset['span'] ?? (event.spanId || undefined) } })
  }
  const shortcuts: Shortcut[] = trace ? [{ keys: 't', label: 'trace', run: openTrace }] : []
  const issue = incident.issue ?? issueOf(event)
  const condition = incident.condition ?? undefined
  const answer = { issue, activity: [], ...(condition && { condition }) }
  return (
    <Screen
      title={`${plainText(event.type, 'Error')} ${plainText(event.message)}`.slice(0, MAX_TITLE)}
      shortcuts={shortcuts}
    >
      <IssueHeader answer={answer} event={event} now={now} />
      {incident.issue && <IssueFacts issue={incident.issue} now={now} />}
      <section className={`controls ${css.event}`} aria-label="Event">
        <time dateTime={event.at} title={new Date(event.at).toString()}>
          {formatDateTime(event.at)}
        </time>
        <span>
          digest{' '}
          <output className="mono" aria-label="Digest">
            {plainText(event.digest)}
          </output>
        </span>
        {incident.releases.map((release) => (
          <span key={release.environment}>
            release <UntrustedText text={release.release} />{' '}
            <span className="faint">
              {release.environment && (
                <>
                  <UntrustedText text={release.environment} />,{' '}
                </>
              )}
              since {formatShortDateTime(release.firstSeen, now)}
              {release.crashFreeSessions !== null &&
                `, ${formatRate(release.crashFreeSessions)} crash-free sessions`}
            </span>
          </span>
        ))}
      </section>
      <EventColumns label="About this event" sidebar={<EventFacts event={event} />}>
        <Stack event={event} view={stack} setView={(view) => change({ stack: view })} hasMapNotice={false} />
        <EventDetails event={event}>
          <Timeline
            event={withoutPage(event)}
            trace={trace}
            clocks={clocks}
            setClocks={(value) => change({ clocks: value })}
            spanLink={spanLink}
          />
        </EventDetails>
      </EventColumns>
    </Screen>
  )
}

/** The page that the user saw is not in the file. */
function withoutPage(event: Event): Event {
  const { snapshot, ...others } = event
  return snapshot ? others : event
}

function IssueFacts({ issue, now }: { issue: PortableIssue; now: number }) {
  const facts = {
    'Events, last 30 days': formatCount(issue.count),
    'Users, last 30 days': (
      <>
        {formatCount(issue.users)} <Sessions count={issue.sessions} />
      </>
    ),
    'Last seen': formatShortDateTime(issue.lastSeen, now),
    'First seen': formatShortDateTime(issue.firstSeen, now),
  }
  return <Facts className={css.facts} facts={facts} />
}

/** A file may have an event without its issue. */
function issueOf({ service, type, message, at }: Event) {
  return { service, type, message, culprit: '', status: 'ongoing', firstSeen: at } as const
}
