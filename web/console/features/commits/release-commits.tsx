// The commits of a release since the one before, on its page.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedCommit, ReleaseCommitsAnswer } from '../../../../contract/commits.ts'
import type { ReleaseSuspectsAnswer } from '../../../../contract/releases.ts'
import { formatCount, pluralize } from '../../format/format-number.ts'
import { formatDateTime, formatShortDateTime } from '../../format/format-time.ts'
import { answerQuery, searchParameters } from '../../http/query.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { useNow } from '../../ui/use-now.ts'
import { BrokenBy, breaksOf, rankOfBreaks, WithoutSuspect, type Break } from './broken-issues.tsx'
import { CommitName } from './commit-name.tsx'
import css from './commits.module.css'

/** A release is rarely built again. */
const STALE_MS = 60_000

/** Further ones are behind a button. */
const FIRST_COMMITS = 20

export type ReleaseCommitsProps = { service: string; release: string }

export function ReleaseCommits({ service, release }: ReleaseCommitsProps) {
  const path = `/api/releases/commits?${searchParameters({ service, release })}`
  const { data } = useQuery({
    ...answerQuery<ReleaseCommitsAnswer>(['releases', 'commits', service, release], path),
    staleTime: STALE_MS,
  })
  const suspectsPath = `/api/releases/suspects?${searchParameters({ service, release })}`
  const { data: suspects } = useQuery({
    ...answerQuery<ReleaseSuspectsAnswer>(['releases', 'suspects', service, release], suspectsPath),
    staleTime: STALE_MS,
    enabled: Boolean(data?.commits.length),
  })
  const [showsAll, setShowsAll] = useState(false)
  if (!data?.head) return null
  const { base, before, missing } = data
  const breaks = breaksOf(suspects?.issues ?? [])
  const commits = data.commits.toSorted(
    (a, b) => rankOfBreaks(breaks.get(a.hash)) - rankOfBreaks(breaks.get(b.hash)),
  )
  const shown = showsAll ? commits : commits.slice(0, FIRST_COMMITS)
  return (
    <section aria-labelledby="commits" className={css.release}>
      <header className="controls">
        <h2 id="commits">Commits</h2>
        <small className="num">
          {pluralize(commits.length, 'commit')}
          {before && base === before.head && (
            <>
              {' '}
              since <UntrustedText text={before.release} />
            </>
          )}
        </small>
      </header>
      {missing !== null && (
        <p>
          The build sent no commits: <UntrustedText text={missing} />.
        </p>
      )}
      {commits.length > 0 && <Commits commits={shown} breaks={breaks} />}
      {shown.length < commits.length && (
        <button type="button" className="quiet" onClick={() => setShowsAll(true)}>
          {shown.length} of {formatCount(commits.length)}. Show all
        </button>
      )}
      {suspects && <WithoutSuspect answer={suspects} />}
    </section>
  )
}

type CommitsProps = { commits: ListedCommit[]; breaks: ReadonlyMap<string, Break[]> }

/** Those first that changed the line of an issue, then those that changed its file. */
function Commits({ commits, breaks }: CommitsProps) {
  const now = useNow(60_000)
  return (
    <table aria-label="Commits of the release" className={`cards ${css.commits}`}>
      <thead>
        <tr>
          <th>Commit</th>
          <th>Author</th>
          <th className="num">Committed</th>
          <th className="num">Files</th>
          <th>Changed what now breaks</th>
        </tr>
      </thead>
      <tbody>
        {commits.map((commit) => (
          <tr key={commit.hash}>
            <th scope="row">
              <CommitName commit={commit} />
            </th>
            <td>
              <UntrustedText text={commit.author} empty="(no name)" />
            </td>
            <td className="num">
              <time dateTime={commit.at} title={formatDateTime(commit.at)}>
                {formatShortDateTime(commit.at, now)}
              </time>
            </td>
            <td className="num">
              {formatCount(commit.files.length)}
              <span className={css.unit}> {commit.files.length === 1 ? 'file' : 'files'}</span>
            </td>
            <td className={css.breaks}>
              <BrokenBy breaks={breaks.get(commit.hash) ?? []} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
