// One span, one log record: what makes it worthless is a reason to leave it out; everything else about it is mended.
import { type Checked, type Shape, isTime } from './checked.ts'
import { type Cleaner, isShape } from './clean.ts'
import { exceptionOfLog, exceptionsOfSpan } from './exceptions.ts'
import { isSpanId, isTraceId, mendTraceId, unsetId } from './ids.ts'

/** Events or links of one span. */
const MAX_PARTS = 128

export function checkSpan(span: Shape, checked: Checked, resource: Shape): string | undefined {
  const { clean } = checked
  span['traceId'] = mendTraceId(span['traceId'])
  if (!isTraceId(span['traceId'])) return 'its traceId is not 32 hex digits other than zeros'
  if (!isSpanId(span['spanId'])) return 'its spanId is not 16 hex digits other than zeros'
  if (!isTime(span['startTimeUnixNano']) || !isTime(span['endTimeUnixNano']))
    return 'a time is no whole number of nanoseconds'
  unsetId(span, 'parentSpanId', isSpanId)
  cleanTexts(clean, span, 'name', 'traceState')
  if (isShape(span['status'])) cleanTexts(clean, span['status'], 'message')
  clean.attributes(span)
  keepParts(clean, span, 'events', (event) => {
    if (!isTime(event['timeUnixNano'])) delete event['timeUnixNano']
    cleanTexts(clean, event, 'name')
    return true
  })
  keepParts(clean, span, 'links', (link) => isTraceId(link['traceId']) && isSpanId(link['spanId']))
  checked.exceptions.push(...exceptionsOfSpan(span, resource))
  checked.accepted++
  return undefined
}

export function checkRecord(record: Shape, checked: Checked, resource: Shape): string | undefined {
  const { clean } = checked
  if (!isTime(record['timeUnixNano']) || !isTime(record['observedTimeUnixNano']))
    return 'a time is no whole number of nanoseconds'
  record['traceId'] = mendTraceId(record['traceId'])
  unsetId(record, 'traceId', isTraceId)
  unsetId(record, 'spanId', isSpanId)
  cleanTexts(clean, record, 'severityText', 'eventName')
  clean.value(record['body'])
  clean.attributes(record)
  // Collectors and stores order by one of the two times, and a record without any would be of 1970.
  if (isUnset(record['timeUnixNano']) && isUnset(record['observedTimeUnixNano']))
    record['observedTimeUnixNano'] = `${Date.now()}000000`
  const exception = exceptionOfLog(record, resource)
  if (exception !== undefined) checked.exceptions.push(exception)
  checked.accepted++
  return undefined
}

function keepParts(
  clean: Cleaner,
  span: Shape,
  member: 'events' | 'links',
  keep: (part: Shape) => boolean,
): void {
  const parts = span[member]
  if (parts === undefined || parts === null) return
  if (!Array.isArray(parts)) {
    delete span[member]
    return
  }
  const kept = parts.filter((part) => isShape(part) && keep(part)).slice(0, MAX_PARTS)
  for (const part of kept) clean.attributes(part)
  const counter = member === 'events' ? 'droppedEventsCount' : 'droppedLinksCount'
  if (kept.length < parts.length) span[counter] = (Number(span[counter]) || 0) + parts.length - kept.length
  span[member] = kept
}

function cleanTexts(clean: Cleaner, shape: Shape, ...members: string[]): void {
  for (const member of members)
    if (typeof shape[member] === 'string') shape[member] = clean.text(shape[member])
}

function isUnset(time: unknown): boolean {
  return time === undefined || time === null || time === 0 || time === '0'
}
