// What is wrong with the store's disk or data, below the header of every screen.
import { useQuery } from '@tanstack/react-query'
import { statusQuery } from '../features/status/status-query.ts'

/** More would push the screen away; the API has all of them. */
const MAX_SENTENCES = 3

/** Polled by the health status in the header. */
export function StoreProblems() {
  const problems = useQuery(statusQuery()).data?.problems ?? []
  const others = problems.length - MAX_SENTENCES
  return problems.length === 0 ? null : (
    <div role="alert">
      <ul className="notice store-problems" data-severity="warn">
        {problems.slice(0, MAX_SENTENCES).map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
        {others > 0 && <li>And {others} more: see /api/status.</li>}
      </ul>
    </div>
  )
}
