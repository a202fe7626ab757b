// The query for what happened since an instant.
import type { Today } from '../../../../contract/today.ts'
import { filteredQuery } from '../../http/query.ts'
import { readMyName } from '../../search/my-name.ts'

/** The store reads a week for each answer. */
const STALE_MS = 60_000

/** `since`: undefined for the last 24 hours. */
type Request = {
  since: string | undefined
  service: string | undefined
  environment: string | undefined
}

export function todayQuery(request: Request) {
  const parameters = { ...request, assignee: readMyName() ?? undefined }
  return { ...filteredQuery<Today>(['today'], '/api/today', parameters), staleTime: STALE_MS }
}
