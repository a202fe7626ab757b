import { expect, test } from 'vitest'
import { onlyException, openPage, type Page } from './testing/page.ts'

async function starts(page: Page): Promise<number> {
  return (await page.bodies())
    .flatMap(({ body }) => body.resourceLogs ?? [])
    .flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords))
    .filter(({ eventName }) => eventName === 'session.start').length
}

const minute = 60_000
const earlier = '0123456789abcdef0123456789abcdef'

test.for([
  ['goes on after a quarter of an hour', 15, 0],
  ['ends after half an hour without a sign of life', 31, 1],
] as const)('a visit %s', async ([, minutes, begun]) => {
  const page = await openPage({ path: 'mounted', name: `visit-${minutes}-${Date.now()}` })
  await page.run('await stage.flush(); await stage.shutdown()')
  const before = await starts(page)
  await page.run(`
    sessionStorage.setItem('errata.session', '${earlier} ' + (Date.now() - ${minutes * minute}))
    stage.init({ service: 'stage', url: '/receiver/ok/${page.name}', tracesSampleRate: 0 })
    stage.captureException(new Error('here'))
    await stage.flush()`)
  const exception = await onlyException(page)
  expect(exception['session.id'] === earlier).toBe(begun === 0)
  expect(exception['session.id']).toMatch(/^[\da-f]{32}$/)
  expect((await starts(page)) - before).toBe(begun)
})
