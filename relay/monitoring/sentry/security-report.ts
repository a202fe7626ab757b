// Reports of a content security policy, as browsers send them, as records of exceptions.
import { type JsonObject, isJsonObject } from '../../../otlp/json-object.ts'
import type { LogRecord } from './event.ts'
import { numberOf, objectOf, textOf } from './json-values.ts'
import { toAttributes } from './otlp-attributes.ts'

/** `{"csp-report": …}`, or a list of the Reporting API. */
export function securityRecords(body: unknown): LogRecord[] {
  const reports = Array.isArray(body)
    ? body
        .filter(isJsonObject)
        .filter(({ type }) => type === 'csp-violation')
        .map((report) => ofReport(report))
    : [objectOf(body)['csp-report']].filter(isJsonObject)
  return reports.map(toRecord)
}

/** Its members with the names of the older form. */
function ofReport({ url, body }: JsonObject): JsonObject {
  const report = objectOf(body)
  return {
    'document-uri': report['documentURL'] ?? url,
    'effective-directive': report['effectiveDirective'],
    'blocked-uri': report['blockedURL'],
    'source-file': report['sourceFile'],
    'line-number': report['lineNumber'],
    'column-number': report['columnNumber'],
  }
}

function toRecord(report: JsonObject): LogRecord {
  const directive =
    textOf(report['effective-directive']) || textOf(report['violated-directive']).split(' ')[0]!
  const message = `${directive} blocked ${textOf(report['blocked-uri']) || 'inline'}`
  const [file, line] = [textOf(report['source-file']), numberOf(report['line-number'])]
  const location = [file, line, numberOf(report['column-number'])]
    .filter((part) => part !== undefined)
    .join(':')
  return {
    eventName: 'exception',
    severityNumber: 13,
    attributes: toAttributes({
      'exception.type': 'CspViolation',
      'exception.message': message,
      'exception.stacktrace': file === '' ? '' : `CspViolation: ${message}\n    at ${location}`,
      'errata.mechanism': 'csp',
      'url.full': textOf(report['document-uri']),
    }),
  }
}
