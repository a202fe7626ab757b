// Sessions and reports of Sentry's SDKs, as the collector gets them. The payloads are of browsers, Node, Next
// and Python.
import { expect, test } from 'vitest'
import type { KeyValue, LogRecord } from '../../../otlp/otlp-json.ts'
import { eventually, startTestRelay } from '../../testing/relay-fixture.ts'

const relay = await startTestRelay({ SENTRY_PROJECTS: '42:shop-web' })

const SDK = { name: 'sentry.javascript.browser', version: '11.12.0' }
const ATTRIBUTES = { release: 'shop-web@4.2.0', environment: 'staging', user_agent: 'Mozilla/5.0 (X11)' }
const SESSION = {
  sid: 'e39a9fa3982f4a7c959fe0bf15733079',
  init: true,
  started: '2026-11-24T05:57:55.717Z',
  timestamp: '2026-11-24T05:57:55.718Z',
  status: 'ok',
  errors: 0,
  attrs: { ...ATTRIBUTES, ip_address: '{{auto}}' },
}

type Received = { name: string | undefined; at: string; attributes: Record<string, unknown> }

/** The records of an envelope, whose header has an instant of its own. */
async function receive(
  type: string,
  payload: object,
  sentAt = new Date().toISOString(),
): Promise<Received[]> {
  relay.collector.clear()
  const lines = [{ sent_at: sentAt, sdk: SDK }, { type }, payload, { type: 'log' }, LAST]
  const body = lines.map((line) => JSON.stringify(line)).join('\n')
  const answer = await fetch(`${relay.url}/api/42/envelope/?sentry_key=0123`, { method: 'POST', body })
  expect([answer.status, await answer.json()]).toEqual([200, {}])
  await eventually(() => expect(relay.collector.logRecords.some(isLast)).toBe(true))
  return relay.collector.logRecords.filter((record) => !isLast(record)).map(read)
}

/** Without it, an envelope without a record would be one that has not arrived. */
const LAST = { items: [{ body: 'the last one', timestamp: 1_795_499_880.266 }] }
const isLast = ({ body }: LogRecord): boolean => body?.stringValue === 'the last one'

function read({ eventName, timeUnixNano, attributes = [] }: LogRecord): Received {
  return { name: eventName, at: String(timeUnixNano), attributes: plain(attributes) }
}

function plain(attributes: KeyValue[]): Record<string, unknown> {
  const entries = attributes.map(({ key, value }) => [key, value?.stringValue ?? Number(value?.intValue)])
  return Object.fromEntries(entries)
}

const firstResource = () => plain(relay.collector.logResources[0]?.attributes ?? [])

test.each([
  [{}, 'session.start', 'ok'],
  [{ init: false, errors: 1 }, 'session.update', 'ok'],
  [{ init: false, status: 'exited' }, 'session.update', 'exited'],
  [{ init: false, status: 'unhandled', errors: 1 }, 'session.crash', 'unhandled'],
  [{ status: 'crashed', errors: 1, duration: 1.2 }, 'session.crash', 'crashed'],
  [{ init: false, status: 'abnormal' }, 'session.update', 'abnormal'],
])('the session %j is the event %s', async (change, name, status) => {
  const records = await receive('session', { ...SESSION, ...change })
  expect(records).toEqual([
    {
      name,
      at: '1795499875718000000',
      attributes: { 'session.id': SESSION.sid, 'errata.session.status': status },
    },
  ])
  expect(firstResource()).toMatchObject({
    'service.name': 'shop-web',
    'service.version': ATTRIBUTES.release,
    'deployment.environment.name': 'staging',
    'user_agent.original': ATTRIBUTES.user_agent,
  })
})

test.each([
  ['dashes', { sid: 'E39A9FA3-982f-4a7c-959f-e0bf15733079' }, [SESSION.sid]],
  ['no id', { sid: undefined }, []],
  ['the id of nobody', { sid: '00000000-0000-0000-0000-000000000000' }, []],
  ['an object as id', { sid: {} }, []],
])('a session with %s', async (_, change, ids) => {
  const records = await receive('session', { ...SESSION, ...change })
  expect(records.map(({ attributes }) => attributes['session.id'])).toEqual(ids)
})

test('the sessions of a server are counts of minutes, with the same ids when sent again', async () => {
  const payload = {
    aggregates: [
      { started: '2026-11-24T06:18:00.000Z', exited: 9, errored: 0, crashed: 0 },
      { started: '2026-11-24T06:19:00.000Z', exited: 23, errored: 4, crashed: 2, abnormal: 1, unhandled: 3 },
    ],
    attrs: ATTRIBUTES,
  }
  const sentAt = '2026-11-24T06:19:24.767Z'
  const records = await receive('sessions', payload, sentAt)
  expect(records.map(({ name, at }) => [name, at])).toEqual([
    ['session.counts', '1795501080000000000'],
    ['session.counts', '1795501140000000000'],
  ])
  expect(records.map(({ attributes }) => attributes)).toMatchObject([
    { 'errata.sessions.total': 9, 'errata.sessions.crashed': 0 },
    { 'errata.sessions.total': 33, 'errata.sessions.crashed': 5 },
  ])
  expect(firstResource()).toMatchObject({ 'service.version': ATTRIBUTES.release })
  expect(uids(await receive('sessions', payload, sentAt))).toEqual(uids(records))
  const others = uids(await receive('sessions', payload))
  expect(new Set([...uids(records), ...others]).size).toBe(4)
})

test('a client report is a record for each reason and category', async () => {
  const report = {
    timestamp: 1_795_499_880.266,
    discarded_events: [
      { reason: 'network_error', category: 'error', quantity: 4 },
      { reason: 'sample_rate', category: 'transaction', quantity: -1 },
    ],
  }
  const records = await receive('client_report', report)
  expect(records).toMatchObject([
    {
      name: 'errata.discarded',
      at: '1795499880266000000',
      attributes: {
        'errata.discarded.reason': 'network_error',
        'errata.discarded.category': 'error',
        'errata.discarded.quantity': 4,
      },
    },
    { attributes: { 'errata.discarded.reason': 'sample_rate', 'errata.discarded.quantity': 0 } },
  ])
  expect(new Set(uids(records)).size).toBe(2)
})

test('an item has 100 minutes or reasons at most', async () => {
  const aggregates = Array.from({ length: 300 }, () => ({ exited: 1 }))
  expect(await receive('sessions', { aggregates })).toHaveLength(100)
  const discarded = Array.from({ length: 300 }, () => ({ quantity: 1 }))
  expect(await receive('client_report', { discarded_events: discarded })).toHaveLength(100)
  expect(await receive('sessions', { aggregates: 'all' })).toEqual([])
})

function uids(records: Received[]): unknown[] {
  return records.map(({ attributes }) => attributes['log.record.uid'])
}
