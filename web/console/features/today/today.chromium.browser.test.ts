// What happened since the last visit: the groups, the mark that moves only when asked, and a quiet day.
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Today, TodayChange, TodayGroup } from '../../../../contract/today.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { all, gone, press, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'

const { requests, replace } = await playRecording('deploy', /status=error|^\/api\/(issues|releases)\//)

const SINCE = /^\/api\/today\?since=([^&]+)/
const DAY_MS = 86_400_000

const recorded = async (): Promise<Today> => (await (await fetch('/api/today?assignee=me')).json()) as Today
const heading = (name: RegExp | string) => page.getByRole('heading', { level: 1, name })
const row = (name: RegExp) => page.getByRole('row', { name })
const since = () => page.getByRole('combobox', { name: 'Since' })
const NO_ISSUES: TodayGroup = { total: 0, issues: [] }

/** The instants of the requests, in their order. */
function instants(): string[] {
  return requests.flatMap((request) => {
    const [, instant] = SINCE.exec(request) ?? []
    return instant === undefined ? [] : [decodeURIComponent(instant)]
  })
}

/** Whatever the instant is, the answer is the recorded one with these members. */
async function answerWith(members: Partial<Today>): Promise<Today> {
  const answer = { ...(await recorded()), ...members }
  replace(/^\/api\/today/, () => Response.json(answer))
  return answer
}

/** The recorded louder issue in another group. */
async function groupOf(change: TodayChange): Promise<TodayGroup> {
  const { issues } = (await recorded()).louder
  return { total: 1, issues: issues.map((item) => ({ ...item, change })) }
}

beforeEach(() => {
  replace(SINCE, async () => Response.json(await recorded()))
})

test('g h shows what is new and louder, the release that brought it, and what arrived', async () => {
  const screen = await openScreen('/releases')
  await screen.settled()
  await press('g', 'h')
  await expect.poll(() => screen.url().pathname).toBe('/today')
  await shown(heading(/^Since \w+ \d\d:\d\d$/))
  await shown(page.getByText('1 new, 1 louder, 1 release', { exact: false }))
  const groups = all('th[scope=rowgroup]').map(({ textContent }) => textContent.split('·')[0]!.trim())
  expect(groups).toEqual(['New', 'Louder'])
  expect((await shown(row(/LouderError/))).textContent).toMatch(/×\d/)
  expect((await shown(row(/reading 'amount'/))).textContent).toContain('9')
  expect((await shown(row(/^1\.1\.0/))).textContent).toMatch(/% → .*%.*1 new/)
  await shown(page.getByText(/session in \d+ ends in an error/))
  await page.getByRole('link', { name: /reading 'amount'/ }).click()
  await expect.poll(() => screen.url().pathname).toMatch(/^\/issues\//)
})

test('the mark moves only when asked, is the next start, and is taken back by Undo', async () => {
  const { until } = await recorded()
  const screen = await openScreen('/today')
  await shown(row(/LouderError/))
  await screen.reload()
  await shown(row(/LouderError/))
  expect(instants()).toEqual([])
  // A second later: it is the end of what was shown.
  vi.setSystemTime(Date.now() + 1_000)
  await press('.')
  await shown(page.getByText(/Marked as seen/))
  await expect.poll(instants).toEqual([until])
  await expect.element(since()).toHaveValue('visit')
  await screen.reload()
  await shown(heading(/^Since \d\d:\d\d$/))
  await expect.poll(instants).toEqual([until, until])
  await press('.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await screen.reload()
  await expect.poll(() => instants().at(-1)).toBe(until)
})

test('a browser that refuses to store the mark has it until the page is closed', async () => {
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const { until } = await recorded()
  await openScreen('/today')
  await shown(row(/LouderError/))
  vi.setSystemTime(Date.now() + 1_000)
  await page.getByRole('button', { name: /Mark as seen/ }).click()
  await expect.poll(instants).toEqual([until])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(since()).toHaveValue('24h')
  refuse.mockRestore()
})

test('since 7 days, or since an instant, is in the URL', async () => {
  const screen = await openScreen('/today')
  await userEvent.selectOptions(since(), 'The last 7 days')
  await expect.poll(() => screen.query('since')).toBe('7d')
  await expect.poll(() => (Date.now() - Date.parse(instants()[0] ?? '')) / DAY_MS).toBeCloseTo(7, 2)
  await userEvent.selectOptions(since(), 'Since an instant…')
  const field = page.getByLabelText('Instant')
  await userEvent.fill(field, '2026-11-20T18:04')
  const instant = new Date('2026-11-20T18:04').toISOString()
  await expect.poll(() => screen.query('since')).toBe(instant)
  await expect.poll(() => instants().at(-1)).toBe(instant)
  await shown(heading(/^Since Friday 18:04$/))
  await openScreen('/today?since=tomorrow')
  await expect.element(since()).toHaveValue('24h')
})

test('what is back, what is quiet, and what is assigned to the person', async () => {
  const [back, quiet] = [await groupOf('back'), await groupOf('quiet')]
  await answerWith({
    back,
    quiet: { ...quiet, issues: quiet.issues.map((item) => ({ ...item, usual: 12 })) },
    louder: NO_ISSUES,
    assigned: { open: 3, changed: 1, issues: back.issues },
  })
  await openScreen('/today')
  await shown(row(/Back.*LouderError/))
  await page.getByText(/^Quiet since/).click()
  await shown(page.getByText('usually 12', { exact: false }))
  const assigned = page.getByRole('region', { name: 'Assigned to you' })
  await shown(assigned.getByText('3 open, 1 changed'))
  await shown(assigned.getByRole('link', { name: 'all 3' }))
  expect(requests).toContain('/api/today?assignee=me')
})

test('a quiet day says what arrived, and has no empty part', async () => {
  await answerWith({
    new: NO_ISSUES,
    louder: NO_ISSUES,
    releases: { total: 0, releases: [] },
    events: 412,
    delivery: { now: { sent: 0, arrived: 0 }, usual: { sent: 0, arrived: 0 } },
  })
  await openScreen('/today')
  await shown(page.getByRole('heading', { name: 'Nothing new, back or louder' }))
  await shown(page.getByText(/412 events of known issues arrived/))
  expect(all('main :is(table, aside)')).toEqual([])
})

test('a store that does not answer is reported', async () => {
  replace(/^\/api\/today/, () => Promise.reject(new TypeError('Failed to fetch')))
  await openScreen('/today')
  await shown(page.getByRole('button', { name: 'Try again' }))
  await gone(page.getByRole('table'))
})

test('y copies what happened as Markdown', async () => {
  replace(/^\/api\/today\.md/, () => new Response('# What happened since yesterday'))
  await openScreen('/today?since=7d&service=shop')
  await shown(row(/LouderError/))
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await press('y')
  await shown(page.getByText(/Markdown copied/))
  expect(copy.mock.calls[0]?.[0]).toMatch(/^# What happened since yesterday\nhttp/)
  expect(requests.at(-1)).toMatch(/^\/api\/today\.md\?since=.*&service=shop&assignee=me$/)
})

test('an issue is resolved in place, and an action that cannot be saved is reverted', async () => {
  await openScreen('/today')
  await shown(row(/LouderError/))
  replace(/^PATCH/, () => Promise.reject(new TypeError('Failed to fetch')))
  await press('j', 'e')
  await shown(page.getByText(/The change was not saved/))
  await gone(row(/reading 'amount'/).getByText(/Resolved/))
})

test('on a phone nothing moves sideways, with long names too', async () => {
  const { new: fresh, releases } = await recorded()
  const long = 'x'.repeat(3_000)
  await answerWith({
    new: {
      total: 1,
      issues: fresh.issues.map((item) => ({
        ...item,
        issue: { ...item.issue, message: long, service: long.slice(0, 200) },
      })),
    },
    releases: { total: 1, releases: releases.releases.map((item) => ({ ...item, release: long })) },
    slower: [
      { kind: 'vital', name: 'LCP', place: long, service: 'shop', before: 900, since: 2_400, count: 40 },
    ],
  })
  await openScreen('/today', { width: 360, height: 800 })
  await shown(page.getByRole('table', { name: 'What became slower' }))
  expect(document.documentElement.scrollWidth).toBe(360)
})
