// Walks a request of strangers item by item. What cannot be kept is left out alone and counted by reason; its neighbours go on.
// The request is changed in place: it is ours, just parsed, and nobody else sees it.
import type { Signal } from '../../otlp/otlp-json.ts'
import { CLIENT_ADDRESS, type Checked, type Shape, reject } from './checked.ts'
import { type Cleaner, isShape } from './clean.ts'
import { checkRecord, checkSpan } from './items.ts'
import { checkPoints } from './points.ts'

/** The envelope itself is not what it should be, so there are no items to save. */
export class ShapeError extends Error {
  override name = 'ShapeError'
}

/** Items of one request. The largest batch of OpenTelemetry's SDKs is 512; beyond this the request is an attack on whatever reads it. */
const MAX_ITEMS = 4096
const TOO_MANY = `more than ${MAX_ITEMS} in one request`

/** Says why the item is left out, or nothing; an empty reason when its parts were counted one by one. */
type CheckItem = (item: Shape, checked: Checked, resource: Shape) => string | undefined
type Layout = { outer: string; middle: string; inner: string; check: CheckItem }

const LAYOUTS: Record<Signal, Layout> = {
  traces: { outer: 'resourceSpans', middle: 'scopeSpans', inner: 'spans', check: checkSpan },
  logs: { outer: 'resourceLogs', middle: 'scopeLogs', inner: 'logRecords', check: checkRecord },
  metrics: { outer: 'resourceMetrics', middle: 'scopeMetrics', inner: 'metrics', check: checkPoints },
}

/** `client`: the address to stamp, empty for none. Throws a `ShapeError`. */
export function checkRequest(signal: Signal, request: Shape, client: string, clean: Cleaner): Checked {
  const { outer, middle, inner, check } = LAYOUTS[signal]
  const checked: Checked = { accepted: 0, rejected: new Map(), exceptions: [], clean }
  let items = 0
  request[outer] = listOf(request, outer).filter((envelope) => {
    if (!isShape(envelope)) return false
    const given = listOf(envelope, middle)
    // Empty ones are cheap to send by the hundred thousand, and not worth a stamp.
    if (given.length === 0) return false
    const resource = stamped(envelope, client, clean)
    const scopes = given.filter((scoped) => {
      if (!isShape(scoped)) return false
      cleanScope(scoped, clean)
      const kept = listOf(scoped, inner).filter((item) => takes(item, resource))
      scoped[inner] = kept
      return kept.length > 0
    })
    envelope[middle] = scopes
    return scopes.length > 0
  })
  return checked

  function takes(item: unknown, resource: Shape): boolean {
    const reason = judge(item, resource)
    if (reason === undefined) return true
    if (reason !== '') reject(checked, reason)
    return false
  }

  function judge(item: unknown, resource: Shape): string | undefined {
    if (!isShape(item)) return 'it is no object'
    if (++items > MAX_ITEMS) return TOO_MANY
    return check(item, checked, resource)
  }
}

/** The resource, with the address the relay saw instead of any the sender claims. */
function stamped(envelope: Shape, client: string, clean: Cleaner): Shape {
  const resource = isShape(envelope['resource']) ? envelope['resource'] : {}
  envelope['resource'] = resource
  clean.attributes(resource)
  if (client !== '')
    ((resource['attributes'] ??= []) as unknown[]).push({
      key: CLIENT_ADDRESS,
      value: { stringValue: client },
    })
  return resource
}

function cleanScope(scoped: Shape, clean: Cleaner): void {
  if (isShape(scoped['scope'])) clean.attributes(scoped['scope'])
  else delete scoped['scope']
}

function listOf(shape: Shape, member: string): unknown[] {
  const list = shape[member]
  if (list === undefined || list === null) return []
  if (Array.isArray(list)) return list
  throw new ShapeError(`"${member}" is not a list.`)
}
