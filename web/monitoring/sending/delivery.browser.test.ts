// When records are sent, how many, and in which requests.

import { expect, test } from 'vitest'
import { onlyException, openHeldPage, openPage, type Page } from '../testing/page.ts'

const sortedMessages = async (page: Page) => (await page.messages()).toSorted()

test('a closing page sends its queue', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(async () => {
    sdk.captureException(new Error('first'))
    await sdk.flush()
  })
  // Three in the same task: the first is in flight when the page goes, the others are queued behind it.
  await page.run(() => {
    for (const name of ['a', 'b', 'c']) sdk.captureException(new Error(name))
  })
  await page.leave()
  await expect.poll(() => sortedMessages(page)).toEqual(['a', 'b', 'c', 'first'])
})

test('a page that is left before the client chunk has loaded reports its errors, and no other', async () => {
  const page = await openHeldPage()
  await page.run(() => void sdk.captureException(new Error('early')))
  await page.leave()
  await expect.poll(() => page.messages()).toEqual(['early'])
  // Firefox ends the request for the chunk with an error, for which Vite's code dispatches an event.
  await openPage({ path: 'mounted' })
  expect(await page.messages()).toEqual(['early'])
})

test('the start of a session waits for an error, and is sent without one', async () => {
  for (const fails of [true, false]) {
    const page = await openPage({ path: 'mounted' })
    await page.run(async () => {
      await sdk.flush()
      await sdk.shutdown()
    })
    const earlier = (await page.requests()).length
    await page.init()
    // The client chunk has loaded, and its first tasks have run.
    await expect.poll(() => page.run(() => sessionStorage.getItem('errata.session'))).toBeTruthy()
    await page.run(() => new Promise((resolve) => setTimeout(resolve)))
    if (fails) await page.run(() => void sdk.captureException(new Error('the first')))
    const requests = async () =>
      (await page.requests())
        .slice(earlier)
        .map(({ body }) =>
          body.resourceLogs?.flatMap(({ scopeLogs }) =>
            scopeLogs.flatMap(({ logRecords }) => logRecords.map(({ eventName }) => eventName)),
          ),
        )
    await expect
      .poll(requests, { timeout: 5000 })
      .toEqual([fails ? ['session.start', 'exception'] : ['session.start']])
  }
})

test('40 different errors at once become 30 records', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(async () => {
    for (let n = 0; n < 40; n++) sdk.captureException(new Error(`number ${n}`))
    await sdk.flush()
  })
  expect(await page.exceptions()).toHaveLength(30)
})

test('errors that do not fit into the queue are counted in a later record', async () => {
  const page = await openPage({ path: 'mounted', answer: 'recovers' })
  await page.run(async (url) => {
    const now = Date.now
    let elapsed = 0
    Date.now = () => now() + elapsed
    for (let minute = 0; minute < 4; minute++) {
      for (let n = 0; n < 30; n++) sdk.captureException(new Error(`minute ${minute}, number ${n}`))
      await sdk.flush()
      elapsed += 61_000
    }
    await fetch(url.replace('receiver/recovers', 'recover'))
    // The queue has space for the record that counts the others.
    while (!(await sdk.flush()));
    sdk.captureException(new Error('the last'))
    while (!(await sdk.flush()));
  }, page.url)
  const sent = new Map((await page.exceptions()).map((exception) => [exception['errata.digest'], exception]))
  const suppressed = [...sent.values()].reduce(
    (sum, exception) => sum + Number(exception['errata.held_back'] ?? 0),
    0,
  )
  expect(suppressed).toBeGreaterThan(0)
  expect(sent.size + suppressed).toBe(121)
})

test('the same error in a loop is one record, and each throw gets its digest', async () => {
  const page = await openPage({ path: 'mounted' })
  const digests = await page.run(async () => {
    await sdk.flush()
    const makeError = () => new Error('again')
    return [1, 2, 3].map(() => sdk.captureException(makeError()))
  })
  const exception = await onlyException(page)
  expect(digests).toEqual(Array(3).fill(exception['errata.digest']))
})

