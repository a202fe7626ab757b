// A pasted stack finds the issue of its error, whatever the version of the browser or the build is.
import { beforeAll, expect, test } from 'vitest'
import { sendException } from '../../testing/issues.ts'
import { newName, sharedStore } from '../../testing/suite.ts'

const CHROME = `TypeError: Cannot read properties of undefined (reading 'amount')
    at cartTotal (https://shop.example/assets/cart-Dk3fA9x_.js:1:200)
    at showCart (https://shop.example/assets/cart-Dk3fA9x_.js:1:900)`
/** The same error of the next build. */
const NEXT_BUILD = CHROME.replaceAll('Dk3fA9x_', 'B7qq01Zm').replace(':1:200', ':3:77')

const store = sharedStore()
const [service, other] = [newName(), newName()]
let issueId: string
beforeAll(async () => {
  const error = { type: 'TypeError', message: "Cannot read properties of undefined (reading 'amount')" }
  issueId = await sendException(store, { ...error, stacktrace: CHROME, service })
  await sendException(store, { type: 'OtherError', service: other })
})

async function find(body: object): Promise<unknown> {
  const { status, body: answer } = await store.post<{ issueId: unknown }>('/api/fingerprint', body)
  return status === 200 ? answer.issueId : status
}

const pasted = {
  type: 'TypeError',
  message: "Cannot read properties of undefined (reading 'amount')",
  stacktrace: NEXT_BUILD,
}

test('a stack of another build opens its issue, with and without the service', async () => {
  expect(await find(pasted)).toBe(issueId)
  expect(await find({ ...pasted, service })).toBe(issueId)
})

test('no issue is returned for another service or another error', async () => {
  expect(await find({ ...pasted, service: other })).toBeNull()
  expect(
    await find({ ...pasted, stacktrace: pasted.stacktrace.replaceAll('cartTotal', 'cartSum') }),
  ).toBeNull()
})

test('an issue that was merged opens as the issue it was merged into', async () => {
  const into = await sendException(store, { type: 'TargetError', service })
  const merge = (path: string, body: object) => store.post(`/api/issues/${path}`, body)
  expect((await merge(`${issueId}/merge`, { into })).status).toBe(200)
  expect(await find(pasted)).toBe(into)
  expect((await merge(`${into}/unmerge`, { fingerprint: issueId })).status).toBe(200)
  expect(await find(pasted)).toBe(issueId)
})

test('a value that is not text is refused', async () => {
  expect(await find({ ...pasted, stacktrace: 7 })).toBe(400)
})
