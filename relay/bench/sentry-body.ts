// An error as a Sentry SDK in a browser sends it, and the same error as OTLP for a proxy in front of a
// collector, which reads no envelopes.
import { translate } from '../monitoring/sentry/translate.ts'
import { EnvelopeReader } from '../monitoring/sentry/envelope.ts'

const KEY = '0123456789abcdef0123456789abcdef'
const FRAMES = 15
const BREADCRUMBS = 22
const AT = 1_795_168_800

export function sentryBody() {
  const bytes = Buffer.from(envelope())
  const reader = new EnvelopeReader({ item: bytes.length, keeps: () => true })
  reader.push(bytes)
  const { logs } = translate(reader.end(), { project: '42', userAgent: 'bench', page: '' }, new Map())
  const sameAsOtlp = Buffer.from(JSON.stringify(logs))
  return {
    name: `a Sentry envelope with an error, ${(bytes.length / 1024).toFixed(1)} KiB`,
    path: `/api/42/envelope/?sentry_version=7&sentry_key=${KEY}`,
    type: 'text/plain;charset=UTF-8',
    bytes,
    forProxy: { path: '/monitoring/v1/logs', type: 'application/json', bytes: sameAsOtlp },
  }
}

function envelope(): string {
  const header = {
    event_id: 'b2e6f0c1a9d84b5f8c7e3d2a1b0c9d8e',
    sent_at: new Date(AT * 1000).toISOString(),
    sdk: { name: 'sentry.javascript.browser', version: '11.12.0' },
    trace: { trace_id: '5b8efff798038103d269b633813fc60c', environment: 'production', public_key: KEY },
  }
  return [header, { type: 'event' }, event()].map((line) => JSON.stringify(line)).join('\n')
}

function event(): object {
  const frames = Array.from({ length: FRAMES }, (_, index) => ({
    filename: 'https://shop.example/assets/index-B7x.js',
    function: `step${index}`,
    in_app: true,
    lineno: 1,
    colno: 1_000 + index,
  }))
  const mechanism = { type: 'auto.browser.global_handlers.onerror', handled: false }
  const value = "Cannot read properties of undefined (reading 'price')"
  const breadcrumbs = Array.from({ length: BREADCRUMBS }, (_, index) => ({
    timestamp: AT - index,
    category: 'fetch',
    type: 'http',
    data: { method: 'GET', url: `/api/cart/${index}`, status_code: 200 },
  }))
  return {
    timestamp: AT,
    platform: 'javascript',
    level: 'error',
    release: 'shop@1.4.2',
    environment: 'production',
    exception: { values: [{ type: 'TypeError', value, stacktrace: { frames }, mechanism }] },
    breadcrumbs,
    contexts: { trace: { trace_id: '5b8efff798038103d269b633813fc60c', span_id: 'eee19b7ec3c1b100' } },
    request: { url: 'https://shop.example/cart?page=2', headers: { 'User-Agent': 'bench' } },
    tags: { team: 'checkout' },
    user: { id: 'user-7' },
  }
}
