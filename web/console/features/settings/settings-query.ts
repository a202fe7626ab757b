// Names of secrets, deletions and what is stored, as the API answers; and what is sent.
import type { DeletionsAnswer } from '../../../../contract/forget.ts'
import type {
  DataAnswer,
  ScrubbedText,
  ScrubbingAnswer,
  ScrubNames,
  ServiceSettings,
  ServiceSettingsChange,
} from '../../../../contract/settings.ts'
import { request } from '../../http/http.ts'
import { answerQuery } from '../../http/query.ts'

/** All queries of these sections. */
export const SETTINGS = ['settings']

export const scrubbingQuery = () => answerQuery<ScrubbingAnswer>([...SETTINGS, 'scrubbing'], '/api/scrubbing')
export const scrubNamesQuery = () => answerQuery<ScrubNames>([...SETTINGS, 'names'], '/api/scrub-names')
export const dataQuery = () => answerQuery<DataAnswer>([...SETTINGS, 'data'], '/api/data')
/** A deletion refreshes it: the dialog refreshes every query. */
export const deletionsQuery = () => answerQuery<DeletionsAnswer>([...SETTINGS, 'deletions'], '/api/forget')

export function saveService(body: ServiceSettingsChange): Promise<ServiceSettings> {
  return request<ServiceSettings>('/api/service-settings', { method: 'PATCH', body })
}

export function saveNames(names: string[]): Promise<ScrubNames> {
  return request<ScrubNames>('/api/scrub-names', { method: 'PUT', body: { names } })
}

/** Nothing of it is stored. */
export function scrub(text: string): Promise<ScrubbedText> {
  return request<ScrubbedText>('/api/scrubbing', { method: 'POST', body: { text } })
}
