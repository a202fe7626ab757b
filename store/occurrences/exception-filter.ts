// The WHERE clause of `exceptions`: which occurrences a request is about.
import { all, between, named, type Condition } from '../database/engine/condition.ts'
import { readDigest } from '../../contract/digest.ts'
import type { SearchKey } from '../../contract/query.ts'
import { isIssueKey, type IssueKey, type Term } from './search-terms.ts'

export type OccurrenceFilter = {
  /** Nanoseconds since 1970: `from` ≤ timestamp < `to`. */
  from: bigint
  to: bigint
  /** Any of these names; an empty list sets no condition. */
  service: string[]
  environment: string[]
  release: string[]
  /** All of these terms. */
  terms: Term[]
}

/** Of each key that a search of issues may have: an expression over `exceptions`. */
export const EXCEPTION_COLUMNS: Record<Exclude<SearchKey<'issues'>, IssueKey>, string> = {
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

/** Keys that match the beginning of a value, in any case: "browser:chrome" matches "Chrome 156". */
const PREFIX_KEYS = new Set<SearchKey>(['browser', 'os', 'type', 'url'])

/** Columns that free text is searched in. */
const TEXT_COLUMNS = ['Type', 'Message', 'Culprit', 'Url', 'Digest']

/**
 * IDs that frameworks and other SDKs assign to an error are numbers or hexadecimal; the digest of Next has
 * eight to ten digits. They are compared entirely, and other words are not: that saves a column.
 */
export const MAY_BE_GIVEN = /^(?=.*\d)[\w@-]{4,256}$/

/** A digest has no I, L, O and U: most words cannot be part of one, which saves a column. */
export const PART_OF_DIGEST = /^[0-9A-HJKMNP-TV-Z]{1,8}$/i

export function exceptionFilter(filter: OccurrenceFilter): Condition {
  return all([between(filter), ...named(filter), ...filter.terms.map(termCondition)])
}

/** The occurrences that match besides the terms, and to which their framework gave this digest. */
export function givenFilter(filter: OccurrenceFilter, given: string): Condition {
  const isGiven = { sql: 'GivenDigest = {given:String}', parameters: { given } }
  return all([between(filter), ...named(filter), isGiven])
}

/** The occurrences of an issue, or of several. */
export function isOfIssue(fingerprints: string[]): Condition {
  return { sql: 'IssueId IN {fingerprints:Array(String)}', parameters: { fingerprints } }
}

/** `file.js:12` is a text, too: it has the form of an attribute. */
function attributeCondition({ value, negated, attribute = '' }: Term, at: number): Condition {
  const [name, content] = [`{name${at}:String}`, `{content${at}:String}`]
  const equals = (column: string): string => `${column}[${name}] = ${content}`
  const text = value.slice(attribute.length + 1)
  const either = text === '' ? [] : [equals('Attributes'), equals('ResourceAttributes')]
  const sql = [textSql(value, at), ...either].join(' OR ')
  const parameters = { [`term${at}`]: value, [`name${at}`]: attribute, [`content${at}`]: text }
  return { sql: negated ? `NOT (${sql})` : `(${sql})`, parameters }
}

function termCondition(term: Term, at: number): Condition {
  const { key, value, negated, condition, attribute } = term
  if (attribute !== undefined) return attributeCondition(term, at)
  if (isIssueKey(key)) {
    const { sql, parameters } = condition ?? all([])
    return { sql: negated && condition ? `NOT (${sql})` : sql, parameters }
  }
  const sql = key === null ? textSql(value, at) : keySql(key, { value, at })
  const parameters =
    key === 'digest'
      ? { [`term${at}`]: readDigest(value) ?? value, [`given${at}`]: value }
      : { [`term${at}`]: value }
  return { sql: negated ? `NOT (${sql})` : sql, parameters }
}

function keySql(key: keyof typeof EXCEPTION_COLUMNS, { value, at }: { value: string; at: number }): string {
  if (key === 'digest') return `(Digest = {term${at}:String} OR GivenDigest = {given${at}:String})`
  return valueSql(EXCEPTION_COLUMNS[key], { key, value, at })
}

/** The column has the value of a key. `at`: the number of the term, whose value is the parameter `term…`. */
export function valueSql(
  column: string,
  { key, value, at }: { key: SearchKey; value: string; at: number },
): string {
  // Every value starts with an empty one, which stands for rows without a value.
  if (!PREFIX_KEYS.has(key) || value === '') return `${column} = {term${at}:String}`
  return `startsWith(lower(${column}), lower({term${at}:String}))`
}

/**
 * A phrase may span two columns, so the columns are joined. A single word cannot: each column is searched
 * alone, which reads a LowCardinality column once per distinct value. ASCII is compared as bytes.
 */
function textSql(text: string, at: number): string {
  const position = /^[ -~]*$/.test(text) ? 'positionCaseInsensitive' : 'positionCaseInsensitiveUTF8'
  const contains = (column: string): string => `${position}(${column}, {term${at}:String}) > 0`
  if (text.includes(' ')) return contains(`concat(${TEXT_COLUMNS.join(`, ' ', `)})`)
  const columns = TEXT_COLUMNS.filter((column) => column !== 'Digest' || PART_OF_DIGEST.test(text))
  const exact = MAY_BE_GIVEN.test(text) ? [`GivenDigest = {term${at}:String}`] : []
  return `(${[...columns.map(contains), ...exact].join(' OR ')})`
}
