import { describe, expect, test } from 'vitest'
import { eventually, exceptionOf, logOf, startTestRelay, post, traceOf } from '../testing/relay-fixture.ts'

const relay = await startTestRelay()

/** The line of an exception, when it is written. */
function lineOf(field: string, value: string): Promise<Record<string, unknown>> {
  return eventually(() => {
    const line = relay.log().find((entry) => entry[field] === value)
    expect(line).toBeDefined()
    return line!
  })
}

describe('one line per exception', () => {
  test('with all fields', async () => {
    const ids = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8) }
    const more = {
      'url.full': 'https://shop.example/cart?token=abc&page=2#top',
      'errata.mechanism': 'react.uncaught',
    }
    const resource = ['service.name:shop', 'service.version:1.2', 'deployment.environment.name:test'].map(
      (text) => {
        const [key, stringValue] = text.split(':')
        return { key, value: { stringValue } }
      },
    )
    const record = { ...exceptionOf('7K3M9QXP', more), ...ids, severityNumber: 21 }
    await post(`${relay.url}/monitoring`, {
      resourceLogs: [{ resource: { attributes: resource }, scopeLogs: [{ logRecords: [record] }] }],
    })
    const { time, ...line } = await lineOf('digest', '7K3M9QXP')
    expect(typeof time).toBe('number')
    expect(line).toEqual({
      level: 60,
      msg: 'exception received',
      digest: '7K3M9QXP',
      type: 'TypeError',
      message: 'no price',
      service: 'shop',
      release: '1.2',
      environment: 'test',
      url: 'https://shop.example/cart?token=&page=',
      ...ids,
      mechanism: 'react.uncaught',
      client: '127.0.0.0',
    })
  })

  test.each([
    [21, 60],
    [17, 50],
    [13, 40],
    [0, 50],
  ])('severity %i has level %i', async (severityNumber, level) => {
    await post(
      `${relay.url}/monitoring`,
      logOf({ ...exceptionOf(`SEVERE${severityNumber}`), severityNumber }),
    )
    expect((await lineOf('digest', `SEVERE${severityNumber}`))['level']).toBe(level)
  })

  test('of span events, of spans with exception attributes, of records without an event name', async () => {
    await post(
      `${relay.url}/monitoring`,
      traceOf({ events: [{ name: 'exception', attributes: saying('in an event') }, { name: 'click' }] }),
    )
    await post(`${relay.url}/monitoring`, traceOf({ name: 'exception', attributes: saying('on the span') }))
    await post(
      `${relay.url}/monitoring`,
      logOf({ attributes: saying('in a record') }, { body: { stringValue: 'no exception' } }),
    )
    expect(await lineOf('message', 'in an event')).toMatchObject({ spanId: '0000000000000001', level: 50 })
    await lineOf('message', 'on the span')
    await lineOf('message', 'in a record')
    expect(JSON.stringify(relay.log())).not.toContain('no exception')
  })

  test('values of every kind are shown as text', async () => {
    const attributes = [
      { key: 'exception.type', value: { intValue: '20' } },
      {
        key: 'exception.message',
        value: { kvlistValue: { values: [{ key: 'code', value: { intValue: '401' } }] } },
      },
    ]
    await post(`${relay.url}/monitoring`, logOf({ attributes }))
    expect((await lineOf('type', '20'))['message']).toContain('401')
  })

  test('that cannot be forged, split or too long', async () => {
    const before = relay.log().length
    const message = `a\n{"level":10,"digest":"FORGED00"}\n\u001b[31m\ud800${'x'.repeat(5_000)}`
    await post(`${relay.url}/monitoring`, logOf(exceptionOf('INJECT00', { 'exception.message': message })))
    const line = await lineOf('digest', 'INJECT00')
    expect(relay.log()).toHaveLength(before + 1)
    expect(relay.log().some(({ digest }) => digest === 'FORGED00')).toBe(false)
    expect((line['message'] as string).length).toBeLessThanOrEqual(1024)
  })
})

test('a digest is in the log while the collector is down', async () => {
  relay.collector.status = 503
  expect((await post(`${relay.url}/monitoring`, logOf(exceptionOf('ALONE000')))).status).toBe(200)
  await lineOf('digest', 'ALONE000')
  relay.collector.status = 200
})

function saying(message: string): object[] {
  return [{ key: 'exception.message', value: { stringValue: message } }]
}

test('the log names the addresses of collector and store without user and password', async () => {
  const addresses = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:s3cret@127.0.0.1:9',
    STORE_URL: 'http://store:s3cret@127.0.0.1:9',
  }
  const other = await startTestRelay(addresses)
  const address = 'http://127.0.0.1:9'
  await eventually(() =>
    expect(other.log()).toMatchObject([{ msg: 'relay listens', collector: address, store: address }]),
  )
})
