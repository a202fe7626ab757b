// The title of a commit, and its hash, which links to its page at the host of the repository.
import type { ListedCommit } from '../../../../contract/commits.ts'
import { Icon } from '../../ui/icon.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import css from './commits.module.css'

/** As git abbreviates it. */
const HASH_LENGTH = 7

export function CommitName({ commit }: { commit: Pick<ListedCommit, 'hash' | 'subject' | 'url'> }) {
  const { hash, subject, url } = commit
  const short = <code>{hash.slice(0, HASH_LENGTH)}</code>
  return (
    <>
      <span className={css.subject}>
        <UntrustedText text={subject} empty="(no title)" />
      </span>{' '}
      {url === null ? (
        <small title={hash}>{short}</small>
      ) : (
        <a href={url} target="_blank" rel="noreferrer" title={hash} className={css.hash}>
          {short} <Icon name="out" small />
        </a>
      )}
    </>
  )
}
