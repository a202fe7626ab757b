// What collector and store refuse behind the relay: the rest is stored, and the answer has the reason.
import { expect, test } from 'vitest'
import type { Problem } from '../contract/problem.ts'
import { post } from './testing/http.ts'
import { eventOf } from './testing/occurrences.ts'
import { shareStack } from './testing/stack-with-browser.ts'
import { exceptionLog } from './testing/telemetry.ts'

const stack = shareStack()

test('an attribute that a collector refuses does not lose the rest of the request', async () => {
  const { digest, body } = exceptionLog({ message: 'beside invalid attributes' })
  const record = body.resourceLogs[0]?.scopeLogs[0]?.logRecords[0]
  const invalid = [
    { key: 'not.a.number', value: { doubleValue: null } },
    { key: 'too.large', value: { intValue: 1e21 } },
    { key: 'text', value: { stringValue: 7 } },
  ]
  const response = await post(`${stack.url}/monitoring`, {
    resourceLogs: [
      {
        scopeLogs: [{ logRecords: [{ ...record, attributes: [...(record?.attributes ?? []), ...invalid] }] }],
      },
    ],
  })
  expect(response.status).toBe(200)
  await eventOf(stack, digest)
})

test('a problem of the store comes through the relay as the store describes it', async () => {
  const response = await fetch(`${stack.url}/api/issues?range=wrong`)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    400,
    expect.stringContaining('application/problem+json'),
  ])
  expect(((await response.json()) as Problem).detail).toContain('range')
})
