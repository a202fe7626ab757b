// Log records → rows of otel_logs.
import type { LogRecord, LogsRequest, ScopeLogs } from '../../../otlp/otlp-json.ts'
import { createSlices } from '../../../server/event-loop.ts'
import { agentAttributes, describeAgent } from './agent.ts'
import { toAttributes, toText, type Attributes } from './attributes.ts'
import { SLIM } from './detail-limit.ts'
import { deviceOf } from './device.ts'
import { toRecordInstant } from './instant.ts'
import { enrichException, isException, keyOf, stripReserved, type Occurrence } from './occurrence.ts'
import type { RowWriter } from './row-writer.ts'
import { cleanName, toId } from './text.ts'
import type { RowContext } from './row-context.ts'
import { resourceInfo, writeScope, type ResourceInfo } from './resource.ts'
import { RequestRows } from './request-rows.ts'
import type { Rows } from './rows.ts'

const WEB_VITAL = 'browser.web_vital'
/** Of OpenTelemetry: records with the same one are duplicates. */
const RECORD_UID = 'log.record.uid'

/** The columns of a row, in the order in which they are written. */
export const LOG_COLUMNS = [
  'Timestamp',
  'TraceId',
  'SpanId',
  'TraceFlags',
  'SeverityText',
  'SeverityNumber',
  'ServiceName',
  'Body',
  'ResourceSchemaUrl',
  'ResourceAttributes',
  'ScopeSchemaUrl',
  'ScopeName',
  'ScopeVersion',
  'ScopeAttributes',
  'LogAttributes',
  'EventName',
]

/** In slices: to group an exception takes some 100 µs, and a request may have thousands. */
export async function logRows(request: LogsRequest, context: RowContext): Promise<Rows> {
  const slices = createSlices()
  const rows = new RequestRows(context)
  const { writer } = rows
  for (const { resource, scopeLogs, schemaUrl } of request.resourceLogs ?? []) {
    rows.startResource()
    const info = resourceInfo(resource, schemaUrl)
    for (const scope of scopeLogs ?? []) {
      for (const record of scope.logRecords ?? []) {
        if (slices.isOver()) await slices.next()
        const from = writer.position
        const { hash, position } = rows
        const row = writeLog(writer, record, { scope, resource: info, context, hash, position })
        rows.add(from, row.occurrences, 0, row.key)
      }
    }
  }
  return rows.result()
}

type LogParent = {
  scope: ScopeLogs
  resource: ResourceInfo
  context: RowContext
  hash: string
  position: number
}

/** `key`: of an occurrence, or of a record that has an id. */
type LogRow = { occurrences: Occurrence[]; key: string | null }

function writeLog(writer: RowWriter, record: LogRecord, parent: LogParent): LogRow {
  const { scope, resource, context } = parent
  const { ns, original } = toRecordInstant(context.limits, record.timeUnixNano, record.observedTimeUnixNano)
  const attributes = toAttributes(record.attributes)
  const body = toText(record.body)
  const eventName = cleanName(record.eventName)
  const occurrences: Occurrence[] = []
  let key: string | null = null
  const severity = toSeverity(record.severityNumber)
  if (isException(attributes, eventName, severity)) {
    const details = { contextAttributes: attributes, body, eventName, ns }
    const occurrence = enrichException(attributes, { ...parent, ...details })
    occurrences.push(occurrence)
    key = occurrence.key
  } else {
    stripReserved(attributes)
    const uid = attributes[RECORD_UID] ?? ''
    if (uid !== '') key = keyOf(`${resource.service}\n\n${uid}`)
  }
  if (eventName === WEB_VITAL) addAgent(attributes, resource, context)
  if (original) attributes['errata.original_time'] = original
  writer.int64(ns)
  writer.text(toId(record.traceId, 32))
  writer.text(toId(record.spanId, 16))
  writer.byte((record.flags ?? 0) & 0xff)
  writer.text(cleanName(record.severityText))
  writer.byte(severity)
  const isSlim = SLIM in attributes
  writer.text(resource.service)
  writer.text(isSlim ? '' : body)
  writer.text(resource.schemaUrl)
  writer.append(isSlim ? resource.slimMap : resource.map)
  writer.text(cleanName(scope.schemaUrl))
  writeScope(writer, scope.scope)
  writer.map(toAttributes(scope.scope?.attributes))
  writer.map(attributes)
  writer.text(eventName)
  return { occurrences, key }
}

/** Where the view of web vitals reads them. The user agent is mostly an attribute of the resource. */
function addAgent(attributes: Attributes, { device, agent }: ResourceInfo, { userAgents }: RowContext): void {
  const { browser, os } = describeAgent({ ...agent, ...agentAttributes(attributes) }, userAgents)
  const values = { device: deviceOf(attributes) || device, browser, os }
  for (const [name, value] of Object.entries(values))
    if (value !== '') attributes[`errata.${name}`] = value
    // A value from the page itself is not trusted.
    else delete attributes[`errata.${name}`]
}

/** OTLP's severities are 1 to 24; 0: unspecified. */
function toSeverity(number: unknown): number {
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= 24 ? number : 0
}
