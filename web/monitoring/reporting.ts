// Everything a page sends: records of errors, sessions and web vitals, and spans.

import type { Core, LoadChunk, Shared } from './core-state.ts'
import { readDebugIds } from './errors/debug-ids.ts'
import { withinLimits } from './errors/attribute-limit.ts'
import { createErrorReporter } from './errors/error-reporter.ts'
import type { Attributes, MonitoringRecord, Options, ResourceAttributes } from './options.ts'
import type { Feedback } from './feedback/feedback.ts'
import { createPageSpans } from './tracing/page-spans.ts'
import { encodeRecord, envelope } from './errors/record.ts'
import { createInitialRoute, currentRoute, templateOf } from './tracing/route.ts'
import { createSender } from './sending/sender.ts'
import { createSession } from './session.ts'
import { createTransport } from './sending/transport.ts'
import type { Vitals } from './tracing/vitals.ts'
import type { Snapshots } from './snapshot/snapshot.ts'

/** Severity number of records that are not errors. */
const info = 9
const uncaught = 17

/** Attributes that are sent if `beforeSend` throws: none that it might have removed, and the digest. */
const safeAttributes = [
  'exception.type',
  'errata.digest',
  'errata.given_digest',
  'errata.mechanism',
  'session.id',
]

type ReportingOptions = {
  reloadStale: boolean
  keepUnsent: boolean
  /** Blocked by a policy of the page. */
  blockedAddresses: ReadonlySet<string>
  load: LoadChunk
}

export function createReporting(core: Core, shared: Shared, reporting: ReportingOptions) {
  const { reloadStale, keepUnsent, blockedAddresses, load } = reporting
  const { options, url, trace } = core
  const resource = resourceAttributes(options)
  const transport = createTransport(shared.fetch)
  const toBody = (records: string[]) => envelope(resource, records)
  const sender = createSender({
    url,
    transport,
    envelope: toBody,
    keepUnsent,
  })
  const route = () => currentRoute(options)
  const initialRoute = createInitialRoute(route)
  const attributes = () => withinLimits(core.attributes)
  const newSpanId = () => shared.random(16)
  const spans = createPageSpans({
    url,
    trace,
    resource,
    initialRoute,
    route,
    templateOf,
    newSpanId,
    identity: () => ({ ...attributes(), 'session.id': session.current(), 'user.id': core.user?.id }),
    loadTracing: load.tracing,
    off: Number(options.tracesSampleRate) === 0,
  })

  /** Undefined if the record is dropped. */
  function encode(
    record: MonitoringRecord,
    at = Date.now(),
    use?: (attributes: Attributes) => void,
  ): string | undefined {
    shared.quiet = true
    const result = applyBeforeSend(record, options)
    shared.quiet = false
    if (!result) return undefined
    use?.(result.attributes)
    const attributes = { ...result.attributes, 'errata.sequence': session.nextNumber() }
    return encodeRecord({ ...result, attributes }, at)
  }
  function send(record: MonitoringRecord, at?: number): boolean {
    const encoded = encode(record, at)
    return !encoded || sender.push(encoded, false)
  }
  /** Its snapshot is sent after it, with the ids that `beforeSend` has left in the record. */
  function sendError(record: MonitoringRecord, at: number): boolean {
    let attributes: Attributes = {}
    const encoded = encode(record, at, (result) => (attributes = result))
    const isAccepted = !encoded || sender.push(encoded, true)
    snapshots?.send(attributes)
    return isAccepted
  }
  function sendEvent(eventName: string, own: Attributes, at?: number): void {
    const { traceId, spanId } = trace
    const all = { ...attributes(), ...own }
    send({ eventName, severityNumber: info, traceId, spanId, attributes: all }, at)
  }

  const session = createSession(
    () => shared.random(32),
    ({ id, previous }) => {
      if (previous) sendEvent('session.end', { 'session.id': previous.id }, previous.activeAt)
      sendEvent('session.start', { 'session.id': id, 'session.previous_id': previous?.id })
    },
  )
  const initialSession = session.active()
  const errors = createErrorReporter({
    core,
    shared,
    reloads: reloadStale,
    blockedAddresses,
    route: ({ pathname }) => currentRoute(options, pathname),
    session: session.active,
    activeIds: spans.active,
    send: sendError,
    sent(severity, digest) {
      if (severity >= uncaught) spans.errorOccurred()
      if (options.feedback) withFeedback(({ ask }) => ask(digest))
      void spans.flush()
    },
  })
  let feedback: Promise<Feedback> | undefined
  /** Nothing happens if the chunk cannot be loaded. */
  function withFeedback(use?: (feedback: Feedback) => unknown): void {
    feedback ??= load.feedback().then(({ createFeedback }) =>
      createFeedback({
        core,
        shared,
        encode,
        envelope: toBody,
        attributes,
        route,
        session: session.active,
      }),
    )
    feedback.then(use).catch(() => {})
  }
  let snapshots: Snapshots | undefined
  async function takeSnapshots(): Promise<void> {
    // The files of the page come first.
    if (document.readyState !== 'complete')
      await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
    const { createSnapshots } = await load.snapshots()
    snapshots = createSnapshots({ core, shared, resource })
  }
  let vitals: Vitals | undefined
  async function measureVitals(): Promise<void> {
    const [{ createVitals }, { measure }] = await Promise.all([load.vitalRecords(), load.vitals()])
    vitals = createVitals(initialRoute.route, readDebugIds)
    measure(vitals.add)
  }
  /** Sends each vital once, with its current value. */
  function sendVitals(): void {
    for (const attributes of vitals?.take() ?? [])
      sendEvent('browser.web_vital', { ...attributes, 'session.id': initialSession })
  }
  return { errors, spans, sender, transport, session, measureVitals, sendVitals, withFeedback, takeSnapshots }
}

type UserAgentData = {
  brands?: { brand: string; version: string }[]
  mobile?: boolean
  platform?: string
}

/** Not available in all browsers. */
function clientHints(): ResourceAttributes {
  const { brands, mobile, platform } = (navigator as { userAgentData?: UserAgentData }).userAgentData ?? {}
  return {
    'browser.brands': brands?.map(({ brand, version }) => `${brand} ${version}`),
    'browser.mobile': mobile,
    'browser.platform': platform,
  }
}

/** The OpenTelemetry resource of every record and span: application, SDK and browser. */
function resourceAttributes({ service, release, environment, attributes }: Options): ResourceAttributes {
  return {
    ...attributes,
    'service.name': service,
    'service.version': release,
    'deployment.environment.name': environment,
    'telemetry.sdk.name': 'errata',
    'telemetry.sdk.language': 'webjs',
    'telemetry.sdk.version': '0.1.0',
    'user_agent.original': navigator.userAgent,
    'browser.language': navigator.language,
    ...clientHints(),
  }
}

/** Returns null if the record is dropped. */
function applyBeforeSend(record: MonitoringRecord, { beforeSend }: Options): MonitoringRecord | null {
  try {
    return beforeSend ? beforeSend(record) : record
  } catch {
    const attributes = Object.fromEntries(safeAttributes.map((name) => [name, record.attributes[name]]))
    return { ...record, attributes: { ...attributes, 'errata.before_send': 'failed' } }
  }
}
