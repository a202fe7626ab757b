// Web vitals by route, device, browser and system: each of them narrows the screen, and a reload shows the
// same.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'
import { all, press, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'

await playRecording('servers')

const cart = () =>
  page.getByRole('table', { name: /Web vitals by route/ }).getByRole('row', { name: /\/cart/ })
const device = () => page.getByRole('combobox', { name: /Device/ })

test('web vitals are listed by device, and a device filters the entire screen', async () => {
  const screen = await openScreen('/vitals')
  const devices = page.getByRole('table', { name: /LCP by device/ })
  const headers = () => devices.getByRole('rowheader').elements()
  await shown(devices)
  expect(headers().map(({ textContent }) => textContent)).toEqual(
    ['Desktop', 'Mobile', 'Tablet'].map((name) => expect.stringContaining(name)),
  )
  const shares = devices.getByRole('cell', { name: /^\d+ %$/ }).elements()
  const sum = shares.reduce((total, { textContent }) => total + Number.parseFloat(textContent), 0)
  expect(sum).toBeGreaterThan(98)
  await shown(cart())
  const text = () => cart().element().textContent
  const before = text()
  await devices.getByRole('link', { name: /Mobile/ }).click()
  await expect.poll(() => screen.query('device')).toBe('mobile')
  await expect.poll(text).not.toBe(before)
  const narrowed = text()
  await screen.reload()
  await shown(cart())
  await expect.poll(text).toBe(narrowed)
  await expect.element(device()).toHaveValue('mobile')
  expect(headers().length).toBe(3)
  await userEvent.selectOptions(device(), 'All devices')
  await expect.poll(() => screen.query('device')).toBeNull()
  await expect.poll(text).toBe(before)
})

test.each([
  ['Browser', 'Safari', 'browser:Safari'],
  ['OS', 'iOS', 'os:iOS'],
])('by %s, %s has its own values, and filters the entire screen', async (group, value, term) => {
  const screen = await openScreen('/vitals')
  await shown(cart())
  const text = () => cart().element().textContent
  const before = text()
  await page.getByRole('radio', { name: group, exact: true }).click()
  const table = page.getByRole('table', { name: `LCP by ${group.toLowerCase()}` })
  await shown(table)
  const rows = all('tbody tr', table.element()).length
  expect(rows).toBeGreaterThan(1)
  await table.getByRole('link', { name: value, exact: true }).click()
  await expect.poll(() => [screen.query('q'), screen.query('by')]).toEqual([term, group.toLowerCase()])
  await expect.poll(text).not.toBe(before)
  const narrowed = text()
  await screen.reload()
  await shown(cart())
  await expect.poll(text).toBe(narrowed)
  expect(all('tbody tr', table.element()).length).toBe(rows)
  await page.getByRole('button', { name: `Remove ${term}` }).click()
  await expect.poll(text).toBe(before)
})

test('the search box suggests the browsers of the screen, and finds a version and a route', async () => {
  const screen = await openScreen('/vitals')
  await shown(cart())
  const box = page.getByRole('combobox', { name: 'Search vitals' })
  await box.click()
  await userEvent.type(box, 'browser:')
  await shown(page.getByRole('option', { name: /^browser:Safari/ }))
  await userEvent.clear(box)
  await userEvent.type(box, 'browser:"safari 26" route:/cart{Enter}')
  await expect.poll(() => screen.query('q')).toBe('browser:"safari 26" route:/cart')
  await expect.poll(() => all('tbody tr[data-row]').length).toBe(1)
  expect(cart().element().textContent).toContain('poor: ')
})

test('a vital has its change since the two weeks before, and its rating as shape and word', async () => {
  await openScreen('/vitals')
  const link = page.getByRole('navigation', { name: /Web vitals/ }).getByRole('link', { name: /^LCP/ })
  const lcp = await shown(link)
  expect(lcp.textContent).toMatch(/needs work · \+\d/)
  expect(all('svg path', lcp).length).toBe(1)
  const limits = all('figure svg line').map((line) => getComputedStyle(line).stroke)
  expect(new Set(limits).size, 'good and poor have a line of their own').toBe(2)
  expect(limits).not.toContain('none')
  await press('3')
  await shown(page.getByRole('table', { name: /CLS by device/ }))
})

test('a device without values shows a message and a link back to all devices', async () => {
  const screen = await openScreen('/vitals?device=tablet&range=1h&service=admin')
  await shown(page.getByText(/No web vitals of tablets in the last hour/))
  await page.getByRole('button', { name: /Show all devices/ }).click()
  await expect.poll(() => screen.query('device')).toBeNull()
})

test('a route has its rating over time, and a link to its traces', async () => {
  const screen = await openScreen('/vitals')
  expect((await shown(cart())).textContent).toContain('poor: ')
  await shown(cart().getByRole('img', { name: /LCP of \/cart over time/ }))
  await press('2')
  await expect.poll(() => screen.query('vital')).toBe('INP')
  await cart()
    .getByRole('link', { name: /Traces of \/cart/ })
    .click()
  await expect.poll(() => screen.query('attribute')).toMatch(/http\.route/)
  await shown(page.getByRole('link', { name: /page\.load/ }))
})

test('a route has what INP and LCP are spent on, and nothing of it for the other vitals', async () => {
  await openScreen('/vitals?vital=INP')
  await shown(cart())
  const text = () => cart().element().textContent.replaceAll('\u00a0', ' ')
  await expect
    .poll(text)
    .toMatch(/INP \d+ ms: 71 % in cartTotal \(src\/cart\/totals\.ts:4\) · processing · main>button\.quantity/)
  await shown(cart().getByTitle('of the 33 views whose browser names scripts'))
  await press('1')
  await expect.poll(text).toMatch(/LCP \d\.\d+ s: 55 % load duration · main>img\.cover · 1\.jpg/)
  await press('3')
  await shown(page.getByRole('table', { name: /CLS by device/ }))
  await expect.poll(text).not.toContain('main>')
})
