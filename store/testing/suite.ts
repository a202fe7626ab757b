// Stores that start before the tests of a file, or in a test, and end after them.
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { startStore, TestStore, type StoreOptions } from './store.ts'

/** Tests that share a store neither stop nor kill it. */
export type SharedStore = Omit<TestStore, 'child' | 'start' | 'end' | 'kill' | 'stop' | 'restart'>

const SHARED = Symbol.for('errata.sharedStore')

/**
 * The store that the test files of one vitest worker share, for tests that only send and query: each file
 * uses names of its own (`newName`). It ends with the worker.
 */
export function sharedStore(): SharedStore {
  const worker = globalThis as { [SHARED]?: TestStore }
  const store = (worker[SHARED] ??= new TestStore({ env: { STORE_ALLOWED_HOSTS: 'Store, errata.internal' } }))
  beforeAll(async () => {
    await store.start()
    // It does not keep the worker from ending.
    const { child } = store
    for (const handle of [child, child.channel, child.stdout as Socket | null, child.stderr as Socket | null])
      handle?.unref()
  })
  return store
}

/** Of a service, a release or an environment that no other test uses. */
export function newName(): string {
  return `name-${randomBytes(6).toString('hex')}`
}

/** For tests that stop, kill, damage or configure a store, or count all of its rows. */
export function storeOfFile(options?: StoreOptions): TestStore {
  const store = new TestStore(options)
  beforeAll(() => store.start())
  afterAll(() => close(store))
  return store
}

/** `finish`: the `onTestFinished` of the context of a concurrent test. */
export async function storeOfTest(options?: StoreOptions, finish = onTestFinished): Promise<TestStore> {
  const store = await startStore(options)
  finish(() => close(store))
  return store
}

/** A store that is still running ends without an error. */
async function close(store: TestStore): Promise<void> {
  expect([0, null]).toContain(await store.stop())
}
