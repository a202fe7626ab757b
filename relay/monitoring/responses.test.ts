// The bodies of answers: `google.rpc.Status` with its details, and warnings.
import { expect, test } from 'vitest'
import { ProtobufReader, VARINT } from '../../otlp/protobuf-reader.ts'
import { post, startTestRelay, traceOf } from '../testing/relay-fixture.ts'

const relay = await startTestRelay()

const PROTOBUF = { 'content-type': 'application/x-protobuf' }

test('protobuf is answered in protobuf', async () => {
  const answer = await post(`${relay.url}/monitoring`, Buffer.from('0801', 'hex'), PROTOBUF)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'application/x-protobuf'])
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.subarray(0, 3).toString('hex')).toBe('080312')
  const [code, message, details] = fieldsOf(bytes)
  const sentence = 'The field "resourceSpans" is not of its type.'
  expect([code, String(message)]).toEqual([3, sentence])
  const [type, request] = fieldsOf(details as Buffer)
  expect(String(type)).toBe('type.googleapis.com/google.rpc.BadRequest')
  const [violation] = fieldsOf(request as Buffer)
  expect(fieldsOf(violation as Buffer).map(String)).toEqual(['resourceSpans', sentence])
})

test.each([
  ['{"resourceSpans":[', 'body', 'The body is not valid JSON.'],
  ['{"resourceSpans":5}', 'resourceSpans', '"resourceSpans" is not a list.'],
])('%s names the field that is wrong', async (body, field, description) => {
  const answer = await post(`${relay.url}/monitoring`, body)
  expect(await answer.json()).toEqual({
    code: 3,
    message: description,
    details: [
      { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description }] },
    ],
  })
})

test('a warning tells of values that were repaired', async () => {
  const attributes = [
    { key: 'a', value: { boolValue: 'true' } },
    { key: 'b', value: { stringValue: 'usual' } },
  ]
  const answer = await post(`${relay.url}/monitoring`, traceOf({ attributes }))
  const errorMessage = 'Values of a wrong type that were repaired or left out: 1.'
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { partialSuccess: { rejectedSpans: '0', errorMessage } },
  ])
  expect(relay.collector.spans[0]!.attributes).toHaveLength(2)
})

/** The fields of a message in their order: numbers and bytes. */
function fieldsOf(bytes: Buffer): (number | Buffer)[] {
  const reader = new ProtobufReader(bytes)
  const fields: (number | Buffer)[] = []
  while (reader.at < bytes.length) {
    if ((reader.tag(bytes.length) & 7) === VARINT) {
      reader.varint(bytes.length)
      fields.push(reader.low)
    } else {
      const end = reader.delimited(bytes.length)
      fields.push(bytes.subarray(reader.at, end))
      reader.at = end
    }
  }
  return fields
}
