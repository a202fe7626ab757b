// Log records: the list, its search, what a record leads to, and their rows on other pages.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { LogRow } from '../../../../contract/logs.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { all, expectAccessible, press, select, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'

const { data, replace, requests } = await playRecording('logs', /^\/api\/(issues|traces|events|visitors)\b/)
const { traceId, digest, issueId } = data as Record<'traceId' | 'digest' | 'issueId', string>

const rows = () => all('tbody > tr[data-row]')
const texts = () => rows().map((row) => row.querySelector('.row-link')?.textContent)
const logsRequests = () => requests.filter((request) => request.startsWith('/api/logs'))

const START = Date.parse('2026-11-27T10:00:00Z')
const lineOf = (number: number): LogRow => ({
  at: new Date(START - number * 1_000).toISOString(),
  service: 'api',
  level: 'info',
  body: `line ${number}`,
  attributes: {},
  traceId: '',
  spanId: '',
})

test.each(['light', 'dark'] as const)('the list has each record in one line, %s', async (theme) => {
  await openScreen('/logs', { theme })
  await select('tbody tr')
  expect(texts()).toEqual([
    'TypeError: no payment',
    'bank: refused',
    'bank: no answer, trying again',
    'charged order 4711',
    expect.stringMatching(/^first line a long line .{200,}…$/),
    '[RLO]gnissecorp <b>order</b>',
    '(no text)',
  ])
  await expectAccessible()
  await page.getByRole('button', { name: 'charged order 4711' }).click()
  await page.getByRole('button', { name: /^first line/ }).click()
  await expectAccessible()
  expect(all('p[tabindex="0"]').at(-1)?.textContent).toMatch(/a long line\s+last line$/)
  for (const width of [1024, 390, 320]) {
    await page.viewport(width, 844)
    await expect.poll(() => document.documentElement.scrollWidth).toBe(width)
    await expectAccessible()
  }
})

test('keys open a record, which leads to its trace, its event and its visitor', async () => {
  const screen = await openScreen('/logs')
  await select('tbody tr')
  await press('j', 'j', '{Enter}')
  expect(document.activeElement?.textContent).toBe('bank: refused')
  expect(document.activeElement?.ariaExpanded).toBe('true')
  await press('{Enter}', 'k', 'k', '{Enter}')
  const link = (name: RegExp) => page.getByRole('link', { name })
  expect((await shown(link(/^Event/))).getAttribute('href')).toBe(`/d/${digest}`)
  await page.getByRole('button', { name: 'charged order 4711' }).click()
  const visitor = await shown(page.getByRole('link', { name: 's-7' }))
  expect(visitor.getAttribute('href')).toBe('/visitors?range=30d&session=s-7')
  expect(all('table table th').map(({ textContent }) => textContent)).toContain('order.id')
  await link(/^Trace/)
    .nth(1)
    .click()
  await expect.poll(() => screen.url().pathname).toBe(`/traces/${traceId}`)
  expect(screen.query('span')).toMatch(/^[\da-f]{16}$/)
})

test('search, level and trace are in the link, and the empty list takes them away', async () => {
  const screen = await openScreen('/logs')
  await select('tbody tr')
  await press('/', 'order.id:4711')
  await expect.poll(texts).toEqual(['charged order 4711'])
  expect(screen.query('q')).toBe('order.id:4711')
  await page.getByLabelText('Level').selectOptions('Warnings and errors')
  await shown(page.getByText('No log records match'))
  expect(screen.query('level')).toBe('warn')
  await page.getByRole('button', { name: 'Remove the filters' }).click()
  await expect.poll(() => rows().length).toBe(7)
  expect([screen.query('q'), screen.query('level')]).toEqual([null, null])
})

test('a session has the records of servers in its traces', async () => {
  await openScreen('/logs?session=s-7')
  await expect
    .poll(texts)
    .toEqual([
      'TypeError: no payment',
      'bank: refused',
      'bank: no answer, trying again',
      'charged order 4711',
    ])
  await page.getByRole('button', { name: 'Remove session:s-7' }).click()
  await expect.poll(() => rows().length).toBe(7)
})

test('the pages of the issue and of the trace have the records as rows', async () => {
  await openScreen(`/issues/${issueId}?event=${digest}`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await shown(timeline.getByText('charged order 4711'))
  const names = () => all('section[aria-labelledby=timeline] li[data-kind=log] summary')
  expect(names().map(({ textContent }) => /charged|trying|refused/.exec(textContent)?.[0])).toEqual([
    'charged',
    'trying',
    'refused',
  ])
  await timeline.getByText('charged order 4711').click()
  await shown(timeline.getByText('4711', { exact: true }))
  await expectAccessible()
  await timeline.getByRole('link', { name: '3 log records' }).click()
  await expect.poll(texts).toHaveLength(4)
})

test('a timeline says that its trace has more records than it shows', async () => {
  replace(/^\/api\/logs/, () => Response.json({ logs: [lineOf(1_000_000)], nextCursor: 'more' }))
  await openScreen(`/issues/${issueId}?event=${digest}`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await shown(timeline.getByRole('link', { name: 'the last 1 log record' }))
})

test('the page of the trace lists its records', async () => {
  const screen = await openScreen(`/traces/${traceId}`)
  await page.getByText('4 log records of this trace').click()
  const line = page.getByRole('button', { name: /charged order 4711/ })
  expect((await shown(line)).textContent).toBe('+200 msinfoshop-apicharged order 4711')
  await line.click()
  await shown(page.getByText('host-1'))
  await expectAccessible()
  await press('g', 'l')
  await expect.poll(() => screen.url().pathname).toBe('/logs')
})

test('of 10,000 records few are in the document, and the next pages follow', async () => {
  const PAGE = 5_000
  const pageOf = (from: number): LogRow[] => Array.from({ length: PAGE }, (_, index) => lineOf(from + index))
  replace(/^\/api\/logs/, () => {
    const isFirst = logsRequests().length === 1
    return Response.json({ logs: pageOf(isFirst ? 0 : PAGE), nextCursor: isFirst ? 'next' : null })
  })
  await openScreen('/logs?range=7d')
  await page.getByRole('button', { name: 'Show more' }).click()
  await shown(page.getByText('10,000 shown'))
  expect(rows().length).toBeLessThan(150)
  window.scrollTo(0, document.documentElement.scrollHeight)
  await expect.poll(() => texts().at(-1)).toBe('line 9999')
  expect(rows().length).toBeLessThan(150)
})

test('without data the screen says how to send logs, and without a store that it is down', async () => {
  replace(/^\/api\/logs/, () => Response.json({ logs: [], nextCursor: null }))
  replace(/^\/api\/status/, () => Response.json({ rows: { spans: 0, logs: 0, exceptions: 0 } }))
  await openScreen('/logs')
  await shown(page.getByRole('heading', { name: 'No log records yet' }))
  await shown(page.getByText('OTEL_LOGS_EXPORTER=otlp'))
  replace(/^\/api\/logs/, () => Response.json({ title: 'Down', status: 503 }, { status: 503 }))
  await page.getByLabelText('Time range').selectOptions('Last 7 days')
  await shown(page.getByRole('alert'))
})
