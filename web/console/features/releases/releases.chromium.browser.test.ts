// What a deploy changed: the list of releases, one release, and what it is compared with.
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'
import { all, gone, press, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'

const { data, replace } = await playRecording('deploy', /status=error|^\/api\/(issues|releases)\//)
const { issueId, release } = data as Record<'issueId' | 'release', string>
const OLD = '1.0.0'
const [RELEASE_PATH, OLD_PATH] = [`/releases/shop/${release}`, `/releases/shop/${OLD}`]

const row = (name: RegExp) => page.getByRole('row', { name })
const listRows = () => all('tr[data-row]').map(({ textContent }) => textContent)
const changes = () => page.getByRole('table', { name: `Issues that changed with ${release}` })

test('d shows what the last deploy broke: new, louder, quiet, crash-free, slower', async () => {
  const screen = await openScreen('/traces')
  await screen.settled()
  await press('d')
  await expect.poll(() => screen.url().pathname).toBe(RELEASE_PATH)
  await screen.reload()
  await shown(page.getByRole('heading', { name: `What did ${release} break?` }))
  await shown(changes())
  const groups = all('th[scope=rowgroup]')
  expect(groups.map(({ textContent }) => textContent.split('·')[0]!.trim())).toEqual([
    'New',
    'Louder',
    'Quiet',
  ])
  expect(
    changes()
      .getByRole('row', { name: /LouderError/ })
      .element().textContent,
  ).toMatch(/×\d/)
  await shown(page.getByLabelText(/Summary/).getByText(/session in \d+ ends in an error/))
  const slower = page.getByRole('table', { name: `Slower since ${release}` })
  expect((await shown(slower.getByRole('row', { name: /LCP/ }))).textContent).toContain('9.02 s')
  await page.getByRole('link', { name: /reading 'amount'/ }).click()
  await expect.poll(() => screen.url().pathname).toBe(`/issues/${issueId}`)
})

test('the keys [ and ] open the previous and the next release; the browser goes back', async () => {
  const screen = await openScreen(RELEASE_PATH)
  const path = () => screen.url().pathname
  await shown(page.getByRole('button', { name: OLD }))
  await press('[[')
  await expect.poll(path).toBe(OLD_PATH)
  await shown(page.getByText(`was followed by ${release}`, { exact: false }))
  await press(']')
  await expect.poll(path).toBe(RELEASE_PATH)
  screen.back()
  await expect.poll(path).toBe(OLD_PATH)
})

test('a release is compared with another period, which stays in the URL', async () => {
  const screen = await openScreen(RELEASE_PATH)
  const base = page.getByLabelText(/Compared with/)
  const select = (await shown(base)) as HTMLSelectElement
  expect(select.selectedOptions[0]?.textContent).toBe(`the previous release, ${OLD}`)
  await shown(row(/QuietError/))
  await press('v')
  expect(document.activeElement).toBe(select)
  await userEvent.selectOptions(base, 'the same hours a week earlier')
  await gone(row(/QuietError/))
  await expect.poll(() => screen.query('before')).toBe('7d')
  await screen.reload()
  await shown(page.getByText(/10 % or more slower than in the same hours a week earlier/))
  await gone(row(/QuietError/))
  await userEvent.selectOptions(base, 'the previous 24 hours')
  await shown(page.getByText(/in the previous 24 hours, 1 session in/))
  screen.back()
  await expect.poll(() => screen.query('before')).toBe('7d')
  await userEvent.selectOptions(base, `the previous release, ${OLD}`)
  await shown(row(/QuietError/))
})

test('y copies the changes of a release as Markdown', async () => {
  await openScreen(RELEASE_PATH)
  await shown(changes())
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await press('y')
  await shown(page.getByText(/Markdown copied/))
  const [text = ''] = copy.mock.calls[0] ?? []
  expect(text).toMatch(/^# What `1\.1\.0` of shop changed\n/)
  expect(text).toContain('## New (1 issue)')
})

test('an action on a release that cannot be saved is reverted', async () => {
  await openScreen(RELEASE_PATH)
  await shown(changes())
  replace(/^PATCH/, () => Promise.reject(new TypeError('Failed to fetch')))
  await press('j', 'e')
  await shown(page.getByText(/The change was not saved/))
  await gone(row(/reading 'amount'/).getByText(/Resolved/))
})

test('the search box of the releases finds a part of a version, and is in the URL', async () => {
  const screen = await openScreen('/releases')
  const box = page.getByRole('searchbox', { name: /Search releases/ })
  await expect.poll(() => listRows().length).toBe(2)
  await press('/', '0.0')
  await expect.poll(listRows).toEqual([expect.stringContaining(OLD)])
  await expect.poll(() => screen.query('q')).toBe('0.0')
  await screen.reload()
  await expect.poll(() => listRows().length).toBe(1)
  await userEvent.fill(box, 'nothing')
  await page.getByRole('button', { name: /Remove the filters/ }).click()
  await expect.poll(() => listRows().length).toBe(2)
  await expect.element(box).toHaveValue('')
})

test('the list of releases has what each one changed, and opens it by keyboard', async () => {
  const screen = await openScreen('/releases')
  await expect.poll(() => listRows()[0]).toMatch(/1\.1\.0.*1 new/)
  expect(listRows()[0]).toMatch(/% → .*%/)
  expect(listRows()[1]).toContain(OLD)
  await press('j', '{Enter}')
  await expect.poll(() => screen.url().pathname).toBe(RELEASE_PATH)
})
