// One release in the list, beside the one before it.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReleaseChangesAnswer, ReleaseRow, SlowerRow } from '../../../../contract/releases.ts'
import { releaseChangesQuery } from './release-changes-query.ts'
import { formatCount, formatPercent, pluralize } from '../../format/format-number.ts'
import { formatAge, formatDateTime, formatShortDateTime } from '../../format/format-time.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Roving } from '../../ui/roving.ts'
import { AroundDeploy } from './around-deploy.tsx'
import { EARLY_MS, formatChange, formatCrashFree, MIN_SESSIONS } from './crash-free.ts'
import type { ListedRelease } from './group-releases.ts'
import { rate, RATING_TEXTS, VITALS } from '../vitals/vital-names.ts'
import { formatSlower } from './slower-text.ts'
import css from './releases.module.css'

type Props = { item: ListedRelease; isCompared: boolean; roving: Roving; now: number }

export function ReleaseTableRow({ item: { row, index, previous, next }, isCompared, roving, now }: Props) {
  const { service, release, environment, firstSeen, sessions } = row
  const name = { service, release, environment: environment || undefined }
  const { data } = useQuery({ ...releaseChangesQuery(name, 1), enabled: isCompared })
  const isEarly = now - Date.parse(firstSeen) < EARLY_MS
  const live = next ? Date.parse(next.firstSeen) : now
  return (
    <tr
      data-row={index}
      aria-current={index === roving.index || undefined}
      onFocus={() => roving.setIndex(index)}
    >
      <td className={css.release}>
        <Link
          to="/releases/$service/$release"
          params={{ service, release }}
          search={{ environment: name.environment }}
          tabIndex={roving.tabIndexOf(index)}
          className="clip"
        >
          <UntrustedText text={release} />
        </Link>
        <small className="clip">
          {data?.commit && <code>{data.commit.id.slice(0, 7)}</code>} <UntrustedText text={environment} />
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
        {sessions > 0 ? formatCount(sessions) : <span className="faint">–</span>}
        <span className={`faint ${css.unit}`}> sessions</span>
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
          <GroupCount count={data?.[group].total} name={group} isQuiet={group === 'quiet'} />
        </td>
      ))}
      <td className={css.slower}>
        <Slower data={data} isEarly={isEarly} />
      </td>
    </tr>
  )
}

/** `96 % of now`: of the sessions of the last hour; where there are none, the events of the release. */
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
      <b className={isWorse ? css.worse : undefined}>{formatCrashFree(after)}</b>
      <small>{isEarly ? 'too early to say' : before === null ? '' : formatChange(before, after)}</small>
    </>
  )
}

/** A narrow screen has no column heads: there the name is beside the number. */
function GroupCount({ count, name, isQuiet }: { count: number | undefined; name: string; isQuiet: boolean }) {
  if (count === undefined) return <span className={`faint ${css.unknown}`}>–</span>
  return (
    <span className={count === 0 ? `faint ${css.none}` : isQuiet ? undefined : css.some}>
      {formatCount(count)} <span className={css.groupName}>{name}</span>
    </span>
  )
}

function Slower({ data, isEarly }: { data: ListedChanges; isEarly: boolean }) {
  const [worst] = data?.slower ?? []
  if (!data) return <span className="faint">–</span>
  if (!worst) return <span className="faint">{isEarly ? 'too early to say' : 'none over 10 %'}</span>
  return (
    <>
      <span className={css.worst}>
        <WorseRating row={worst} />
        {worst.name} {formatSlower(worst, worst.before)} → <b>{formatSlower(worst, worst.since)}</b>
      </span>
      <small className="clip">
        <code>
          <UntrustedText text={worst.place} />
        </code>
      </small>
    </>
  )
}

type ListedChanges = Pick<ReleaseChangesAnswer, 'slower'> | undefined

/** The shape of what the vital is since. Percentiles of operations have no limits. */
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
