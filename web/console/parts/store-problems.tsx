// What is wrong with the store's disk or data, below the header of every screen.
import { useQuery } from '@tanstack/react-query'
import { statusQuery } from '../api/status.ts'

/** Polled by the health status in the header. */
export function StoreProblems() {
  const { data } = useQuery(statusQuery())
  return data?.problems.map((problem) => (
    <p key={problem} className="notice" data-severity="warn" role="alert">
      {problem}
    </p>
  ))
}
