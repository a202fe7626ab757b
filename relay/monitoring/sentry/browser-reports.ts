// Reports that browsers send by themselves: violations of a content security policy and crashes of a page
// become exceptions, deprecations, interventions and others log records.
// https://www.w3.org/TR/reporting-1/
import { type JsonObject, isJsonObject } from '../../../otlp/json-object.ts'
import type { LogRecord } from './event.ts'
import { numberOf, objectOf, textOf } from './json-values.ts'
import { toAttributes } from './otlp-attributes.ts'

/** `{"csp-report": …}`, or a list of the Reporting API. */
export function reportRecords(body: unknown): LogRecord[] {
  if (Array.isArray(body)) return body.filter(isJsonObject).map((report) => ofType(report))
  return [objectOf(body)['csp-report']].filter(isJsonObject).map((report) => violation(report))
}

function ofType(report: JsonObject): LogRecord {
  const [type, body] = [textOf(report['type']), objectOf(report['body'])]
  const url = textOf(report['url'])
  if (type === 'csp-violation') return violation(ofReport(report))
  if (type === 'crash') {
    // A crash without a reason is one of the renderer.
    const message = `The page crashed: ${textOf(body['reason']) || 'renderer'}`
    const attributes = { 'exception.type': 'PageCrash', 'exception.message': message, 'url.full': url }
    return { eventName: 'exception', severityNumber: 21, attributes: toAttributes(attributes) }
  }
  return {
    eventName: 'browser.report',
    severityNumber: 9,
    body: { stringValue: textOf(body['message']) || type },
    attributes: toAttributes({ 'browser.report.type': type, 'browser.report': body, 'url.full': url }),
  }
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

function violation(report: JsonObject): LogRecord {
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
