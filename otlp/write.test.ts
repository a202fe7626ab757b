import { describe, expect, test } from 'vitest'
import { readLogs, readTraces } from './read.ts'
import type { AnyValue, Span, TracesRequest } from './otlp-json.ts'
import { createWriter, writeLogs, writeTraces } from './write.ts'

/** What arrives of a value, and how many repairs were reported. */
function arrives(value: unknown): { value: AnyValue | undefined; repairs: number } {
  const attributes = [
    { key: 'it', value },
    { key: 'second', value: { stringValue: 'usual' } },
  ]
  const request = { resourceSpans: [{ resource: { attributes } }] } as TracesRequest
  const { bytes, repaired: repairs } = createWriter()('traces', request)
  const [it, second] = readTraces(bytes).resourceSpans![0]!.resource!.attributes!
  expect(second).toEqual({ key: 'second', value: { stringValue: 'usual' } })
  return { value: it!.value, repairs }
}

describe('values as clients write them', () => {
  const fine: [unknown, AnyValue][] = [
    [{ stringValue: 'ü💳' }, { stringValue: 'ü💳' }],
    [{ intValue: '9223372036854775807' }, { intValue: '9223372036854775807' }],
    [{ intValue: '-9223372036854775808' }, { intValue: '-9223372036854775808' }],
    [{ intValue: -1 }, { intValue: '-1' }],
    [{ intValue: '-4294967296' }, { intValue: '-4294967296' }],
    [{ intValue: 1000 }, { intValue: '1000' }],
    [{ intValue: '1e3' }, { intValue: '1000' }],
    [{ intValue: '12.0' }, { intValue: '12' }],
    [{ doubleValue: '1.5' }, { doubleValue: 1.5 }],
    [{ doubleValue: 'NaN' }, { doubleValue: 'NaN' }],
    [{ doubleValue: '-Infinity' }, { doubleValue: '-Infinity' }],
    [{ boolValue: false }, { boolValue: false }],
    [{ bytesValue: '_-8' }, { bytesValue: '/+8=' }],
    [{ arrayValue: { values: [{ intValue: 1 }, {}] } }, { arrayValue: { values: [{ intValue: '1' }, {}] } }],
    [
      { kvlistValue: { values: [{ key: 'a', value: { boolValue: true } }] } },
      { kvlistValue: { values: [{ key: 'a', value: { boolValue: true } }] } },
    ],
    [{}, {}],
  ]
  test.each(fine)('%j arrives', (sent, expected) => {
    expect(arrives(sent)).toEqual({ value: expected, repairs: 0 })
  })

  const repaired: [unknown, AnyValue][] = [
    [{ intValue: 1e21 }, { doubleValue: 1e21 }],
    [{ intValue: '9223372036854775808' }, { doubleValue: 9223372036854775808 }],
    [{ intValue: 1.5 }, { doubleValue: 1.5 }],
    [{ intValue: 'many' }, {}],
    [{ doubleValue: null }, { doubleValue: 'NaN' }],
    [{ doubleValue: 'much' }, {}],
    [{ stringValue: null }, {}],
    [{ stringValue: 5 }, {}],
    [{ boolValue: 'true' }, {}],
    [{ arrayValue: [{ stringValue: 'a' }] }, { arrayValue: { values: [{ stringValue: 'a' }] } }],
    [{ bytesValue: '***' }, {}],
    ['bare', {}],
  ]
  test.each(repaired)('%j is repaired or left empty', (sent, expected) => {
    const { value, repairs } = arrives(sent)
    expect(value).toEqual(expected)
    if (!('arrayValue' in expected)) expect(repairs).toBe(1)
  })
})

test.each([
  '0',
  '1',
  '4294967295',
  '4294967296',
  '999999999999999',
  '1795168800000000001',
  '9007199254740993',
  '18446744073709551615',
])('the time %s arrives to the nanosecond', (time) => {
  const spans = [{ startTimeUnixNano: time, name: 'a' }]
  const read = readTraces(writeTraces({ resourceSpans: [{ scopeSpans: [{ spans }] }] }))
  expect(read.resourceSpans![0]!.scopeSpans![0]!.spans![0]!.startTimeUnixNano ?? '0').toBe(time)
})

test.each(['18446744073709551616', '-1', '2026-11-20T10:00:00Z', 1.5, {}])(
  'an invalid time %j is left out alone',
  (time) => {
    const span = { startTimeUnixNano: time, endTimeUnixNano: '7', name: 'a' } as Span
    const read = readTraces(writeTraces({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }))
    expect(read.resourceSpans![0]!.scopeSpans![0]!.spans).toEqual([{ endTimeUnixNano: '7', name: 'a' }])
  },
)

test('texts of every length and alphabet arrive in order', () => {
  const texts = [1, 41, 42, 43, 126, 127, 128, 129, 16_383, 16_384, 70_000].flatMap((size) => [
    'a'.repeat(size),
    'ü'.repeat(size),
    '💳'.repeat(size),
  ])
  const logRecords = texts.map((stringValue) => ({ body: { stringValue } }))
  const read = readLogs(writeLogs({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }))
  expect(read.resourceLogs![0]!.scopeLogs![0]!.logRecords).toEqual(logRecords)
})

test('a lone surrogate becomes U+FFFD', () => {
  expect(arrives({ stringValue: 'a\ud800' }).value).toEqual({ stringValue: 'a\ufffd' })
})

test('names of enum values are written as their numbers', () => {
  const span = {
    name: 'a',
    kind: 'SPAN_KIND_CLIENT',
    status: { code: 'STATUS_CODE_ERROR' },
  } as unknown as Span
  const record = { severityNumber: 'SEVERITY_NUMBER_ERROR2' as unknown as number }
  const read = readTraces(writeTraces({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }))
  expect(read.resourceSpans![0]!.scopeSpans![0]!.spans).toEqual([{ name: 'a', kind: 3, status: { code: 2 } }])
  const logs = readLogs(writeLogs({ resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] }))
  expect(logs.resourceLogs![0]!.scopeLogs![0]!.logRecords).toEqual([{ severityNumber: 18 }])
})

test('two concatenated requests are one request', () => {
  const [a, b] = ['a', 'b'].map((name) => ({ scopeSpans: [{ spans: [{ name }] }] }))
  const read = readTraces(
    Buffer.concat([writeTraces({ resourceSpans: [a!] }), writeTraces({ resourceSpans: [b!] })]),
  )
  expect(read.resourceSpans).toEqual([a, b])
})

test('endless lists within lists are cut', () => {
  let value: AnyValue = { stringValue: 'deep' }
  for (let depth = 0; depth < 20_000; depth++) value = { arrayValue: { values: [value] } }
  const { repairs } = arrives(value)
  expect(repairs).toBe(1)
})
