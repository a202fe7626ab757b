// Queries about source maps.
import type { MapsAnswer } from '../../../../contract/maps.ts'
import { answerQuery } from '../../http/query.ts'

/** Empty names: of all services, of all releases. */
export function mapsQuery(service = '', release = '') {
  const search = new URLSearchParams()
  if (service !== '') search.set('service', service)
  if (release !== '') search.set('release', release)
  return answerQuery<MapsAnswer>(['maps', service, release], `/api/maps?${search}`)
}
