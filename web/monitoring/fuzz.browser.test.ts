// Values that were made to harm whoever looks at them. The seed makes every run the same.

import { expect, test } from 'vitest'
import { openPage } from './testing/page.ts'

const values = 5000
/** The package says no more than 30 records a minute, so the clock of the page is moved on after each handful. */
const handful = 25

// Runs inside the page. Every maker is given a number of its own, so that no value is the twin of another.
const makers = `
  let seed = 20261121
  const random = (below) => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return Math.floor((seed / 2 ** 32) * below) }
  const bomb = () => { throw makers[random(makers.length)](random(1e9)) }
  const keys = ['name', 'message', 'stack', 'cause', 'errors', 'digest', 'constructor', 'toString', 'toJSON', Symbol.toPrimitive, 'then', 'length', 'slice']
  const trap = new Proxy({}, { get: (_, name) => () => (name === 'ownKeys' ? [] : bomb()) })
  const endless = 'x'.repeat(10_000_000)
  const huge = (n) => (n % 40 ? n + ' and so on' : n + endless)
  const plain = [
    (n) => new Error('error ' + n),
    (n) => 'text ' + n,
    (n) => n + 0.5,
    (n) => BigInt(n),
    (n) => Symbol('symbol ' + n),
    (n) => ({ n }),
    (n) => [n, [n]],
    (n) => Object.assign(Object.create(null), { n }),
    (n) => Object.freeze(new TypeError('frozen ' + n)),
    (n) => new DOMException('words ' + n, 'DataError'),
    (n) => function thrown() { return n },
    (n) => new Date(n),
    (n) => new Error('\\ud800\\udfff\\udc00\\u0000' + n),
    (n) => new Error(huge(n)),
    (n) => Object.assign(new Error('stack ' + n), { stack: huge(n) }),
    (n) => new ErrorEvent('error', { message: 'event ' + n }),
    (n) => new PromiseRejectionEvent('unhandledrejection', { promise: Promise.resolve(), reason: n }),
  ]
  const hostile = [
    (n) => Object.defineProperties(new Error('getters ' + n), Object.fromEntries(keys.filter(() => random(2)).map((key) => [key, { get: bomb }]))),
    (n) => Object.assign(new Error('odd ' + n), Object.fromEntries(keys.filter(() => random(2)).map((key) => [key, plain[random(13)](n)]))),
    () => new Proxy({}, trap),
    () => new Proxy(function () {}, trap),
    () => new Proxy(new Error('inside'), { getPrototypeOf: bomb }),
    () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy },
    () => new Proxy(Object.create(null), { get: (_, key) => (key === 'message' ? 'counted' : new Proxy({}, trap)) }),
    (n) => { const a = new Error('cyclic ' + n), b = new Error('b', { cause: a }); a.cause = b; a.errors = [a, b, a]; return a },
    (n) => { const a = { n }; a.self = a; return a },
    (n) => { let error = new Error('deep ' + n); for (let depth = 0; depth < 200; depth++) error = new Error('deep ' + n, { cause: error }); return error },
    (n) => { let value = { n }; for (let depth = 0; depth < 10_000; depth++) value = [value]; return value },
    (n) => new AggregateError(new Array(1000).fill(new Error('part ' + n)), 'parts ' + n),
    (n) => Object.assign(new Error('many ' + n), { errors: new Proxy([], trap) }),
    (n) => Object.assign(new Error('name ' + n), { name: huge(n) }),
    (n) => ({ toString: bomb, toJSON: bomb, n }),
    (n) => ({ message: { toString: bomb }, name: Symbol('name'), stack: () => n }),
    (n) => Object.assign(Object.create(Error.prototype), { message: 'bare ' + n }),
    (n) => Object.setPrototypeOf(new Error('orphan ' + n), null),
    () => window,
    () => document.all,
    () => location,
  ]
  const makers = [...plain, ...hostile]`

test(
  `of ${values} hostile values none harms the page, and each is a record or is counted`,
  { timeout: 120_000 },
  async () => {
    const page = await openPage({ path: 'mounted' })
    const outcome = (await page.run(`
    ${makers}
    const escaped = []
    const digests = []
    addEventListener('error', (event) => event.preventDefault())
    await stage.flush()
    const now = Date.now
    let passed = 0
    Date.now = () => now() + passed
    for (let n = 0; n < ${values}; n++) {
      const thrown = makers[n % makers.length](n)
      try {
        if (random(2)) digests.push(stage.captureException(thrown))
        else dispatchEvent(new ErrorEvent('error', { error: thrown, message: 'message ' + n }))
      } catch (error) {
        escaped.push(n)
      }
      if (n % ${handful} === ${handful - 1}) {
        passed += 61_000
        if (n % (2 * ${handful}) > ${handful}) await stage.flush(10_000)
      }
    }
    Date.now = now
    // Tells how many were held back since the last that left.
    passed += 61_000
    Date.now = () => now() + passed
    stage.captureException(new Error('the last'))
    // On a busy machine an answer may take longer than is waited for; what it was about then waits to leave again.
    while (!(await stage.flush(10_000)));
    return {
      escaped,
      wrong: digests.filter((digest) => !/^[0-9A-HJKMNP-TV-Z]{8}$/.test(digest)),
      kinds: makers.length,
    }`)) as { escaped: number[]; wrong: string[]; kinds: number }
    const { kinds, ...harm } = outcome
    expect(harm).toEqual({ escaped: [], wrong: [] })
    const exceptions = await page.exceptions()
    const heldBack = exceptions.reduce(
      (sum, exception) => sum + Number(exception['errata.held_back'] ?? 0),
      0,
    )
    // What belongs to the page itself is one and the same each time, so it is told of once.
    const own = 3
    const others = Array.from({ length: values }, (_, n) => n % kinds).filter(
      (kind) => kind < kinds - own,
    ).length
    expect(exceptions.length + heldBack).toBe(others + own + 1)
    expect(exceptions.length).toBeGreaterThan(values / 2)
  },
)
