// Queries for what every filter offers: the services, and the releases of all of them.
import type { ReleasesAnswer } from '../../../contract/releases.ts'
import type { ServiceSettingsAnswer } from '../../../contract/settings.ts'
import type { ServicesAnswer } from '../../../contract/search.ts'
import { answerQuery } from '../http/query.ts'

/** A new service is rare: names and colors may be this old. */
const SERVICES_STALE_MS = 60_000

export function servicesQuery() {
  return { ...answerQuery<ServicesAnswer>(['services'], '/api/services'), staleTime: SERVICES_STALE_MS }
}

/** The releases of the last 30 days, newest first. 100 is the largest page of the API. */
export function releasesQuery() {
  return answerQuery<ReleasesAnswer>(['releases'], '/api/releases?limit=100')
}

/** Owners, repository, tickets and channel of each service. */
export function serviceSettingsQuery() {
  return answerQuery<ServiceSettingsAnswer>(['service-settings'], '/api/service-settings')
}
