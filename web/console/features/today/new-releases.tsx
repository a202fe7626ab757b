// The releases since then, each with crash-free sessions before and after, and what changed with it.
import { Link } from '@tanstack/react-router'
import type { Today, TodayRelease } from '../../../../contract/today.ts'
import { formatCount } from '../../format/format-number.ts'
import { formatDateTime } from '../../format/format-time.ts'
import { ServiceName } from '../../ui/service-name.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { useNow } from '../../ui/use-now.ts'
import { formatCrashFree, MIN_SESSIONS } from '../releases/index.ts'
import { formatSince } from './since.ts'
import css from './today.module.css'

export function NewReleases({ releases: { total, releases } }: Pick<Today, 'releases'>) {
  const now = useNow(60_000)
  if (total === 0) return null
  return (
    <section aria-labelledby="new-releases">
      <header className={css.heading}>
        <h2 id="new-releases">Releases</h2>
        {releases.length < total && (
          <small className="faint">
            latest {formatCount(releases.length)} of {formatCount(total)}
          </small>
        )}
        <Link to="/releases" className="push">
          all releases
        </Link>
      </header>
      <table className={`cards ${css.releases}`} aria-labelledby="new-releases">
        <thead>
          <tr>
            <th className={css.release}>Release</th>
            <th>Service</th>
            <th className={`num ${css.deployed}`}>Deployed</th>
            <th className={`num ${css.beforeAfter}`}>Crash-free before → after</th>
            <th className={css.changes}>Issues</th>
          </tr>
        </thead>
        <tbody>
          {releases.map((row) => (
            <tr key={`${row.service} ${row.release}`}>
              <th scope="row" className={css.release}>
                <Link
                  to="/releases/$service/$release"
                  params={{ service: row.service, release: row.release }}
                  className="clip row-link"
                >
                  <UntrustedText text={row.release} />
                </Link>
              </th>
              <td className="clip">
                <ServiceName name={row.service} />
              </td>
              <td className={`num ${css.deployed}`}>
                <time dateTime={row.firstSeen} title={formatDateTime(row.firstSeen)}>
                  {formatSince(row.firstSeen, now)}
                </time>
              </td>
              <td className={`num ${css.beforeAfter}`}>
                <BeforeAfter row={row} />
              </td>
              <td className={css.changes}>
                {describeChanges(row) || <span className="faint">no change</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function BeforeAfter({ row: { before, crashFreeSessions: after, sessions } }: { row: TodayRelease }) {
  if (after === null) return <span className="faint">no sessions</span>
  if (sessions < MIN_SESSIONS) return <span className="faint">too early to tell</span>
  const tone = before === null || after === before ? undefined : after < before ? 'bad' : css.better
  return (
    <>
      {before !== null && <span className="faint">{formatCrashFree(before)} → </span>}
      <b className={tone}>{formatCrashFree(after)}</b>
    </>
  )
}

/** `3 new, 2 louder`; empty without any. */
function describeChanges(row: TodayRelease): string {
  const names = (['new', 'back', 'louder', 'quiet'] as const).filter((name) => row[name] > 0)
  return names.map((name) => `${formatCount(row[name])} ${name}`).join(', ')
}
