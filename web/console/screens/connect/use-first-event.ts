import { useInfiniteQuery } from '@tanstack/react-query'
import type { LiveException } from '../../../../store/api/contract.ts'
import { issuesQuery } from '../../api/issues.ts'
import { useLive, WAITING_POLL_MS } from '../../live.tsx'

/** The clock of another machine may be this much behind. */
const CLOCK_SKEW_MS = 5_000

/** The first event since `start` (milliseconds): from `/api/live`, or by polling where that is not available. */
export function useFirstEvent(start: number): LiveException | null {
  const { latest } = useLive()
  const issues = useInfiniteQuery({
    ...issuesQuery({ sort: 'lastSeen', range: '1h' }),
    refetchInterval: WAITING_POLL_MS,
  })
  if (latest && Date.parse(latest.at) > start - CLOCK_SKEW_MS) return latest
  const issue = issues.data?.pages[0]?.issues.find(({ lastSeen }) => Date.parse(lastSeen) > start)
  if (!issue) return null
  const { id, latestDigest, type, message, service, lastSeen } = issue
  return { issueId: id, digest: latestDigest, type, message, service, at: lastSeen }
}
