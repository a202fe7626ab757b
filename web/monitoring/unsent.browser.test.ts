import { expect, test } from 'vitest'
import { openPage } from './testing/page.ts'

const refusing = '/receiver/503'

/** A page whose relay is away, with some errors, and then the next page of the same tab. */
async function lose(init: string, errors = 3): Promise<{ kept: number; messages: () => Promise<unknown[]> }> {
  const page = await openPage({ path: 'mounted' })
  await page.run(`
    await stage.flush()
    await stage.shutdown()
    sessionStorage.removeItem('errata.unsent')
    stage.init({ service: 'stage', release: 'old', url: '${refusing}/away-${page.name}', tracesSampleRate: 0, ...${init} })
    await stage.flush()
    for (let n = 0; n < ${errors}; n++) stage.captureException(Object.assign(new Error('lost ' + n), { stack: 'x'.repeat(6000) + n }))
    await stage.flush()`)
  await page.leave()
  const kept = (sessionStorage.getItem('errata.unsent') ?? '').length
  const next = await openPage({ path: 'mounted', init })
  await next.run('await stage.flush()')
  return {
    kept,
    messages: async () =>
      (await next.exceptions())
        .map(
          (exception) =>
            `${exception['service.version'] as string} ${exception['exception.message'] as string}`,
        )
        .toSorted(),
  }
}

test('what could not be sent leaves with the next page, as what it was, once', async () => {
  const { messages } = await lose('{ keepUnsent: true }')
  await expect.poll(messages).toEqual(['old lost 0', 'old lost 1', 'old lost 2'])
  expect(sessionStorage.getItem('errata.unsent')).toBe(null)
})

test('no more is kept than a corner of the storage holds', async () => {
  const { kept, messages } = await lose('{ keepUnsent: true }', 25)
  expect(kept).toBeGreaterThan(20_000)
  expect(kept).toBeLessThanOrEqual(65_536)
  await expect.poll(async () => (await messages()).length).toBeGreaterThan(2)
})

test('without the option nothing is kept', async () => {
  expect((await lose('{}')).kept).toBe(0)
})
