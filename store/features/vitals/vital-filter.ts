// Which web vitals a request is about.
import { keysOf, type SearchKey } from '../../../contract/query.ts'
import { HttpError } from '../../../server/http-error.ts'
import { all, named, oneOf, type Condition } from '../../database/engine/condition.ts'
import type { Filters } from '../../http/filters.ts'
import { valueSql } from '../../occurrences/exception-filter.ts'
import type { Term } from '../../occurrences/search-terms.ts'

/** Empty or missing: all. `route`: the exact name of one. */
export type VitalFilter = { filters: Filters; route?: string; device?: readonly string[] }

/** Of each key that a search of web vitals may have: the column of `web_vitals`. */
const COLUMNS: Record<SearchKey<'vitals'>, string> = {
  service: 'ServiceName',
  release: 'Release',
  environment: 'Environment',
  browser: 'Browser',
  os: 'Os',
  route: 'Route',
}

/** What the lists by device, browser and system are about. */
export type GroupName = 'device' | 'browser' | 'os'

export function vitalFilter(request: VitalFilter): Condition {
  const { anyGroup, ...groups } = vitalConditions(request)
  return all([anyGroup, ...Object.values(groups)])
}

/** `anyGroup`: without those about device, browser and system, each of which is one of its own. */
export function vitalConditions({
  filters,
  route = '',
  device = [],
}: VitalFilter): Record<GroupName | 'anyGroup', Condition> {
  const terms = filters.terms.map((term, at) => ({ key: term.key, condition: termCondition(term, at) }))
  const ofKey = (matches: (key: Term['key']) => boolean): Condition[] =>
    terms.filter(({ key }) => matches(key)).map(({ condition }) => condition)
  return {
    anyGroup: all([
      ...named(filters),
      ...oneOf('Route', 'route', [route].filter(Boolean)),
      ...ofKey((key) => key !== 'browser' && key !== 'os'),
    ]),
    device: all(oneOf('Device', 'device', [...device])),
    browser: all(ofKey((key) => key === 'browser')),
    os: all(ofKey((key) => key === 'os')),
  }
}

/** A word is a part of the name of a route. */
function termCondition({ key, value, negated }: Term, at: number): Condition {
  const sql =
    key === null
      ? `positionCaseInsensitiveUTF8(Route, {term${at}:String}) > 0`
      : valueSql(columnOf(key), { key, value, at })
  return { sql: negated ? `NOT (${sql})` : sql, parameters: { [`term${at}`]: value } }
}

function columnOf(key: SearchKey): string {
  if (Object.hasOwn(COLUMNS, key)) return COLUMNS[key as SearchKey<'vitals'>]
  throw new HttpError(400, `q must not have ${key}: web vitals have ${keysOf('vitals').join(', ')}.`)
}
