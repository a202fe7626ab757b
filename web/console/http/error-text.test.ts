import { expect, test } from 'vitest'
import { describeError } from './error-text.ts'
import { HttpError } from './http.ts'

const BUSY = 'Too many queries are waiting.'
const error = (status: number, message = BUSY) =>
  new HttpError(message, { status, isLate: false, request: 'GET /api/issues', durationMs: 3 })

test('a store that answers 503 and is healthy is busy, any other does not answer', () => {
  const busy = describeError(error(503), 'ok')
  expect([busy.title, busy.text]).toEqual(['The store is busy', `${BUSY} No data is lost.`])
  for (const store of ['down', undefined] as const)
    expect(describeError(error(503), store).title).toBe('The store does not answer')
  expect(describeError(error(502), 'ok').title).toBe('The store does not answer')
})
