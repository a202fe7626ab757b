// The page of a user: one axis, one list, keys, and links from the search of a list.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'
import { all, expectAccessible, focusedText, press, select, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'

const { data, replace } = await playRecording('visitors')
const { user } = data as { user: string }

const kinds = () => all('tbody tr td:nth-child(2)').map(({ textContent }) => textContent)
const bars = () => all('figure .chart').map((lane) => all('rect', lane).length)

test.each(['light', 'dark'] as const)(
  'errors, traces and vitals share an axis and a list, %s',
  async (theme) => {
    await openScreen(`/visitors?user=${user}`, { theme })
    await select('tbody tr')
    expect(kinds()).toEqual(['Error', 'Vital', 'Trace', 'Error', 'Vital', 'Trace'])
    expect(bars()).toEqual([2, 2, 2])
    await expectAccessible()
    for (const width of [1024, 390, 320]) {
      await page.viewport(width, 844)
      await expect.poll(() => document.documentElement.scrollWidth).toBe(width)
      await expectAccessible()
    }
  },
)

test('j and k move in the list, e to the next error, and the axis shows where', async () => {
  await openScreen(`/visitors?user=${user}`)
  await select('tbody tr')
  await press('j', 'e')
  expect(focusedText()).toContain('Error')
  const mark = await select('figure .chart > i')
  const right = mark.getBoundingClientRect().left
  await press('k', 'k', 'k')
  await expect.poll(() => mark.getBoundingClientRect().left).toBeGreaterThan(right)
})

test('a search for a user offers the page, and a form opens any id', async () => {
  const screen = await openScreen(`/?q=user:${user}`)
  await page.getByRole('link', { name: `Everything of user ${user}` }).click()
  await shown(page.getByRole('heading', { name: `User ${user}` }))
  expect(screen.query('user')).toBe(user)
  await openScreen('/visitors')
  await page.getByLabelText('Id', { exact: true }).fill(user)
  await press('{Enter}')
  await shown(page.getByRole('heading', { name: `User ${user}` }))
  await select('tbody tr')
})

test.each([
  ['admin', ['*'], true],
  ['admin', ['shop'], false],
  ['read', ['*'], false],
] as const)(
  '%s for %j: whether a person can be exported and deleted: %j',
  async (role, services, mayDelete) => {
    const rights = [{ role, services }]
    replace(/^\/api\/me$/, () =>
      Response.json({ name: 'Lena', email: null, method: 'invite', role, services, rights }),
    )
    const screen = await openScreen(`/visitors?user=${user}`)
    await shown(page.getByRole('link', { name: 'Logs' }).first())
    await screen.settled()
    const count = Number(mayDelete)
    expect(page.getByRole('button', { name: 'Delete…' }).elements()).toHaveLength(count)
    expect(page.getByRole('link', { name: 'Export' }).elements()).toHaveLength(count)
  },
)
