// The queries for what users wrote.
import type { FeedbackAnswer } from '../../../../contract/feedback.ts'
import { listQuery } from '../../http/query.ts'
import { commonParameters, type Filters } from '../../search/filters.ts'

export function feedbackQuery({ q, ...filters }: Filters) {
  return listQuery<FeedbackAnswer>(['feedback'], '/api/feedback', { ...commonParameters(filters), q })
}

/** About an issue, over the longest range of the API. */
export function issueFeedbackQuery(issue: string) {
  return listQuery<FeedbackAnswer>(['feedback', 'issue'], '/api/feedback', { issue, range: '30d' })
}
