// Debug ids that a bundler has added to the page: a record includes the ids of the files in its stack.

import { expect, test } from 'vitest'
import { onlyException, openPage } from '../testing/page.ts'

/** Runs inside the page: two files that register their ids as the snippets of bundlers do. */
async function loadFiles(cartId: string, orderId: string): Promise<void> {
  const load = (name: string, id: string, code: string) => {
    const snippet = `(globalThis.${name} ??= {})[new Error().stack] = '${id}'`
    const blob = new Blob([`${snippet}\n${code}`], { type: 'text/javascript' })
    return sdk.importModule(URL.createObjectURL(blob)) as Promise<{ fail: () => void }>
  }
  const { fail } = await load('_debugIds', cartId, "export function fail() { throw new Error('no cart') }\n")
  await load('_sentryDebugIds', orderId, "export function fail() { throw new Error('no order') }\n")
  setTimeout(fail)
}

const cartId = '5e1ec7ed-0000-4000-8000-000000000001'
const orderId = '5e1ec7ed-0000-4000-8000-000000000002'

test('a record has the debug ids of the files in its stack, and no others', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(loadFiles, cartId, orderId)
  const exception = await onlyException(page)
  expect(exception['exception.message']).toBe('no cart')
  const ids = JSON.parse(String(exception['errata.debug_ids'])) as Record<string, string>
  expect(Object.values(ids)).toEqual([cartId])
  const [file = ''] = Object.keys(ids)
  expect(file).toMatch(/^blob:http/)
  expect(exception['exception.stacktrace']).toContain(`${file}:`)
})

test('values that are not debug ids are ignored', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(() => {
    const stack = new Error().stack ?? ''
    const hostile = { get: () => sdk.captureException(new Error('inside')), ownKeys: () => [{}] }
    Object.assign(globalThis, {
      _debugIds: { [stack]: 'x'.repeat(1e6) },
      _sentryDebugIds: new Proxy({}, hostile as object),
    })
    sdk.captureException(new Error('outside'))
  })
  const exception = await onlyException(page)
  expect(exception).toMatchObject({ 'exception.message': 'outside' })
  expect(exception).not.toHaveProperty('errata.debug_ids')
})
