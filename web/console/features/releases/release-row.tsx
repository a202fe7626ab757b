// One release in the list, compared with the previous one.
import { Link } from '@tanstack/react-router'
import type { ReleaseRow, ReleaseSummary, SlowerRow } from '../../../../contract/releases.ts'
import { formatCount, formatPercent, pluralize } from '../../format/format-number.ts'
import { formatAge, formatDateTime, formatShortDateTime } from '../../format/format-time.ts'
import { UntrustedCode, plainText, UntrustedText } from '../../ui/untrusted-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Roving } from '../../ui/roving.ts'
import { SparkLine } from '../../charts/spark-line.tsx'
import { EARLY_MS, formatChange, formatCrashFree, MIN_SESSIONS } from './crash-free.ts'
import type { ListedRelease } from './group-releases.ts'
import { formatVital, rate, RATING_TEXTS, VITALS } from '../vitals/index.ts'
import css from './releases.module.css'

/** Null: the release is not compared, because there are newer ones. */
type Summary = ReleaseSummary | 'loading' | null
type Props = { item: ListedRelease; summary: Summary; roving: Roving; now: number }

export function ReleaseTableRow({ item: { row, index, previous, next }, summary, roving, now }: Props) {
  const { service, release, firstSeen, sessions, environments = [] } = row
  const data = summary === 'loading' ? null : summary
  const isEarly = now - Date.parse(firstSeen) < EARLY_MS
  const live = next ? Date.parse(next.firstSeen) : now
  return (
    <tr {...roving.rowProps(index)}>
      <td className={css.release}>
        <Link
          to="/releases/$service/$release"
          params={{ service, release }}
          search={(search) => ({ environment: search.environment })}
          tabIndex={roving.tabIndexOf(index)}
          className="clip row-link"
        >
          <UntrustedText text={release} />
        </Link>
        <small className="clip">
          {data?.commit && <code>{data.commit.id.slice(0, 7)}</code>}{' '}
          {environments.map((environment) => (
            <span key={environment} className={css.environment}>
              <UntrustedText text={environment} />
            </span>
          ))}
        </small>
      </td>
      <td className={css.deployed}>
        <time dateTime={firstSeen} title={formatDateTime(firstSeen)}>
          {formatShortDateTime(firstSeen, now)}
        </time>
        <small>
          {next ? 'was live' : 'live for'} {formatAge(firstSeen, live)}
        </small>
      </td>
      <td className={`num ${css.sessions}`}>
        {sessions > 0 && formatCount(sessions)}
        {sessions > 0 && <span className="faint narrow-only"> sessions</span>}
        <small>{describeUse(row)}</small>
      </td>
      <td className={`num ${css.crashFree}`}>
        <CrashFree row={row} previous={previous} isEarly={isEarly} />
      </td>
      <td className={css.around}>
        <AroundDeploy row={row} />
      </td>
      {(['new', 'back', 'louder', 'quiet'] as const).map((group) => (
        <td key={group} className={`num ${css.change}`}>
          <GroupCount summary={summary} name={group} />
        </td>
      ))}
      <td className={css.slower}>
        <Slower summary={summary} isEarly={isEarly} />
      </td>
    </tr>
  )
}

/** `96 % of now`: the share of sessions in the last hour; without sessions, the number of events. */
function describeUse({ shareOfNow, sessions, exceptions }: ReleaseRow): string {
  if (sessions > 0 && typeof shareOfNow === 'number') return `${formatPercent(shareOfNow, 1)} of now`
  return pluralize(exceptions, 'event')
}

type CrashFreeProps = Pick<ListedRelease, 'row' | 'previous'> & { isEarly: boolean }

function CrashFree({ row, previous, isEarly }: CrashFreeProps) {
  const [before, after] = [previous?.crashFreeSessions ?? null, row.crashFreeSessions]
  if (after === null) return <span className="faint">no sessions</span>
  const isWorse = before !== null && row.sessions >= MIN_SESSIONS && after < before - 0.001
  return (
    <>
      {before !== null && <span className="faint">{formatCrashFree(before)} → </span>}
      <b className={isWorse ? 'bad' : undefined}>{formatCrashFree(after)}</b>
      <small>{isEarly ? 'too early to tell' : before === null ? '' : formatChange(before, after)}</small>
    </>
  )
}

type GroupProps = { summary: Summary; name: 'new' | 'back' | 'louder' | 'quiet' }

/** A narrow screen has no column headers: there the name follows the number. */
function GroupCount({ summary, name }: GroupProps) {
  if (summary === 'loading') return <Loading />
  if (summary === null) return null
  const count = summary[name]
  return (
    <span className={count === 0 ? 'faint' : name === 'quiet' ? undefined : css.some}>
      {formatCount(count)} <span className="narrow-only">{name}</span>
    </span>
  )
}

function Loading() {
  return (
    <span className={css.loading}>
      <span className="visually-hidden">loading</span>
    </span>
  )
}

function Slower({ summary, isEarly }: { summary: Summary; isEarly: boolean }) {
  if (summary === 'loading') return <Loading />
  if (summary === null) return null
  const { slower: worst } = summary
  if (!worst) return <span className="faint">{isEarly ? 'too early to tell' : 'nothing above 10 %'}</span>
  return (
    <>
      <span className={css.worst}>
        <WorseRating row={worst} />
        {worst.name} {formatVital(worst.name, worst.before)} → <b>{formatVital(worst.name, worst.since)}</b>
      </span>
      <small className="clip">
        <UntrustedCode text={worst.place} />
      </small>
    </>
  )
}

/** The rating of the new value. Percentiles of operations have no limits. */
function WorseRating({ row: { kind, name, since } }: { row: SlowerRow }) {
  const vital = kind === 'vital' && VITALS.find((item) => item === name)
  const rating = vital ? rate(vital, since) : 'good'
  if (rating === 'good') return null
  return (
    <span className={css.rating} data-rating={rating}>
      <Icon name={rating === 'poor' ? 'poor' : 'alert'} small />
      <span className="visually-hidden">{RATING_TEXTS[rating]}: </span>
    </span>
  )
}

/** The hour of the deploy, and the number of hours. */
const [DEPLOY, HOURS] = [24, 48]
/** The scale starts at this share or lower, so that the line of a normal day is flat. */
const HIGHEST_FLOOR = 0.95

/** Crash-free sessions of a service in the 24 hours before and after the deploy. */
function AroundDeploy({ row }: { row: ReleaseRow }) {
  const points = (row.around ?? []).flatMap((share, hour) => (share === null ? [] : [{ share, hour }]))
  const after = points.filter(({ hour }) => hour >= DEPLOY)
  if (points.length === 0) return null
  if (after.length < 2 || row.sessions < MIN_SESSIONS) return <span className="faint">too early to tell</span>
  const floor = Math.min(HIGHEST_FLOOR, ...points.map(({ share }) => share))
  return (
    <SparkLine
      points={points.map(({ share, hour }) => ({ at: hour + 0.5, value: share }))}
      start={0}
      end={HOURS + 1}
      floor={floor}
      top={1}
      mark={DEPLOY}
      label={`Crash-free sessions 24 hours before and after ${plainText(row.release)}`}
    />
  )
}
