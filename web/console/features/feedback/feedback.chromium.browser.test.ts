// What users wrote: the list, its search, and the page of the issue.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'
import { all, expectAccessible, press, select, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'

const { data } = await playRecording('feedback', /^\/api\/issues\//)
const { issueId, digests } = data as { issueId: string; digests: [string, string] }

const quotes = () => all('blockquote').map(({ textContent }) => textContent)

test.each(['light', 'dark'] as const)('the list has each text with its error, %s', async (theme) => {
  await openScreen('/feedback', { theme })
  await select('tbody tr')
  expect(quotes()).toEqual([
    'It turned, then the page was white',
    expect.stringMatching(/^I only changed the delivery\..*…Show all$/),
    'by another SDK',
  ])
  await expectAccessible()
  expect(all('tbody tr').map((row) => row.querySelector('.row-link')?.textContent)).toEqual([
    'TypeError no amount',
    'TypeError no amount',
    undefined,
  ])
  // What is no address is no link.
  expect(all('a[href^=mailto]').map(({ textContent }) => textContent)).toEqual(['ann@shop.example'])
  await page.getByRole('button', { name: 'Show all' }).click()
  expect(quotes()[1]).toMatch(/The end\.Show less$/)
  for (const width of [1024, 390, 320]) {
    await page.viewport(width, 844)
    await expect.poll(() => document.documentElement.scrollWidth).toBe(width)
    await expectAccessible()
  }
})

test('keys move in the list and open the error, whose page has its texts', async () => {
  const screen = await openScreen('/feedback')
  await select('tbody tr')
  await press('j')
  expect(document.activeElement?.textContent).toBe('TypeError no amount')
  await press('{Enter}')
  await shown(page.getByRole('heading', { name: 'What users wrote' }))
  expect(screen.query('event')).toBe(digests[0])
  await expect.poll(quotes).toHaveLength(2)
  expect(all('li[aria-current] blockquote').map(({ textContent }) => textContent)).toEqual([quotes()[0]])
  await expectAccessible()
})

test('the texts about the event on screen come first, the others lead to theirs', async () => {
  const screen = await openScreen(`/issues/${issueId}?event=${digests[1]}`)
  await shown(page.getByRole('heading', { name: 'What users wrote' }))
  await expect.poll(() => quotes()[0]).toMatch(/^I only changed/)
  const texts = page.getByRole('region', { name: 'What users wrote' })
  await texts.getByRole('link', { name: /ago$/ }).click()
  await expect.poll(() => screen.query('event')).toBe(digests[0])
  await expect.poll(() => quotes()[0]).toBe('It turned, then the page was white')
})

test('a part of a text finds it', async () => {
  const screen = await openScreen('/feedback')
  await select('tbody tr')
  await press('/', 'WHITE')
  await expect.poll(quotes).toEqual(['It turned, then the page was white'])
  expect(screen.query('q')).toBe('WHITE')
})

test('a search of issues offers has:feedback', async () => {
  await openScreen('/')
  // It comes after the rows; until then, `/` opens the palette.
  await shown(page.getByRole('combobox', { name: 'Search issues' }))
  await press('/', 'has:')
  await page.getByRole('option', { name: /has:feedback/ }).click()
  await shown(page.getByRole('link', { name: 'TypeError no amount' }))
})
