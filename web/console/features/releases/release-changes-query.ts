// Queries for releases: the list, and what changed with one of them.
import type {
  ReleaseChangesAnswer,
  ReleasesAnswer,
  ReleaseSummariesAnswer,
} from '../../../../contract/releases.ts'
import { type Filters, period } from '../../search/filters.ts'
import { requestText } from '../../http/http.ts'
import { filteredQuery, searchParameters, answerQuery } from '../../http/query.ts'

/** `previous`, `before`: the baseline; default: the previous release. */
type ReleaseName = {
  service: string
  release: string
  environment?: string | undefined
  previous?: string | undefined
  before?: string | undefined
}

/** A replaced release does not change any more, and the newest changes slowly. */
const CHANGES_STALE_MS = 60_000

/** The largest page of the API. */
export const MAX_LISTED_RELEASES = 100

/** Older releases are opened one by one to see what they changed: each is compared with all issues. */
const MAX_COMPARED = 20

export function releaseListQuery(filters: Filters) {
  const { service, environment } = filters
  const parameters = {
    ...period(filters),
    service,
    environment,
    by: 'release',
    trend: 'true',
    limit: MAX_LISTED_RELEASES,
  }
  return filteredQuery<ReleasesAnswer>(['releases', 'list'], '/api/releases', parameters)
}

/** What the newest releases changed, in numbers. */
export function releaseSummariesQuery({ service, environment }: Filters) {
  const parameters = { service, environment, limit: MAX_COMPARED }
  return {
    ...filteredQuery<ReleaseSummariesAnswer>(
      ['releases', 'summaries'],
      '/api/releases/summaries',
      parameters,
    ),
    staleTime: CHANGES_STALE_MS,
  }
}

/** `limit`: issues of each group. */
export function releaseChangesQuery(name: ReleaseName, limit: number) {
  const parameters = { ...name, limit }
  return {
    ...answerQuery<ReleaseChangesAnswer>(
      ['releases', 'changes', parameters],
      `/api/releases/changes?${searchParameters(parameters)}`,
    ),
    staleTime: CHANGES_STALE_MS,
  }
}

/** Has the same parameters as the answer on screen. */
export function fetchReleaseMarkdown(name: ReleaseName): Promise<string> {
  return requestText(`/api/releases/changes.md?${searchParameters(name)}`)
}
