// Queries in the frames that any SDK sends are not stored, and nothing else changes.
import { expect, test } from 'vitest'
import { readLogs } from '../../otlp/read.ts'
import { createScrubber } from '../secrets/scrub.ts'
import { createRelayMetrics } from '../metrics.ts'
import { logOf } from '../testing/relay-fixture.ts'
import { createReader } from './read.ts'

function forwarded(key: string, text: string): string {
  const read = createReader(createRelayMetrics(), createScrubber())
  const request = logOf({
    timeUnixNano: '1795168800000000000',
    attributes: [{ key, value: { stringValue: text } }],
  })
  const reading = read({ bytes: Buffer.from(JSON.stringify(request)), encoding: 'json' }, ['logs'], '')
  if (!reading.ok) throw new Error(reading.message)
  const json = JSON.stringify(readLogs(reading.envelopes[0]!.bytes))
  const [, value = ''] =
    new RegExp(`"key":"${key}","value":\\{"stringValue":("(?:[^"\\\\]|\\\\.)*")`).exec(json) ?? []
  return JSON.parse(value) as string
}

const V8 =
  'Error: see https://a.example/?id=1 now\n    at f (https://a.example/p?email=SECRET&token=SECRET:10:5)'
const GECKO =
  'f@https://a.example/p?email=SECRET#SECRET:10:5\ng@https://a.example/p?name=SECRET line 3 > eval:1:2'
const PLAIN_V8 = 'Error: see https://a.example/?id=1 now\n    at f (https://a.example/p:10:5)'

test.for([
  ['exception.stacktrace', V8, PLAIN_V8],
  ['exception.stacktrace', GECKO, 'f@https://a.example/p:10:5\ng@https://a.example/p line 3 > eval:1:2'],
  ['errata.cause', JSON.stringify([{ stacktrace: V8 }]), JSON.stringify([{ stacktrace: PLAIN_V8 }])],
  ['code.file.path', 'https://a.example/p?email=SECRET#SECRET', 'https://a.example/p'],
  ['code.file.path', '/srv/app/what?.js', '/srv/app/what?.js'],
  ['exception.stacktrace', 'at f (/srv/a.js?x=1:1:2)', 'at f (/srv/a.js?x=1:1:2)'],
  ['note', 'https://a.example/p?tab=orders:1:2', 'https://a.example/p?tab=orders:1:2'],
])('%s %s', ([key, text, expected]) => {
  expect(forwarded(key!, text!)).toBe(expected)
})
