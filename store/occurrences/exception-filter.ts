// Which rows of `exceptions` a question is about.
import { readDigest } from '../rows/digest.ts'
import { all, type Condition, type Filters } from '../api/http/filters.ts'
import type { SearchKey, Term } from './search-terms.ts'

const COLUMNS: Record<SearchKey, string> = {
  service: 'ServiceName',
  release: 'Release',
  environment: 'Environment',
  browser: 'Browser',
  os: 'Os',
  route: 'Route',
  user: 'UserId',
  session: 'SessionId',
  digest: 'Digest',
  trace: 'TraceId',
  mechanism: 'Mechanism',
  origin: 'Origin',
  type: 'Type',
  url: 'Url',
}

/** Keys whose value need only begin so, in any case: "browser:chrome" finds "Chrome 156". */
const BEGINNINGS = new Set<SearchKey>(['browser', 'os', 'type', 'url'])

export function occurrences(filters: Filters): Condition {
  return all([
    between(filters),
    ...oneOf('ServiceName', 'service', filters.service),
    ...oneOf('Environment', 'environment', filters.environment),
    ...oneOf('Release', 'release', filters.release),
    ...filters.terms.map(termCondition),
  ])
}

export function between(filters: Filters, column = 'Timestamp'): Condition {
  return {
    sql: `${column} >= fromUnixTimestamp64Nano({from:Int64}) AND ${column} < fromUnixTimestamp64Nano({to:Int64})`,
    parameters: { from: String(filters.from), to: String(filters.to) },
  }
}

export function oneOf(column: string, name: string, values: string[]): Condition[] {
  return values.length === 0
    ? []
    : [{ sql: `${column} IN {${name}:Array(String)}`, parameters: { [name]: values } }]
}

function termCondition({ key, value, exclude }: Term, at: number): Condition {
  const sql = key === null ? wordSql(value, at) : keySql(key, at)
  const bound = key === 'digest' ? (readDigest(value) ?? value) : value
  return { sql: exclude ? `NOT (${sql})` : sql, parameters: { [`term${at}`]: bound } }
}

function keySql(key: SearchKey, at: number): string {
  if (!BEGINNINGS.has(key)) return `${COLUMNS[key]} = {term${at}:String}`
  return `startsWith(lower(${COLUMNS[key]}), lower({term${at}:String}))`
}

const SEARCHED = ['Type', 'Message', 'Culprit', 'Url', 'Digest']

/** Its letters leave out I, L, O and U: most words cannot stand in one, which is a column less to read. */
const PART_OF_DIGEST = /^[0-9A-HJKMNP-TV-Z]{1,8}$/i

/**
 * A text of several words may lie across two columns. One without a space cannot: then each column is looked at by itself,
 * those of few values once per value, and plain letters are compared as bytes.
 */
function wordSql(word: string, at: number): string {
  const find = /^[ -~]*$/.test(word) ? 'positionCaseInsensitive' : 'positionCaseInsensitiveUTF8'
  const within = (text: string): string => `${find}(${text}, {term${at}:String}) > 0`
  if (word.includes(' ')) return within(`concat(${SEARCHED.join(`, ' ', `)})`)
  const columns = PART_OF_DIGEST.test(word) ? SEARCHED : SEARCHED.filter((column) => column !== 'Digest')
  return `(${columns.map(within).join(' OR ')})`
}
