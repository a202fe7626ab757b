// The query for the releases of all services, which every screen shows.
import type { ReleasesAnswer } from '../../../../contract/releases.ts'
import { answerQuery } from '../../http/query.ts'

/** The releases of the last 30 days, the newest first. 100 is the largest page of the API. */
export function releasesQuery() {
  return answerQuery<ReleasesAnswer>(['releases'], '/api/releases?limit=100')
}
