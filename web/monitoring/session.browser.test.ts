import { expect, test } from 'vitest'
import { onlyException, openPage, type Page } from './testing/page.ts'

const sessionStarts = async (page: Page) =>
  (await page.records()).filter(({ eventName }) => eventName === 'session.start').length

const minuteMs = 60_000
const earlierSession = '0123456789abcdef0123456789abcdef'

test.for([
  ['continues after a quarter of an hour', 15, 0],
  ['ends after half an hour without activity', 31, 1],
] as const)('a session %s', async ([, minutes, started]) => {
  const page = await openPage({ path: 'mounted' })
  await page.run(async () => {
    await sdk.flush()
    await sdk.shutdown()
  })
  const earlierStarts = await sessionStarts(page)
  sessionStorage.setItem('errata.session', `${earlierSession} ${Date.now() - minutes * minuteMs}`)
  await page.init()
  await page.run(async () => {
    sdk.captureException(new Error('in the session'))
    await sdk.flush()
  })
  const exception = await onlyException(page)
  expect(exception['session.id'] === earlierSession).toBe(started === 0)
  expect(exception['session.id']).toMatch(/^[\da-f]{32}$/)
  expect((await sessionStarts(page)) - earlierStarts).toBe(started)
})
