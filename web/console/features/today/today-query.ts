// The query for what happened since an instant.
import type { Today } from '../../../../contract/today.ts'
import { filteredQuery } from '../../http/query.ts'

/** The store reads a week for each answer. */
const STALE_MS = 60_000

/** `since`: undefined for the last 24 hours. `assignee`: undefined where this browser has no name. */
type Request = {
  since: string | undefined
  service: string | undefined
  environment: string | undefined
  assignee: string | undefined
}

export function todayQuery(request: Request) {
  return { ...filteredQuery<Today>(['today'], '/api/today', request), staleTime: STALE_MS }
}
