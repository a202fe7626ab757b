// The commits that may have caused an issue, on its page, and who could have it.
import type { ReleaseOfIssue, Suspect, SuspectPlace } from '../../../../contract/commits.ts'
import type { IssueAnswer } from '../../../../contract/issues.ts'
import { pluralize } from '../../format/format-number.ts'
import { formatDateTime, formatShortDateTime } from '../../format/format-time.ts'
import { Fold } from '../../ui/fold.tsx'
import { UntrustedCode, UntrustedText } from '../../ui/untrusted-text.tsx'
import { useNow } from '../../ui/use-now.ts'
import { CommitName } from './commit-name.tsx'
import css from './commits.module.css'

/** One file for both: each further one is named in the first script of the console. */
export { ReleaseCommits } from './release-commits.tsx'

/** `assign`: missing: the reader may not change the issue. */
export type IssueCommitsProps = { answer: IssueAnswer; assign?: (name: string) => void }

export function IssueCommits({ answer, assign }: IssueCommitsProps) {
  const { suspects, changed } = answer
  if (changed === undefined) return null
  const close = suspects.filter(({ evidence }) => evidence !== 'range')
  const others = suspects.filter(({ evidence }) => evidence === 'range')
  return (
    <section aria-labelledby="changed" className={css.changed}>
      <header className="controls">
        <h2 id="changed">What changed</h2>
        <small className="num">
          {changed.commits > 0 && <Summary changed={changed} close={close.length} />}
        </small>
      </header>
      {changed.commits === 0 && <NoCommits changed={changed} />}
      <Suggestions answer={answer} {...(assign && { assign })} />
      <ol aria-label="Suspect commits, most likely first">
        {close.map((suspect, index) => (
          <li key={suspect.commit} className={index === 0 ? css.first : undefined}>
            <SuspectCommit suspect={suspect} />
            <Why suspect={suspect} place={changed.places.find(({ commit }) => commit === suspect.commit)} />
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <Fold
          open={false}
          className={`line ${css.others}`}
          title={othersText(changed.commits - close.length)}
        >
          <ol>
            {others.map((suspect) => (
              <li key={suspect.commit}>
                <SuspectCommit suspect={suspect} />
              </li>
            ))}
          </ol>
        </Fold>
      )}
    </section>
  )
}

function Summary({ changed, close }: { changed: ReleaseOfIssue; close: number }) {
  const { release, before, commits, authors } = changed
  return (
    <>
      {before === null ? 'up to ' : 'since '}
      <UntrustedText text={before ?? release} />: {pluralize(commits, 'commit')} by{' '}
      {pluralize(authors, 'author')}, {close} {close === 1 ? 'changes a file' : 'change files'} of this stack
    </>
  )
}

function othersText(count: number): string {
  return count === 1
    ? '1 commit changes no file of this stack'
    : `${count} commits change no file of this stack`
}

function NoCommits({ changed: { release, missing } }: { changed: ReleaseOfIssue }) {
  return (
    <p>
      The build of <UntrustedText text={release} /> sent no commits
      {missing !== null && (
        <>
          : <UntrustedText text={missing} />
        </>
      )}
      . A build sends them with its source maps, from a clone with all of its history.
    </p>
  )
}

/** The author of the line that fails, and the owners of the code. */
function Suggestions({ answer, assign }: IssueCommitsProps) {
  const { issue, suspects, owners } = answer
  const [first] = suspects
  const author = first?.evidence === 'line' ? first.author : ''
  const names = new Map(owners.map((owner) => [owner, 'owns the code (CODEOWNERS)']))
  if (author !== '') names.set(author, 'wrote the line')
  if (names.size === 0) return null
  const ordered = [...names].toSorted(([a], [b]) => Number(b === author) - Number(a === author))
  return (
    <p className={css.suggestions}>
      <span className="faint">Suggested assignee</span>
      {ordered.map(([name, reason]) => (
        <span key={name}>
          <b>
            <UntrustedText text={name} />
          </b>{' '}
          {reason}
          {issue.assignee === name && ', is assigned'}
          {issue.assignee !== name && assign && (
            <button type="button" onClick={() => assign(name)}>
              Assign
              <span className="visually-hidden">
                {' '}
                to <UntrustedText text={name} />
              </span>
            </button>
          )}
        </span>
      ))}
    </p>
  )
}

function SuspectCommit({ suspect }: { suspect: Suspect }) {
  const now = useNow(60_000)
  return (
    <div className={css.commit}>
      <h3>
        <CommitName commit={{ ...suspect, hash: suspect.commit }} />
      </h3>
      <p className={css.by}>
        <UntrustedText text={suspect.author} empty="(no name)" />,{' '}
        <time dateTime={suspect.at} title={formatDateTime(suspect.at)}>
          {formatShortDateTime(suspect.at, now)}
        </time>
      </p>
    </div>
  )
}

function Why({ suspect, place }: { suspect: Suspect; place: SuspectPlace | undefined }) {
  if (place === undefined) return null
  const { file, frame, lines } = place
  const isLine = suspect.evidence === 'line'
  return (
    <p className={css.why}>
      <span className={css.evidence} data-evidence={suspect.evidence}>
        {isLine ? `line ${frame} changed` : 'file changed'}
      </span>{' '}
      <UntrustedCode text={file} />
      {!isLine && lines.length > 0 && `, ${linesText(lines)}`}
      {!isLine && frame !== null && `; the stack passes line ${frame}`}
    </p>
  )
}

/** Of a file that was changed everywhere, the first ones. */
const MAX_RANGES = 3

function linesText(lines: number[][]): string {
  const ranges = lines.slice(0, MAX_RANGES).map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`))
  const isOne = lines.length === 1 && !ranges[0]!.includes('–')
  return `line${isOne ? '' : 's'} ${ranges.join(', ')}${lines.length > MAX_RANGES ? ' …' : ''}`
}
