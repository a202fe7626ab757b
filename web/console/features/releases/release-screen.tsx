// One release: issues in four groups, crash-free sessions, latency regressions.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReleaseChangesAnswer } from '../../../../contract/releases.ts'
import { fetchReleaseMarkdown, releaseChangesQuery, releaseListQuery } from './release-changes-query.ts'
import { formatCount, pluralize } from '../../format/format-number.ts'
import { formatAge, formatDateTime, formatShortDateTime } from '../../format/format-time.ts'
import { usePolling } from '../../app/live.tsx'
import { plainText, UntrustedText } from '../../ui/untrusted-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useRoving } from '../../ui/roving.ts'
import { Screen } from '../../app/screen.tsx'
import { Select } from '../../ui/select.tsx'
import { ServiceName } from '../../ui/service-name.tsx'
import { QueryState } from '../../http/query-state.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { rowShortcuts } from '../../app/row-shortcuts.ts'
import { useNow } from '../../ui/use-now.ts'
import { ReleaseCommits } from '../commits/index.ts'
import { BulkBar, useIssueActions, useSelection } from '../issues/index.ts'
import { BASE_SELECT_ID, BaseSelect } from './base-select.tsx'
import { ChangedIssues } from './changed-issues.tsx'
import { EARLY_MS } from './crash-free.ts'
import { ReleaseAnswer } from './release-answer.tsx'
import { ReleaseFacets } from './release-facets.tsx'
import css from './release.module.css'

const route = getRouteApi('/releases/$service/$release')

/** Issues per group; the issue list has the rest. */
const MAX_ISSUES = 50

/** Select and resolve come before the keys of the release in the footer. */
const FIRST_ACTIONS = 2

export function ReleaseScreen() {
  const { service, release } = route.useParams()
  const { environment, previous, before } = route.useSearch()
  const name = { service, release, environment, previous, before }
  const query = useQuery({
    ...releaseChangesQuery(name, MAX_ISSUES),
    placeholderData: (answer) => (answer?.release.release === release ? answer : undefined),
    refetchInterval: usePolling(),
  })
  const answer = query.data
  const groups = answer ? [answer.new, answer.back, answer.louder, answer.quiet] : []
  const issues = groups.flatMap((group) => group.issues.map(({ issue }) => issue))
  const [roving, setTable] = useRoving(issues.map(({ id }) => id))
  const selection = useSelection(JSON.stringify(name))
  const actions = useIssueActions({
    issues,
    selection,
    roving,
    total: issues.length,
    isStale: query.isPlaceholderData,
  })
  const copy = useCopy()
  const copyMarkdown = () =>
    copy(
      fetchReleaseMarkdown(name).then((text) => `${text}\n${location.href}\n`),
      'Markdown',
    )
  const copyLink = () => copy(Promise.resolve(location.href), 'Link')
  const openRelease = useOpenRelease()
  const shortcuts = [
    ...rowShortcuts(roving.move),
    ...actions.shortcuts.slice(0, FIRST_ACTIONS),
    { keys: '[', label: 'previous release', run: () => openRelease(answer?.previous?.release) },
    { keys: ']', label: 'next release', run: () => openRelease(answer?.next) },
    { keys: 'v', label: 'compare with', run: () => document.getElementById(BASE_SELECT_ID)?.focus() },
    { keys: 'y', label: 'copy as Markdown', run: copyMarkdown },
    { keys: 'c', label: 'copy link', run: copyLink },
    ...actions.shortcuts.slice(FIRST_ACTIONS),
    ...actions.clearShortcuts,
  ]
  return (
    <Screen title={`${plainText(release)} · Releases`} shortcuts={shortcuts}>
      <ReleaseHeader {...{ service, release, answer, openRelease, copyMarkdown, copyLink }} />
      <QueryState query={query} label="the changes of the release" />
      {answer && (
        <div aria-busy={query.isPlaceholderData}>
          <ReleaseAnswer answer={answer} />
          <ChangedIssues {...{ answer, roving, actions, setTable }} />
        </div>
      )}
      {answer?.commits !== undefined && <ReleaseCommits service={service} release={release} />}
      {answer && answer.release.exceptions > 0 && <ReleaseFacets answer={answer} environment={environment} />}
      {actions.selected.length > 0 && <BulkBar actions={actions} />}
    </Screen>
  )
}

type OpenRelease = (release: string | null | undefined) => void

/** Keeps a period as baseline; a release as baseline belongs to this release only. */
function useOpenRelease(): OpenRelease {
  const { service } = route.useParams()
  const { environment, before } = route.useSearch()
  const navigate = useNavigate()
  return (release) => {
    if (!release) return
    void navigate({
      to: '/releases/$service/$release',
      params: { service, release },
      search: { environment, before },
    })
  }
}

type HeaderProps = {
  service: string
  release: string
  answer: ReleaseChangesAnswer | undefined
  openRelease: OpenRelease
  copyMarkdown: () => void
  copyLink: () => void
}

function ReleaseHeader({ service, release, answer, openRelease, ...copy }: HeaderProps) {
  const { environment } = route.useSearch()
  const now = useNow()
  return (
    <header className={`page-head ${css.title}`}>
      <div>
        <p className="title-path">
          <Link to="/releases" search={{}}>
            Releases
          </Link>
          <span aria-hidden="true">/</span>
          <span>
            <UntrustedText text={release} />
            {answer?.next ? (
              <>
                {' '}
                was followed by <UntrustedText text={answer.next} />
              </>
            ) : (
              answer && ' is the newest release of its service'
            )}
          </span>
        </p>
        <h1>{answer ? <Verdict answer={answer} now={now} /> : <UntrustedText text={release} />}</h1>
        <p className={`title-path ${css.facts}`}>
          <ServiceName name={service} />
          {answer && <Facts answer={answer} now={now} />}
        </p>
      </div>
      <div className={`controls ${css.actions}`}>
        <EnvironmentSelect service={service} environment={environment} />
        {answer && <BaseSelect service={service} answer={answer} />}
        <button
          type="button"
          disabled={!answer?.previous}
          onClick={() => openRelease(answer?.previous?.release)}
        >
          <Icon name="left" />{' '}
          <UntrustedText text={answer?.previous?.release ?? ''} empty="No previous release" />
        </button>
        {answer?.next && (
          <button type="button" onClick={() => openRelease(answer.next)}>
            <UntrustedText text={answer.next} /> <Icon name="right" />
          </button>
        )}
        <IconButton icon="markdown" label="Copy as Markdown" shortcut="y" onClick={copy.copyMarkdown} />
        <IconButton icon="link" label="Copy link" shortcut="c" onClick={copy.copyLink} />
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

/** A question, unless there are no regressions. */
function Verdict({ answer, now }: { answer: ReleaseChangesAnswer; now: number }) {
  const name = <UntrustedText text={answer.release.release} />
  const changed = answer.new.total + answer.back.total + answer.louder.total
  if (changed > 0) return <>What did {name} break?</>
  const isEarly = now - Date.parse(answer.release.firstSeen) < EARLY_MS
  return isEarly ? <>Too early to tell for {name}</> : <>{name}: no regressions found</>
}

function EnvironmentSelect({ service, environment }: { service: string; environment: string | undefined }) {
  const navigate = route.useNavigate()
  const rows = useQuery(releaseListQuery({ service, range: '30d' })).data?.releases ?? []
  const names = [...new Set(rows.flatMap(({ environments = [] }) => environments))].toSorted()
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
