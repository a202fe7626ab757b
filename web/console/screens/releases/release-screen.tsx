// One release: what did it break? Issues in four groups, crash-free sessions, what became slower.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReleaseChangesAnswer } from '../../../../store/api/release-contract.ts'
import { releaseChangesQuery, releaseListQuery } from '../../api/release-changes.ts'
import type { ReleaseSearch } from '../../filters.ts'
import { formatCount, pluralize } from '../../format-number.ts'
import { formatAge, formatDateTime, formatShortDateTime } from '../../format-time.ts'
import { usePolling } from '../../live.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useRoving } from '../../parts/roving.ts'
import { Screen } from '../../parts/screen.tsx'
import { Select } from '../../parts/select.tsx'
import { ServiceName } from '../../parts/service-name.tsx'
import { QueryState } from '../../parts/states.tsx'
import { rowShortcuts } from '../../shortcuts.ts'
import { useNow } from '../../use-now.ts'
import { BASE_SELECT_ID, BaseSelect } from './base-select.tsx'
import { ChangedIssues } from './changed-issues.tsx'
import { EARLY_MS } from './crash-free.ts'
import { ReleaseAnswer } from './release-answer.tsx'
import { ReleaseFacets } from './release-facets.tsx'
import css from './release.module.css'

const route = getRouteApi('/releases/$service/$release')

/** Issues of each group: more are in the inbox. */
const MAX_ISSUES = 50

export function ReleaseScreen() {
  const { service, release } = route.useParams()
  const { environment, previous, before } = route.useSearch()
  const query = useQuery({
    ...releaseChangesQuery({ service, release, environment, previous, before }, MAX_ISSUES),
    placeholderData: (answer) => (answer?.release.release === release ? answer : undefined),
    refetchInterval: usePolling(),
  })
  const answer = query.data
  const groups = answer ? [answer.new, answer.back, answer.louder, answer.quiet] : []
  const [roving, setTable] = useRoving(
    groups.flatMap(({ issues }, group) => issues.map(({ issue }) => `${group} ${issue.id}`)),
  )
  const openRelease = useOpenRelease(service, { environment, before })
  const shortcuts = [
    ...rowShortcuts(roving.move),
    { keys: '[', label: 'release before', run: () => openRelease(answer?.previous?.release) },
    { keys: ']', label: 'release after', run: () => openRelease(answer?.next) },
    { keys: 'v', label: 'compare with', run: () => document.getElementById(BASE_SELECT_ID)?.focus() },
  ]
  return (
    <Screen title={`${release} · Releases`} shortcuts={shortcuts}>
      <ReleaseHeader service={service} release={release} answer={answer} openRelease={openRelease} />
      <QueryState query={query} label="what the release changed" />
      {answer && (
        <div className={css.compared} aria-busy={query.isPlaceholderData}>
          <ReleaseAnswer answer={answer} />
          <ChangedIssues answer={answer} roving={roving} setTable={setTable} />
        </div>
      )}
      {answer && answer.release.exceptions > 0 && <ReleaseFacets answer={answer} environment={environment} />}
    </Screen>
  )
}

type OpenRelease = (release: string | null | undefined) => void

/** Compared with the same time; another release is not compared with that of this one. */
function useOpenRelease(service: string, search: Pick<ReleaseSearch, 'environment' | 'before'>): OpenRelease {
  const navigate = useNavigate()
  return (release) => {
    if (!release) return
    const target = { to: '/releases/$service/$release', params: { service, release } } as const
    void navigate({ ...target, search })
  }
}

type HeaderProps = {
  service: string
  release: string
  answer: ReleaseChangesAnswer | undefined
  openRelease: OpenRelease
}

function ReleaseHeader({ service, release, answer, openRelease }: HeaderProps) {
  const { environment } = route.useSearch()
  const now = useNow()
  return (
    <header className={css.title}>
      <div>
        <p className={css.where}>
          <Link to="/releases" search={{}}>
            Releases
          </Link>
          <span aria-hidden="true">/</span>
          <span>
            {release}
            {answer && (answer.next ? ` was followed by ${answer.next}` : ' is the newest of its service')}
          </span>
        </p>
        <h1>{answer ? verdict(answer, release, now) : release}</h1>
        <p className={css.facts}>
          <ServiceName name={service} />
          {answer && <Facts answer={answer} now={now} />}
        </p>
      </div>
      <div className={css.actions}>
        <EnvironmentSelect service={service} environment={environment} />
        {answer && <BaseSelect service={service} answer={answer} />}
        <button
          type="button"
          disabled={!answer?.previous}
          onClick={() => openRelease(answer?.previous?.release)}
        >
          <Icon name="left" /> {answer?.previous?.release ?? 'No release before'}
        </button>
        {answer?.next && (
          <button type="button" onClick={() => openRelease(answer.next)}>
            {answer.next} <Icon name="right" />
          </button>
        )}
        <CopyButton text={location.href} label="Copy the link" />
      </div>
    </header>
  )
}

function Facts({ answer, now }: { answer: ReleaseChangesAnswer; now: number }) {
  const { release, next, since, commit } = answer
  const until = next ? Date.parse(since.to) : now
  return (
    <>
      <span>
        deployed{' '}
        <time dateTime={release.firstSeen} title={formatDateTime(release.firstSeen)}>
          {formatShortDateTime(release.firstSeen, now)}
        </time>
        , {next ? 'compared for' : 'live for'} {formatAge(release.firstSeen, until)}
      </span>
      {commit && (
        <a href={commit.link} rel="noreferrer">
          <Icon name="out" small /> <code>{commit.id.slice(0, 12)}</code>
        </a>
      )}
      <span>
        {pluralize(release.exceptions, 'event')}
        {release.sessions > 0 && ` in ${formatCount(release.sessions)} sessions`}
      </span>
    </>
  )
}

/** The question, until the answer is that nothing broke. */
function verdict(answer: ReleaseChangesAnswer, release: string, now: number): string {
  const changed = answer.new.total + answer.back.total + answer.louder.total
  if (changed > 0) return `What did ${release} break?`
  const age = now - Date.parse(answer.release.firstSeen)
  return age < EARLY_MS ? `Too early to say about ${release}` : `${release} broke nothing`
}

function EnvironmentSelect({ service, environment }: { service: string; environment: string | undefined }) {
  const navigate = route.useNavigate()
  const rows = useQuery(releaseListQuery({ service, range: '30d' })).data?.releases ?? []
  const names = [...new Set(rows.map((row) => row.environment).filter(Boolean))].toSorted()
  if (names.length < 2 && !environment) return null
  return (
    <Select
      label="Environment"
      all="All environments"
      value={environment}
      options={names}
      onChange={(value) => void navigate({ search: (current) => ({ ...current, environment: value }) })}
    />
  )
}
