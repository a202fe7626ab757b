import { expect, test } from 'vitest'
import { onlyException, openPage } from './testing/page.ts'

test('what waits when the page goes away still leaves', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run("stage.captureException(new Error('first')); await stage.flush()")
  // Three in the same moment: the first is under way when the page goes, the others wait behind it.
  await page.run(
    "for (const name of ['a', 'b', 'c']) stage.captureException(new Error(name)); return undefined",
  )
  await page.leave()
  await expect
    .poll(async () =>
      (await page.exceptions()).map((exception) => String(exception['exception.message'])).toSorted(),
    )
    .toEqual(['a', 'b', 'c', 'first'])
})

test('a page that goes away before the rest of the package has arrived still tells', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(
    "await stage.shutdown(); stage.init({ service: 'stage', url: '/receiver/ok/" +
      page.name +
      "' }); stage.captureException(new Error('early')); dispatchEvent(new PageTransitionEvent('pagehide'))",
  )
  await page.leave()
  await expect
    .poll(async () => (await page.exceptions()).map((exception) => exception['exception.message']))
    .toEqual(['early'])
})

test('40 different errors in a moment are 30 records; the next minute would say how many were held back', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(
    "for (let n = 0; n < 40; n++) stage.captureException(new Error('number ' + n)); await stage.flush()",
  )
  expect(await page.exceptions()).toHaveLength(30)
})

test('what finds no room while the relay is away is counted in the record that leaves after it', async () => {
  const page = await openPage({ path: 'mounted', answer: 'recovers' })
  await page.run(`
    const now = Date.now
    let passed = 0
    Date.now = () => now() + passed
    for (let minute = 0; minute < 4; minute++) {
      for (let n = 0; n < 30; n++) stage.captureException(new Error('minute ' + minute + ', number ' + n))
      await stage.flush()
      passed += 61_000
    }
    // With the relay back there is room for the one that tells of the others.
    while (!(await stage.flush()));
    stage.captureException(new Error('the last'))
    while (!(await stage.flush()));`)
  const sent = new Map((await page.exceptions()).map((exception) => [exception['errata.digest'], exception]))
  const heldBack = [...sent.values()].reduce(
    (sum, exception) => sum + Number(exception['errata.held_back'] ?? 0),
    0,
  )
  expect(heldBack).toBeGreaterThan(0)
  expect(sent.size + heldBack).toBe(121)
})

test('the same error in a loop is one record, whose digest every throw gets', async () => {
  const page = await openPage({ path: 'mounted' })
  const digests = await page.run(
    "await stage.flush(); const make = () => new Error('again'); return [1, 2, 3].map(() => stage.captureException(make()))",
  )
  const exception = await onlyException(page)
  expect(digests).toEqual(Array(3).fill(exception['errata.digest']))
})

test('large records leave in packets that a closing page can still send', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(
    "for (let n = 0; n < 12; n++) { const error = new Error('n' + n); error.stack = 'ü'.repeat(15_000); stage.captureException(error) } await stage.flush()",
  )
  expect(await page.exceptions()).toHaveLength(12)
  for (const { headers } of await page.bodies())
    expect(Number(headers['content-length'])).toBeLessThanOrEqual(50_000)
})

test('beforeSend sees, changes and drops; when it throws, what it guards stays in the page and the digest is found', async () => {
  const page = await openPage({
    path: 'mounted',
    init: "{ beforeSend(record) { const message = record.attributes['exception.message'] ?? ''; if (message.startsWith('drop')) return null; if (message.startsWith('fail')) throw new Error('my own mistake'); record.attributes['exception.message'] = message.replace('4711', '…'); record.attributes['exception.stacktrace'] = ''; return record } }",
  })
  const digest = await page.run(
    "stage.captureException(new Error('card 4711')); stage.captureException(new Error('drop me')); const digest = stage.captureException(new Error('fail 4711')); await stage.flush(); return digest",
  )
  const exceptions = await page.exceptions()
  expect(exceptions).toHaveLength(2)
  const failed = exceptions.find((exception) => exception['errata.digest'] === digest)
  expect(failed).toMatchObject({ 'errata.before_send': 'failed', 'exception.type': 'Error' })
  expect(exceptions.map((exception) => exception['exception.message'])).toContain('card …')
  expect(JSON.stringify(exceptions)).not.toMatch(/4711|drop me/)
})

test('a relay that refuses connections costs at most a handful of lines in the console', async () => {
  const page = await openPage({
    path: 'mounted',
    init: "{ url: 'http://127.0.0.1:1/monitoring', tracesSampleRate: 1 }",
  })
  await page.run(
    "for (let n = 0; n < 30; n++) { stage.captureException(new Error('number ' + n)); await fetch('/answer/200') } await new Promise((resolve) => setTimeout(resolve, 4000))",
  )
  const tries = await page.run(
    "return performance.getEntriesByType('resource').filter(({ name }) => name.includes(':1/')).length",
  )
  expect(tries).toBeLessThanOrEqual(5)
}, 15_000)

test('shut down, nothing is watched any more, and every function still answers', async () => {
  const page = await openPage({ path: 'mounted' })
  const outcome = await page.run(`
    const watched = fetch
    await stage.shutdown()
    setTimeout(() => { throw new Error('unseen') })
    await new Promise((resolve) => setTimeout(resolve, 50))
    stage.addBreadcrumb({ kind: 'a', text: 'b' })
    stage.setUser(null)
    return [watched === fetch, stage.captureException(new Error('x')).length, await stage.flush()]`)
  expect(outcome).toEqual([false, 8, true])
  expect(await page.exceptions()).toHaveLength(0)
})

test('the script tag alone watches a page, with its options as attributes', async () => {
  const page = await openPage({ path: 'script-tag', name: 'tagged' })
  const digest = await page.run(
    "setTimeout(() => { throw new TypeError('seen by a script tag') }); return errata.captureException(new Error('by hand'))",
  )
  await expect
    .poll(
      async () =>
        (await page.exceptions()).map((exception) => String(exception['exception.message'])).toSorted(),
      { timeout: 8000 },
    )
    .toEqual(['by hand', 'seen by a script tag'])
  const exceptions = await page.exceptions()
  expect(exceptions[0]).toMatchObject({
    'service.name': 'tagged',
    'service.version': '2.0.0',
    'errata.digest': digest,
  })
  await expect
    .poll(async () => (await page.spans()).map(({ name }) => name), { timeout: 8000 })
    .toContain('page load')
})
