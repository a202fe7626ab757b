// Summary of a release: crash-free sessions before and after, events around the deploy, latency regressions.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReleaseChangesAnswer } from '../../../../contract/releases.ts'
import { trendQuery } from '../issues/index.ts'
import { formatCount } from '../../format/format-number.ts'
import { plainText } from '../../ui/untrusted-text.tsx'
import { Trend } from '../../charts/trend.tsx'
import { useNow } from '../../ui/use-now.ts'
import { describeBase } from './base-select.tsx'
import { describeCrashFree, formatCrashFree } from './crash-free.ts'
import { SlowerTable } from './slower-table.tsx'
import css from './release.module.css'

/** At or above this share, a value that is not worse is shown as good. */
const GOOD_SHARE = 0.95

export function ReleaseAnswer({ answer }: { answer: ReleaseChangesAnswer }) {
  return (
    <section className={css.answer} aria-label="Summary">
      <CrashFree answer={answer} />
      <EventsAround answer={answer} />
      <LatencyRegressions answer={answer} />
    </section>
  )
}

function CrashFree({ answer: { release, against } }: { answer: ReleaseChangesAnswer }) {
  const [before, after] = [against.crashFreeSessions, release.crashFreeSessions]
  if (after === null)
    return (
      <div>
        <h2>Crash-free sessions</h2>
        <p className={css.big}>–</p>
        <p>This release has no sessions. Pages send sessions with the SDK; servers do not have them.</p>
      </div>
    )
  const isWorse = before !== null && after < before
  return (
    <div>
      <h2>Crash-free sessions</h2>
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
        <b className={isWorse ? 'bad' : after >= GOOD_SHARE ? css.same : undefined}>
          {formatCrashFree(after)}
        </b>
      </p>
      <p>
        {capitalize(describeCrashFree(after))}
        {before !== null && (
          <>
            ; {describeBase(against)}, {describeCrashFree(before)}
          </>
        )}
        . {formatCount(release.sessions)} sessions so far.
      </p>
    </div>
  )
}

function EventsAround({ answer: { release, since, chart } }: { answer: ReleaseChangesAnswer }) {
  const navigate = useNavigate()
  const now = useNow(60_000)
  const { service, environment } = release
  const filters = { service, environment: environment || undefined, from: chart.from, to: chart.to }
  const { data } = useQuery({ ...trendQuery(filters), placeholderData: keepPreviousData })
  // The mark of this release is always drawn, even if another environment had it earlier.
  const marks = (data?.releases ?? []).filter((mark) => mark.release !== release.release)
  const own = { at: since.from, service, release: release.release }
  return (
    <figure className={css.chart} aria-label="Events of the service around the deploy">
      {data && (
        <Trend
          bars={data.buckets}
          releases={[...marks, own]}
          openRelease={(name) =>
            void navigate({ to: '/releases/$service/$release', params: { service, release: name } })
          }
          now={now}
          onSelect={(from, to) => void navigate({ to: '/', search: { service, from, to } })}
          low
          action="shows the issues of that period"
        />
      )}
    </figure>
  )
}

function LatencyRegressions({ answer: { release, against, slower } }: { answer: ReleaseChangesAnswer }) {
  const base = describeBase(against)
  return (
    <div>
      <h2>Slower since</h2>
      {slower.length === 0 ? (
        <p>
          {base ? (
            <>No web vital or operation is 10 % or more slower than {base}.</>
          ) : (
            'There is no previous release to compare with.'
          )}
        </p>
      ) : (
        <SlowerTable
          rows={slower.map((row) => ({ ...row, service: release.service }))}
          label={`Slower since ${plainText(release.release)}`}
        />
      )}
    </div>
  )
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
