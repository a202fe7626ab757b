// Hostile thrown values: none harms the page, and each is a record or is counted.

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openPage } from '../testing/page.ts'

const digestPattern = /^[0-9A-HJKMNP-TV-Z]{8}$/
/** The SDK sends 30 records a minute, so the clock of the page advances by a minute after each batch. */
const batchSize = 25
/** Each of three engines gets other values, together 5,100. */
const batches = 68
const seed = 20261121 + ['Firefox', 'Chrome'].findIndex((name) => navigator.userAgent.includes(name))

/** `number` is unique, so that no value is a duplicate of another. */
type Description = {
  kind: string
  /** Members that are replaced, in the kinds that have such. */
  keys: (string | symbol)[]
  /** Kind of the value that getters and traps throw, and of the value that members have. */
  thrown: string
  member: string
  /** Reported by `captureException`, else by an event of the window. */
  direct: boolean
}
type Batch = { escaped: Description[]; digests: string[]; pageObjects: number }

const keys = [
  'name',
  'message',
  'stack',
  'cause',
  'errors',
  'digest',
  'constructor',
  'toString',
  'toJSON',
  'then',
  'length',
  'slice',
  Symbol.toPrimitive,
]

type Make = (n: number, description: Description) => unknown

/** Runs in a page: values without a trap, by kind. */
function createPlainValues() {
  const huge = (n: number) => (n % 40 ? `${n} and so on` : n + 'x'.repeat(10_000_000))
  const plain: Record<string, Make> = {
    error: (n) => new Error(`error ${n}`),
    string: (n) => `text ${n}`,
    number: (n) => n + 0.5,
    bigint: (n) => BigInt(n),
    symbol: (n) => Symbol(`symbol ${n}`),
    object: (n) => ({ n }),
    array: (n) => [n, [n]],
    'object without prototype': (n) => Object.assign(Object.create(null) as object, { n }),
    'frozen error': (n) => Object.freeze(new TypeError(`frozen ${n}`)),
    DOMException: (n) => new DOMException(`message ${n}`, 'DataError'),
    function: (n) => () => n,
    date: (n) => new Date(n),
    'lone surrogates': (n) => new Error(`\ud800\udfff\udc00\u0000${n}`),
    'huge message': (n) => new Error(huge(n)),
    'huge stack': (n) => Object.assign(new Error(`stack ${n}`), { stack: huge(n) }),
    ErrorEvent: (n) => new ErrorEvent('error', { message: `event ${n}` }),
    PromiseRejectionEvent: (n) =>
      new PromiseRejectionEvent('unhandledrejection', { promise: Promise.resolve(), reason: n }),
  }
  return plain
}

/** Runs in a page: makes values of all kinds by description. */
// oxlint-disable-next-line max-lines-per-function -- a table of values
function createHostileValues(plain: Record<string, Make>) {
  const huge = `huge ${'x'.repeat(10_000_000)}`
  const throwing = (description: Description) => () => {
    throw plain[description.thrown]?.(1e9, description)
  }
  const trap = (description: Description) =>
    new Proxy({}, { get: (_, name) => () => (name === 'ownKeys' ? [] : throwing(description)()) })
  const nested = (depth: number, inner: unknown, wrap: (inner: unknown) => unknown): unknown => {
    let value = inner
    for (let level = 0; level < depth; level++) value = wrap(value)
    return value
  }
  const hostile: Record<string, Make> = {
    'throwing getters': (n, description) => {
      const getters = description.keys.map((key) => [key, { get: throwing(description) }])
      return Object.defineProperties(
        new Error(`getters ${n}`),
        Object.fromEntries(getters) as PropertyDescriptorMap,
      )
    },
    'members of other types': (n, description) => {
      const members = description.keys.map((key) => [key, plain[description.member]?.(n, description)])
      return Object.assign(new Error(`members ${n}`), Object.fromEntries(members) as object)
    },
    'throwing proxy': (_, description) => new Proxy({}, trap(description)),
    'throwing function proxy': (_, description) => new Proxy(() => {}, trap(description)),
    'error without a prototype to read': (_, description) =>
      new Proxy(new Error('inside'), { getPrototypeOf: throwing(description) }),
    'revoked proxy': () => {
      const { proxy, revoke } = Proxy.revocable({}, {})
      revoke()
      return proxy
    },
    'proxy with a message': (_, description) =>
      new Proxy(Object.create(null) as object, {
        get: (_target, key) => (key === 'message' ? 'a message' : new Proxy({}, trap(description))),
      }),
    'cyclic causes': (n) => {
      const error = new Error(`cyclic ${n}`)
      const cause = new Error('inner', { cause: error })
      return Object.assign(error, { cause, errors: [error, cause, error] })
    },
    'cyclic object': (n) => {
      const object: Record<string, unknown> = { n }
      object['self'] = object
      return object
    },
    'deep causes': (n) => nested(200, new Error(`deep ${n}`), (cause) => new Error(`deep ${n}`, { cause })),
    'deep array': (n) => nested(10_000, { n }, (inner) => [inner]),
    'many parts': (n) =>
      new AggregateError(
        Array.from({ length: 1000 }, () => new Error(`part ${n}`)),
        `parts ${n}`,
      ),
    'throwing parts': (n, description) =>
      Object.assign(new Error(`many ${n}`), { errors: new Proxy([], trap(description)) }),
    'huge name': (n) => Object.assign(new Error(`name ${n}`), { name: n + huge }),
    'throwing conversion': (n, description) => ({
      toString: throwing(description),
      toJSON: throwing(description),
      n,
    }),
    'members that are not strings': (n, description) => ({
      message: { toString: throwing(description) },
      name: Symbol('name'),
      stack: () => n,
    }),
    'error without a stack': (n) =>
      Object.assign(Object.create(Error.prototype) as Error, { message: `bare ${n}` }),
    'error without a prototype': (n) => Object.setPrototypeOf(new Error(`orphan ${n}`), null) as object,
  }
  // The same object each time, so it is reported once.
  const ofPage: Record<string, Make> = {
    window: () => window,
    'document.all': () => document.all,
    location: () => location,
  }
  const all = { ...plain, ...hostile, ...ofPage }
  return {
    kinds: Object.keys(all),
    plainKinds: Object.keys(plain),
    isOfPage: (kind: string) => kind in ofPage,
    make: (description: Description, n: number) => all[description.kind]?.(n, description),
  }
}
type HostilePage = { hostile: ReturnType<typeof createHostileValues>; elapsed: number }

