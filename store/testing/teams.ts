// Two teams in one store: what pages of each send, and callers with rights.
import { createHash } from 'node:crypto'
import type { CreatedToken, Rights } from '../../contract/people.ts'
import type { Caller } from '../../server/caller.ts'
import {
  exceptionRecord,
  logRecord,
  logs,
  newDigest,
  newSpanId,
  newTraceId,
  span,
  spans,
  vitalRecord,
} from './otlp.ts'
import { feedbackRecord } from './forget.ts'
import { sendSnapshot, snapshotOf } from './snapshots.ts'
import type { TestStore } from './store.ts'

/** `issueId`: empty, until somebody reads it. */
export type PageLoad = { digest: string; traceId: string; spanId: string; issueId: string }

/** `text`: in every name. `at`: milliseconds since 1970. */
type Sample = { service: string; at: number; round: number; text: string }

/** A page load with a call, an exception, feedback, a vital and a line of a log; all have `text`. */
export async function sendPageLoad(
  stores: TestStore[],
  { service, at, round, text }: Sample,
): Promise<PageLoad> {
  const [traceId, spanId, digest] = [newTraceId(), newSpanId(), newDigest()]
  const source = { service, release: `${text}-${round % 3}`, environment: `${text}-production` }
  const attributes = {
    'user.id': `${text}-user-${round % 4}`,
    'session.id': `${text}-session-${round % 5}`,
    'http.route': `/${text}/${round % 2}`,
    'shop.plan': text,
  }
  const list = [
    span({ traceId, spanId, name: `${text} load`, at, milliseconds: 200 + round, attributes }),
    span({
      traceId,
      parentSpanId: spanId,
      name: `GET /${text}`,
      at: at + 5,
      error: round % 3 === 0,
      attributes,
    }),
  ]
  const exception = exceptionRecord({
    at: at + 20,
    type: `${text}Error`,
    message: `the ${text} ${round % 4} failed`,
    stacktrace: `${text}Error: failed\n    at ${text}${round % 4} (https://${text}.example/${text}.js:1:${round})`,
    url: `https://${text}.example/${text}`,
    digest,
    traceId,
    spanId,
    attributes,
  })
  const feedback = feedbackRecord(text, { ...attributes, 'errata.digest': digest }, at + 30)
  const vital = vitalRecord({
    value: 900 + round,
    at,
    route: `/${text}/${round % 2}`,
    attributes: {
      ...attributes,
      'errata.vital.element': `main>${text}-image`,
      'errata.vital.phase.load_duration': '700',
    },
  })
  const severity = [5, 9, 17][round % 3]!
  const line = logRecord({ body: `${text} failed`, severity, at: at + 40, traceId, spanId, attributes })
  for (const store of stores) {
    await store.send('traces', spans(list, source))
    await store.send('logs', logs([exception, feedback, vital, line], source))
    await sendSnapshot(store, snapshotOf(digest, text, { service, at: at + 20 }))
  }
  return { digest, traceId, spanId, issueId: '' }
}

/** What the builds of three releases send; every text has `text`. */
export async function sendCommits(
  stores: TestStore[],
  { service, text, at }: { service: string; text: string; at: number },
): Promise<void> {
  for (const release of [0, 1, 2]) {
    const hash = `c0ffee${at}${release}`
    const commit = {
      hash,
      author: `${text} author`,
      at: '2026-01-05T09:00:00.000Z',
      subject: `${text} commit`,
      files: [{ path: `src/${text}.js`, lines: [[1, 9]] }],
    }
    const owners = { path: 'CODEOWNERS', text: `* @${text}` }
    const body = JSON.stringify({ head: hash, commits: [commit], owners })
    const query = new URLSearchParams({ service, release: `${text}-${release}` }).toString()
    for (const store of stores) await store.ask(`/api/commits?${query}`, { method: 'PUT', body })
  }
}

/** Somebody whom a proxy names. */
export function personWith(rights: Rights[]): Caller {
  const [issuer, subject] = ['header:remote-user', JSON.stringify(rights)]
  const identity = { issuer, subject, name: 'Ann', email: null, rights }
  return { by: 'header', identity, address: '203.0.113.1', passwordKey: '' }
}

export async function tokenCaller(store: TestStore, scope: 'maps' | 'read' | 'write', services: string[]) {
  const body = { name: 'a team', scope, services, expires: null }
  const { token } = (await store.post<CreatedToken>('/api/tokens', body)).body
  const hash = createHash('sha256').update(token).digest('hex')
  return { by: 'token', hash, address: '203.0.113.1', passwordKey: '' } as const
}
