// The session of a tab. Only Chromium: `faults.browser.test.ts` has the storage of the other engines.

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

test('a session that follows another names it, and shutdown removes the id', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(async () => {
    await sdk.flush()
    await sdk.shutdown()
  })
  expect(sessionStorage.getItem('errata.session')).toBeNull()
  const activeAt = Date.now() - 31 * minuteMs
  sessionStorage.setItem('errata.session', `${earlierSession} ${activeAt}`)
  await page.init()
  await page.run(async () => void (await sdk.flush()))
  const records = await page.records()
  const end = records.find(({ eventName }) => eventName === 'session.end')
  expect(end).toMatchObject({ 'session.id': earlierSession, timeUnixNano: `${activeAt}000000` })
  const start = records.findLast(({ eventName }) => eventName === 'session.start')
  expect(start?.['session.previous_id']).toBe(earlierSession)
  expect(start?.['session.id']).not.toBe(earlierSession)
})

test('records are numbered across pages of the tab; a dropped record leaves no gap', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(async () => {
    await sdk.flush()
    await sdk.shutdown()
  })
  const before = (await page.records()).length
  sessionStorage.setItem('errata.session', `${earlierSession} ${Date.now()} 41`)
  await page.init(() => ({
    beforeSend: (record) => (record.attributes['exception.message'] === 'drop' ? null : record),
  }))
  await page.run(async () => {
    for (const message of ['one', 'drop', 'two']) sdk.captureException(new Error(message))
    await sdk.flush()
  })
  const numbers = (await page.records()).slice(before).map((record) => record['errata.sequence'])
  expect(numbers).toEqual(['01234567 42', '01234567 43'])
})
