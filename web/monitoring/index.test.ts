import { expect, test } from 'vitest'
import {
  addBreadcrumb,
  captureException,
  captureFeedback,
  digestOf,
  flush,
  init,
  setUser,
  shutdown,
} from './index.ts'
import { rootOptions } from './frameworks/react.tsx'

test('without a document everything can be imported and called and does nothing', async () => {
  expect(typeof window).toBe('undefined')
  init({ service: 'rendered on a server' })
  setUser({ id: 'u-1' })
  addBreadcrumb({ kind: 'cart', text: 'added' })
  captureFeedback('nothing works')
  expect(await flush()).toBe(true)
  await shutdown()
  expect(Object.keys(rootOptions())).toEqual(['onUncaughtError', 'onCaughtError', 'onRecoverableError'])
})

test('an error keeps its digest, and each occurrence of a primitive gets its own', () => {
  const error = Object.freeze(new Error('frozen'))
  expect(captureException(error)).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
  expect(digestOf(error)).toBe(captureException(error))
  expect(digestOf(new Error('frozen'))).not.toBe(digestOf(error))
  expect(digestOf('a')).not.toBe(digestOf('b'))
})

test('a thousand errors have a thousand different digests', () => {
  expect(new Set(Array.from({ length: 1000 }, () => digestOf({}))).size).toBe(1000)
})