test('large records are sent in requests that a closing page can still send', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(async () => {
    for (let n = 0; n < 12; n++)
      sdk.captureException(Object.assign(new Error(`n${n}`), { stack: 'ü'.repeat(15_000) }))
    await sdk.flush()
  })
  expect(await page.exceptions()).toHaveLength(12)
  for (const { headers } of await page.requests())
    expect(Number(headers['content-length'])).toBeLessThanOrEqual(50_000)
})

test('beforeSend changes and drops records; when it throws, only type and digest are sent', async () => {
  const page = await openPage({
    path: 'mounted',
    init: () => ({
      beforeSend(record) {
        const message = String(record.attributes['exception.message'] ?? '')
        if (message.startsWith('drop')) return null
        if (message.startsWith('fail')) throw new Error('a bug in beforeSend')
        record.attributes['exception.message'] = message.replace('of Ms. Hanson', '…')
        record.attributes['exception.stacktrace'] = ''
        return record
      },
    }),
  })
  const digest = await page.run(async () => {
    sdk.captureException(new Error('card of Ms. Hanson'))
    sdk.captureException(new Error('drop me'))
    const digest = sdk.captureException(new Error('fail of Ms. Hanson'))
    await sdk.flush()
    return digest
  })
  const exceptions = await page.exceptions()
  expect(exceptions).toHaveLength(2)
  const failed = exceptions.find((exception) => exception['errata.digest'] === digest)
  expect(failed).toMatchObject({ 'errata.before_send': 'failed', 'exception.type': 'Error' })
  expect(exceptions.map((exception) => exception['exception.message'])).toContain('card …')
  expect(JSON.stringify(exceptions)).not.toMatch(/Hanson|drop me/)
})

test('with a relay that refuses connections a page makes at most five requests in four seconds', async () => {
  const page = await openPage({
    path: 'mounted',
    init: () => ({ url: 'http://127.0.0.1:1/monitoring', tracesSampleRate: 1 }),
  })
  const tries = await page.run(async () => {
    for (let n = 0; n < 30; n++) {
      sdk.captureException(new Error(`number ${n}`))
      await fetch('/answer/200')
    }
    await sdk.wait(4000)
    return performance.getEntriesByType('resource').filter(({ name }) => name.includes(':1/')).length
  })
  expect(tries).toBeLessThanOrEqual(5)
}, 15_000)

test('after shutdown nothing is monitored, and every function can still be called', async () => {
  const page = await openPage({ path: 'mounted' })
  const result = await page.run(async () => {
    const wrapped = fetch
    await sdk.shutdown()
    sdk.failInTask(new Error('not reported'))
    await sdk.wait(50)
    sdk.addBreadcrumb({ kind: 'a', text: 'b' })
    sdk.setUser(null)
    return {
      isWrapped: fetch === wrapped,
      digestLength: sdk.captureException(new Error('x')).length,
      flushed: await sdk.flush(),
    }
  })
  expect(result).toEqual({ isWrapped: false, digestLength: 8, flushed: true })
  expect(await page.exceptions()).toHaveLength(0)
})

test('a script tag with attributes monitors a page', async () => {
  const page = await openPage({ path: 'script-tag', name: 'tagged' })
  const digest = await page.run(() => {
    setTimeout(() => {
      throw new TypeError('uncaught')
    })
    return (globalThis as unknown as { errata: typeof sdk }).errata.captureException(new Error('by hand'))
  })
  await expect.poll(() => sortedMessages(page)).toEqual(['by hand', 'uncaught'])
  const [exception] = await page.exceptions()
  expect(exception).toMatchObject({
    'service.name': 'tagged',
    'service.version': '2.0.0',
    'errata.digest': digest,
  })
  await expect.poll(async () => (await page.spans()).map(({ name }) => name)).toContain('page load')
})
