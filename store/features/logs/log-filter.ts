// Which log records a request is about.
import { definitionOf, keyOf, parseTerms, type KeyName } from '../../../contract/query.ts'
import type { LogLevel } from '../../../contract/logs.ts'
import { all, named, type Condition } from '../../database/engine/condition.ts'
import { HttpError } from '../../../server/http-error.ts'
import { firstNumber, IS_LOG, levelOfText, LOG_LEVELS, SEVERITY } from './log-columns.ts'

/** Each is a pass over the records that the others left. */
const MAX_TERMS = 12

/** A key of logs alone: this level, and no other. */
const LEVEL = 'level'

/** `traces`: those in which the session was. Empty texts set no condition. */
export type LogFilter = {
  traceId: string
  session: { id: string; traces: string[] } | null
  service: string[]
  environment: string[]
  release: string[]
  level: LogLevel | null
  terms: LogTerm[]
}

/** `name`: of a key of the search, of an attribute, or null: free text. */
export type LogTerm = { name: string | null; value: string; negated: boolean }

/** As a search writes them; every name that is no key is the name of an attribute. */
export function parseLogSearch(q: string): LogTerm[] {
  const terms = parseTerms(q).map(({ name, value, negated }) => ({ name, value, negated }))
  if (terms.length > MAX_TERMS) throw new HttpError(400, `q must not have more than ${MAX_TERMS} terms.`)
  return terms.map((term) => {
    const key = term.name === null ? null : keyOf(term.name)
    if (term.name === LEVEL) levelOf(term.value)
    if (key === null || !(key in KEYS)) return term
    return { ...term, name: key, value: key === 'trace' ? term.value.toLowerCase() : term.value }
  })
}

/**
 * Conditions; a record meets only one of them. The values of a record's attributes have an index, the values
 * of its resource do not: one condition for both cannot use it, and took 3.5 instead of 0.9 seconds in ten
 * million records.
 */
export function logAlternatives({ traceId, session, level, terms, ...names }: LogFilter): Condition[] {
  const conditions = terms.map(termCondition)
  const split = session === null ? conditions.find(({ alternatives }) => alternatives) : undefined
  const rest = all([
    { sql: IS_LOG, parameters: {} },
    ...named(names),
    ...(traceId === '' ? [] : [{ sql: 'TraceId = {traceId:String}', parameters: { traceId } }]),
    ...(level === null ? [] : [{ sql: `${SEVERITY} >= ${firstNumber(level)}`, parameters: {} }]),
    ...conditions.filter((condition) => condition !== split),
  ])
  const alternatives = session === null ? split?.alternatives : sessionAlternatives(session)
  return (alternatives ?? [all([])]).map((alternative) => all([alternative, rest]))
}

/** A server does not know the session: its records are in the traces of the session. */
function sessionAlternatives({ id, traces }: { id: string; traces: string[] }): Condition[] {
  const own = attributeAlternatives('session.id', id, 'session')
  const isOwn = own.map(({ sql }) => `(${sql})`).join(' OR ')
  const { parameters } = all(own)
  const inTraces = `TraceId IN {sessionTraces:Array(String)} AND NOT (${isOwn})`
  return traces.length === 0
    ? own
    : [...own, { sql: inTraces, parameters: { ...parameters, sessionTraces: traces } }]
}

/** `alternatives`: the same, divided into conditions of which a record meets only one. */
type TermCondition = Condition & { alternatives?: Condition[] }

/** Of each key a column; null: it is an attribute of the record or of its resource. */
const KEYS: Partial<Record<KeyName, string | null>> = {
  service: 'ServiceName',
  release: 'Release',
  environment: 'Environment',
  trace: 'TraceId',
  route: null,
  user: null,
  session: null,
  url: null,
}

function termCondition({ name, value, negated }: LogTerm, at: number): TermCondition {
  if (name === LEVEL) return { sql: `${negated ? 'NOT ' : ''}(${levelSql(value)})`, parameters: {} }
  const condition = name === null ? textCondition(value, at) : nameCondition(name, value, at)
  return negated ? { sql: `NOT (${condition.sql})`, parameters: condition.parameters } : condition
}

function nameCondition(name: string, value: string, at: number): TermCondition {
  const column = KEYS[name as KeyName]
  if (column) return { sql: `${column} = {term${at}:String}`, parameters: { [`term${at}`]: value } }
  const attribute = column === null ? definitionOf(name)?.attribute : undefined
  const alternatives = attributeAlternatives(attribute ?? name, value, `term${at}`)
  return { ...all(alternatives), sql: alternatives.map(({ sql }) => `(${sql})`).join(' OR '), alternatives }
}

/** `parameter`: of the value. An empty value: neither the record nor its resource has the attribute. */
function attributeAlternatives(name: string, value: string, parameter: string): Condition[] {
  const parameters = { [`${parameter}Name`]: name, [parameter]: value }
  const equals = (column: string): string => `${column}[{${parameter}Name:String}] = {${parameter}:String}`
  const [ofRecord, ofResource] = [equals('LogAttributes'), equals('ResourceAttributes')]
  if (value === '') return [{ sql: `${ofRecord} AND ${ofResource}`, parameters }]
  return [
    { sql: ofRecord, parameters },
    { sql: `${ofResource} AND NOT ${ofRecord}`, parameters },
  ]
}

/** A part of the body, of the name of an event, or of the value of an attribute, in any case. */
function textCondition(value: string, at: number): Condition {
  const position = /^[ -~]*$/.test(value) ? 'positionCaseInsensitive' : 'positionCaseInsensitiveUTF8'
  const contains = (text: string): string => `${position}(${text}, {term${at}:String}) > 0`
  const inAttributes = `arrayExists(value -> ${contains('value')}, mapValues(LogAttributes))`
  return {
    sql: `(${contains('Body')} OR ${contains('EventName')} OR ${inAttributes})`,
    parameters: { [`term${at}`]: value },
  }
}

function levelSql(value: string): string {
  const first = firstNumber(levelOf(value))
  return `${SEVERITY} BETWEEN ${first} AND ${first + 3}`
}

function levelOf(value: string): LogLevel {
  const level = levelOfText(value)
  if (level === undefined) throw new HttpError(400, `q: level must be one of ${LOG_LEVELS.join(', ')}.`)
  return level
}
