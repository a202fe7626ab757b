// The health of an installation with sample data: nothing to warn about.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getJson } from './testing/http.ts'
import { sendSampleDay } from './testing/sample-data.ts'
import { startStack, type Stack } from './testing/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
  await sendSampleDay(stack.url, Date.now(), { servers: true })
})
afterAll(() => stack.close())

test('the sample data is not taken for a proxy that hides its users', async () => {
  expect(await getJson(`${stack.url}/health`)).not.toHaveProperty('hint')
})