/** Runs in a page. */
async function reportBatch(descriptions: Description[], start: number): Promise<Batch> {
  const page = globalThis as unknown as HostilePage
  const batch: Batch = { escaped: [], digests: [], pageObjects: 0 }
  for (const [index, description] of descriptions.entries()) {
    const n = start + index
    const thrown = page.hostile.make(description, n)
    if (page.hostile.isOfPage(description.kind)) batch.pageObjects++
    try {
      if (description.direct) batch.digests.push(sdk.captureException(thrown))
      else dispatchEvent(new ErrorEvent('error', { error: thrown, message: `message ${n}` }))
    } catch {
      batch.escaped.push(description)
    }
  }
  page.elapsed += 61_000
  if ((start / descriptions.length) % 2) await sdk.flush()
  return batch
}

test(
  `of ${batches * batchSize} hostile values none harms the page, and each is a record or is counted`,
  { timeout: 120_000 },
  async () => {
    const page = await openPage({ path: 'mounted' })
    const { kinds, plainKinds } = await page.run(
      async (createPlainValues, createHostileValues) => {
        const state: HostilePage = { hostile: createHostileValues(createPlainValues()), elapsed: 0 }
        Object.assign(globalThis, state)
        addEventListener('error', (event) => event.preventDefault())
        await sdk.flush()
        const now = Date.now
        Date.now = () => now() + (globalThis as unknown as HostilePage).elapsed
        return state.hostile
      },
      createPlainValues,
      createHostileValues,
    )

    let values = 0
    let pageObjects = 0
    const description: fc.Arbitrary<Description> = fc.record({
      kind: fc.constantFrom(...kinds),
      keys: fc.subarray(keys),
      thrown: fc.constantFrom(...plainKinds),
      member: fc.constantFrom(...plainKinds),
      direct: fc.boolean(),
    })
    const batch = fc.array(description, { minLength: batchSize, maxLength: batchSize })
    await fc.assert(
      fc.asyncProperty(batch, async (descriptions) => {
        const result = await page.run(reportBatch, descriptions, values)
        values += descriptions.length
        pageObjects += result.pageObjects
        expect(result.escaped).toEqual([])
        for (const digest of result.digests) expect(digest).toMatch(digestPattern)
      }),
      // Values are counted over all runs, so a failing run is not repeated with smaller input.
      { numRuns: batches, seed, endOnFailure: true },
    )

    await page.run(async () => {
      // On a busy machine a response may be late: then records wait, and a full queue takes no other.
      while (!(await sdk.flush()));
      // Its record counts the errors without one since the last.
      sdk.captureException(new Error('the last'))
      while (!(await sdk.flush()));
    })
    const exceptions = await page.exceptions()
    const suppressed = exceptions.reduce(
      (sum, exception) => sum + Number(exception['errata.held_back'] ?? 0),
      0,
    )
    const distinctPageObjects = 3
    expect(exceptions.length + suppressed).toBe(values - pageObjects + distinctPageObjects + 1)
    expect(exceptions.length).toBeGreaterThan(values / 2)
  },
)

test('each kind of hostile value is a record with a digest of its own and a short message', async () => {
  const page = await openPage({ path: 'mounted' })
  const digests = await page.run(
    (createPlainValues, createHostileValues) => {
      const { make } = createHostileValues(createPlainValues())
      const kinds = [
        'throwing getters',
        'cyclic causes',
        'frozen error',
        'object without prototype',
        'symbol',
        'bigint',
        'function',
        'revoked proxy',
        'huge message',
        'lone surrogates',
        'throwing conversion',
        'members that are not strings',
      ]
      const keys = ['name', 'message', 'stack', 'cause']
      const values = kinds.map((kind) =>
        make({ kind, keys, thrown: 'number', member: 'number', direct: true }, 0),
      )
      return [...values, null, undefined].map((value) => sdk.captureException(value))
    },
    createPlainValues,
    createHostileValues,
  )
  expect(new Set(digests).size).toBe(14)
  for (const digest of digests) expect(digest).toMatch(digestPattern)
  await expect.poll(async () => (await page.exceptions()).length).toBe(14)
  const exceptions = await page.exceptions()
  expect(new Set(exceptions.map((exception) => exception['errata.digest']))).toEqual(new Set(digests))
  for (const exception of exceptions)
    expect(String(exception['exception.message']).length).toBeLessThanOrEqual(1024)
})
