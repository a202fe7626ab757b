// The reader, and names for assignees and mentions.
import type { Me, PersonNamesAnswer } from '../../../../contract/people.ts'
import { PEOPLE } from '../../http/access.ts'
import { answerQuery } from '../../http/query.ts'

/** Of one request. */
const MAX_SERVICES = 20
/** People join rarely. */
const STALE_MS = 60_000

/** The owner, who has not said yet how to be called. */
export function hasNoName({ name, method }: Pick<Me, 'name' | 'method'>): boolean {
  return name === '' && (method === 'open' || method === 'password')
}

/** `services`: of the issues, which people must be able to view. */
export function personNamesQuery(services: string[]) {
  const names = [...new Set(services)].toSorted().slice(0, MAX_SERVICES)
  const query = new URLSearchParams(names.map((name) => ['service', name]))
  const path = `/api/people/names${query.size > 0 ? `?${query}` : ''}`
  return { ...answerQuery<PersonNamesAnswer>([...PEOPLE, 'names', names], path), staleTime: STALE_MS }
}
