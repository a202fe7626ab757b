// Sentry's SDKs: projects without a name, and what of their envelopes was left out.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ServicesAnswer } from '../../../../contract/search.ts'
import { SENTRY_LEFT_OUT, sentryRow } from '../../../setup/sentry-items.ts'
import type { Health } from '../../http/health.ts'
import { usePolling } from '../../app/live.tsx'
import { servicesQuery } from '../../search/option-queries.ts'
import css from './status.module.css'

const DAY_MS = 24 * 3_600_000
/** Anybody can send to any number: more sentences help nobody. */
const MAX_PROJECTS = 20
/** What the relay calls the service of a project without a name. */
const UNNAMED = /^project-(\d+)$/

const NONE: never[] = []

type Sentry = NonNullable<Health['sentry']>
type Props = { sentry: Sentry; now: number }

/** Nothing where there is nothing to report. */
export function SentrySection({ sentry, now }: Props) {
  const { services = NONE } = useQuery({ ...servicesQuery(), refetchInterval: usePolling() }).data ?? {}
  const sentences = [...describeUnnamed(sentry, services, now), ...describeLeftOut(sentry)]
  if (sentences.length === 0) return null
  return (
    <section aria-labelledby="sentry">
      <h2 id="sentry">Sentry SDKs</h2>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence} className={css.note}>
            {sentence}
          </li>
        ))}
      </ul>
      <p className={css.note}>
        <Link to="/connect" search={{ setup: 'sentry' }}>
          What is read, and what is left out
        </Link>
      </p>
    </section>
  )
}

/** A sentence for each project that sent something in the last 24 hours, the latest first. */
function describeUnnamed({ projects }: Sentry, services: ServicesAnswer['services'], now: number): string[] {
  return services
    .filter(({ lastSeen }) => now - Date.parse(lastSeen) < DAY_MS)
    .flatMap(({ name }) => UNNAMED.exec(name)?.[1] ?? [])
    .filter((number) => !(number in projects))
    .slice(0, MAX_PROJECTS)
    .map(
      (number) =>
        `Project ${number} of a Sentry DSN has no name: its service is project-${number}. ` +
        `Name it with SENTRY_PROJECTS=${number}:NAME.`,
    )
}

/** Sentences about items that were not stored: their kind is never stored, or they could not be read. */
function describeLeftOut({ leftOut }: Sentry): string[] {
  const rows = Object.entries(leftOut).map(([type, count]) => ({ row: sentryRow(type), count }))
  const counts = (isKind: boolean) => {
    const sums = new Map<string, number>()
    for (const { row, count } of rows)
      if (SENTRY_LEFT_OUT.includes(row) === isKind) sums.set(row.name, (sums.get(row.name) ?? 0) + count)
    return [...sums].map(([name, count]) => `${name} (${count.toLocaleString('en')})`).join(', ')
  }
  const [kinds, unreadable] = [counts(true), counts(false)]
  return [
    ...(kinds ? [`Items left out since the relay started: ${kinds}.`] : []),
    ...(unreadable ? [`Items that were too large or not valid JSON since then: ${unreadable}.`] : []),
  ]
}
