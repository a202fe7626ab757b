// Sends what users write about the application. What cannot be sent is kept in `localStorage`, each text
// under a key of its own, so that tabs cannot overwrite each other's. No module of another chunk is imported.

import type { Attributes, FeedbackContext, MonitoringRecord } from '../options.ts'
import type { SpanIds } from '../tracing/page-trace.ts'
import { paintForm, type Outcome } from './form.ts'

/** Characters, as in the store. */
const textLimit = 4096
const prefix = 'errata.feedback.'
/** Texts of 6 KB: all pages of an origin share 5 MB. */
const answerLimit = 10
const retryMs = 60_000
const timeoutMs = 10_000

export type Feedback = {
  send(this: void, text: string, context?: FeedbackContext): Promise<Outcome>
  /** Adds the form to the fallback screen of this digest, which appears in the same task if at all. */
  ask(this: void, digest: string): void
}

type FeedbackOptions = {
  core: {
    url: string
    trace: SpanIds
    controller: AbortController
    user?: { id: string } | null
  }
  shared: { fetch: typeof fetch; random: (length: number) => string }
  /** Undefined: `beforeSend` has dropped the record. */
  encode: (record: MonitoringRecord) => string | undefined
  envelope: (records: string[]) => string
  attributes: () => Attributes
  route: () => string
  session: () => string
}

export function createFeedback({ core, shared, encode, ...page }: FeedbackOptions): Feedback {
  const { fetch, random } = shared
  const {
    url,
    trace: { traceId, spanId },
    controller: { signal },
  } = core

  async function post(body: string): Promise<Outcome> {
    const { status } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      keepalive: true,
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => ({ status: 0 }))
    if (status === 200) return 'sent'
    return /^4(?!29)/.test(`${status}`) ? 'failed' : 'kept'
  }

  /** Each tab may do this: the store stores a record with an id once. */
  async function sendKept(): Promise<void> {
    for (const key of answerKeys()) {
      const body = localStorage.getItem(key)
      if (signal.aborted) return
      if (body && (await post(body)) === 'kept') return void setTimeout(sendAgain, retryMs)
      localStorage.removeItem(key)
    }
  }
  const sendAgain = () => void sendKept().catch(() => {})

  async function send(text: string, context?: FeedbackContext): Promise<Outcome> {
    const id = random(32)
    const digest = context?.digest || ''
    const record = encode({
      traceId,
      spanId,
      eventName: 'user.feedback',
      severityNumber: 9,
      attributes: {
        ...page.attributes(),
        'log.record.uid': id,
        'errata.feedback.text': text.slice(0, textLimit),
        'errata.feedback.email': context?.email || '',
        [/^[\dA-Z]{8}$/.test(digest) ? 'errata.digest' : 'errata.given_digest']: digest,
        'url.full': location.origin + location.pathname,
        'http.route': page.route(),
        'session.id': page.session(),
        'user.id': core.user?.id,
      },
    })
    try {
      const body = record && page.envelope([record])
      const outcome = body ? await post(body) : 'sent'
      if (body && outcome === 'kept') {
        if (answerKeys().length >= answerLimit) return 'failed'
        localStorage.setItem(prefix + id, body)
        setTimeout(sendAgain, retryMs)
      }
      return outcome
    } catch {
      // Storage is full or forbidden.
      return 'failed'
    }
  }

  addEventListener('online', sendAgain, { signal })
  sendAgain()
  return {
    send,
    ask: (digest) =>
      setTimeout(() => paintForm(digest, textLimit, (text, email) => send(text, { digest, email }))),
  }
}

/** Throws if storage is forbidden. */
function answerKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
}
