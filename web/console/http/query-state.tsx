// What a screen shows of a query besides its data: loading, failed, and data that could not be refreshed.
import { useState } from 'react'
import { laterPart } from '../ui/optional-part.tsx'
import type { Query } from './query-problem.tsx'
import css from './query-state.module.css'

/** Widths of the rows of a skeleton, in percent. */
const SKELETON_WIDTHS = [72, 54, 63, 48, 69, 51, 60]

/** Its code is there before something fails: a relay that is down serves no code. */
const QueryProblem = laterPart(() => import('./query-problem.tsx').then((module) => module.QueryProblem))

/** Loading, failed, or a notice that the data is old; nothing where the data is current. */
export function QueryState({ query, label, thin }: { query: Query; label: string; thin?: boolean }) {
  const error = useLatestError(query)
  if (query.isPending && !error) return <Loading label={label} thin={thin} />
  return <QueryProblem query={query} error={error} />
}

/** A query without data loses its error while it is repeated, which takes 10 s if it is late again. */
function useLatestError({ error, isPending, errorUpdateCount }: Query): Error | null {
  const [latest, setLatest] = useState(error)
  if (error && error !== latest) setLatest(error)
  return error ?? (isPending && errorUpdateCount > 0 ? latest : null)
}

/** A skeleton in the shape of a list. The stylesheet shows it after 200 ms. */
function Loading({ label, thin = false }: { label: string; thin?: boolean | undefined }) {
  return (
    <ol className={`${css.loading} ${thin ? css.thin : ''}`} aria-busy="true" aria-label={`Loading ${label}`}>
      {SKELETON_WIDTHS.map((width) => (
        <li key={width}>
          <i style={{ width: `${width}%` }} />
          <i />
          <i />
        </li>
      ))}
    </ol>
  )
}
