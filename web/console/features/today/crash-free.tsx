// Crash-free sessions before and since, and over time with the releases on the same axis.
import type { Today } from '../../../../contract/today.ts'
import { formatCount } from '../../format/format-number.ts'
import { CrashFreeLines, describeCrashFree, formatCrashFree, MIN_SESSIONS } from '../releases/index.ts'
import { ServiceName, useServiceColors } from '../../ui/service-name.tsx'
import css from './today.module.css'

/** A smaller change is no news. */
const MIN_CHANGE = 0.0005

/** Nothing where there are no sessions: servers do not have them. */
export function CrashFree({ answer }: { answer: Today }) {
  const { before, since, sessions, trend } = answer.crashFree
  const services = [...new Set(trend.map(({ service }) => service))]
  const colors = useServiceColors(services)
  if (since === null) return null
  return (
    <section className={css.shape} aria-labelledby="crash-free">
      <div>
        <h2 id="crash-free">Crash-free sessions</h2>
        <p className={css.big}>
          {before !== null && (
            <>
              <span className="faint">{formatCrashFree(before)}</span>
              <span className="faint" aria-hidden="true">
                →
              </span>
              <span className="visually-hidden"> to </span>
            </>
          )}
          <b className={toneOf(answer)}>{formatCrashFree(since)}</b>
        </p>
        <p>
          {capitalize(describeCrashFree(since))}
          {before !== null && before !== since && `; before, ${describeCrashFree(before)}`}.{' '}
          {formatCount(sessions)} sessions.
        </p>
      </div>
      <figure aria-label="Crash-free sessions over time, with releases">
        {services.length > 1 && (
          <figcaption className="chart-caption">
            {services.map((service) => (
              <ServiceName key={service} name={service} color={colors.get(service)} />
            ))}
          </figcaption>
        )}
        <CrashFreeLines
          points={trend}
          releases={answer.releases.releases}
          start={Date.parse(answer.since)}
          end={Date.parse(answer.until)}
        />
      </figure>
    </section>
  )
}

function toneOf({ crashFree: { before, since, sessions } }: Today): string | undefined {
  if (before === null || since === null || sessions < MIN_SESSIONS) return undefined
  if (since < before - MIN_CHANGE) return 'bad'
  return since > before + MIN_CHANGE ? css.better : undefined
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
