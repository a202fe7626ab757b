// Deletions of persons: what was deleted, and when it has left the store and the backups.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Deletion } from '../../../../../contract/forget.ts'
import { formatCount } from '../../../format/format-number.ts'
import { formatShortDateTime } from '../../../format/format-time.ts'
import { QueryState } from '../../../http/query-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { deletionsQuery } from '../settings-query.ts'
import section from '../section.module.css'
import css from './privacy.module.css'

const FIRST_ROWS = 10
/** The same id has the same beginning. */
const HASH_LENGTH = 12

export function DeletionList() {
  const query = useQuery(deletionsQuery())
  const [showsAll, setShowsAll] = useState(false)
  const deletions = query.data?.deletions ?? []
  const shown = showsAll ? deletions : deletions.slice(0, FIRST_ROWS)
  return (
    <section aria-labelledby="deletions" className={section.part}>
      <h2 id="deletions">
        Deletions <small>the id itself is not stored</small>
      </h2>
      <QueryState query={query} label="deletions" thin />
      {query.data && deletions.length === 0 && <p className="faint">Nobody was deleted yet.</p>}
      {shown.length > 0 && (
        <table aria-label="Deletions" className={`cards ${section.labelled} ${css.deletions}`}>
          <thead>
            <tr>
              <th scope="col">Requested</th>
              <th scope="col">Of</th>
              <th scope="col">Hash of the id</th>
              <th scope="col" className="num">
                Records
              </th>
              <th scope="col">Gone from the store</th>
              <th scope="col">Gone from backups</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((deletion) => (
              <DeletionRow key={deletion.id} deletion={deletion} />
            ))}
          </tbody>
        </table>
      )}
      {deletions.length > shown.length && (
        <button type="button" className="quiet" onClick={() => setShowsAll(true)}>
          Show all {formatCount(deletions.length)}
        </button>
      )}
    </section>
  )
}

function DeletionRow({ deletion }: { deletion: Deletion }) {
  const now = useNow()
  const { kind, hash, requestedAt, doneBy, doneAt, backupsUntil, exceptions, spans, logs } = deletion
  const isGone = Date.parse(backupsUntil) < now
  return (
    <tr>
      <td data-label="Requested">{formatShortDateTime(requestedAt, now)}</td>
      <td data-label="Of">a {kind}</td>
      <td data-label="Hash of the id">
        <code title={hash}>{hash.slice(0, HASH_LENGTH)}</code>
      </td>
      <td className="num" data-label="Records">
        {formatCount(exceptions + spans + logs)}
      </td>
      <td data-label="Gone from the store">
        {doneAt ? (
          <span className={css.done}>
            <Icon name="resolved" small />
            {formatShortDateTime(doneAt, now)}
          </span>
        ) : (
          `by ${formatShortDateTime(doneBy, now)}`
        )}
      </td>
      <td data-label="Gone from backups">
        {isGone ? (
          <span className={css.done}>
            <Icon name="resolved" small />
            {formatShortDateTime(backupsUntil, now)}
          </span>
        ) : (
          `by ${formatShortDateTime(backupsUntil, now)}`
        )}
      </td>
    </tr>
  )
}
