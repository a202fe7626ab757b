// The page of an issue: its events in the URL, its counts, an event that is unknown.
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { IssueAnswer } from '../../../../../contract/issues.ts'
import { openScreen } from '../../../testing/open-screen.tsx'
import { all, expectAccessible, press, shown } from '../../../testing/page.ts'
import { playRecording } from '../../../testing/recording.ts'

const recording = await playRecording('day')
const { issue } = recording.data as { issue: string }

const digest = () => page.getByLabelText('Digest')

test('the event is in the URL: previous and next change it, a reload shows the same', async () => {
  const screen = await openScreen(issue)
  const latest = (await shown(digest())).textContent
  await page.getByRole('button', { name: /Previous/ }).click()
  await expect.element(digest()).not.toHaveTextContent(latest)
  const previous = digest().element().textContent
  await expect.poll(() => screen.query('event')).toBe(previous)
  await screen.reload()
  await expect.element(digest()).toHaveTextContent(previous)
  await press(']')
  await expect.element(digest()).toHaveTextContent(latest)
})

test('an unknown event shows a notice with a link to the latest, and the latest', async () => {
  const screen = await openScreen(`${issue}?event=ZZZZZZZ1`)
  await shown(page.getByText(/No event has the digest ZZZZZZZ1/))
  await shown(page.getByRole('heading', { name: /Stack trace/ }))
  await page.getByRole('link', { name: /Show the latest event/ }).click()
  await shown(digest())
  expect(screen.query('event')).not.toBe('ZZZZZZZ1')
})

test('the counts of an issue name their range', async () => {
  await openScreen(issue)
  await shown(page.getByText(/Events, last 30 days/))
  await shown(page.getByText(/Users, last 30 days/))
})

test('a long name of an assignee leaves the title its space', async () => {
  const assignee = `${'maximiliane.von.hohenstein-'.repeat(3)}@shop.example`
  recording.replace(new RegExp(`^/api${issue}\\?`), async (recorded) => {
    const answer = (await (await recorded()).json()) as IssueAnswer
    return Response.json({ ...answer, issue: { ...answer.issue, assignee } })
  })
  await openScreen(issue)
  const button = await shown(page.getByRole('button', { name: assignee }))
  expect(button.getBoundingClientRect().width).toBeLessThan(250)
  expect(button.querySelector('[title]')).toHaveProperty('title', assignee)
  for (const width of [1024, 390, 320]) {
    await page.viewport(width, 844)
    await expect.poll(() => document.documentElement.scrollWidth).toBe(width)
    await expectAccessible()
  }
})

test('p copies the event as a test for Playwright, and so does the button', async () => {
  await openScreen(issue)
  await shown(digest())
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await press('p')
  await shown(page.getByText(/Playwright test copied/))
  await page.getByRole('button', { name: 'Copy as a Playwright test' }).click()
  await expect.poll(() => copy.mock.calls.length).toBe(2)
  const [first, second] = copy.mock.calls.map(([text]) => text)
  expect(first).toContain(`digest ${digest().element().textContent}`)
  expect(first).toContain("import { expect, test } from '@playwright/test'")
  expect(first).toContain("getByRole('button').and(page.locator('button.add')).click()")
  expect(second).toBe(first)
})

test('an issue is resolved in a release of its service, or in one that is typed', async () => {
  const rows = [
    { service: 'shop', release: '9.2', environment: 'production' },
    { service: 'shop', release: '9.2', environment: 'staging' },
    { service: 'another', release: '10.0', environment: 'production' },
    { service: 'shop', release: '9.1', environment: 'production' },
  ]
  recording.replace(/^\/api\/releases\?limit=100/, () => Response.json({ releases: rows, nextCursor: null }))
  recording.replace(new RegExp(`^/api${issue}\\?`), async (recorded) => {
    const answer = (await (await recorded()).json()) as IssueAnswer
    return Response.json({ ...answer, issue: { ...answer.issue, service: 'shop', releases: ['9.0'] } })
  })
  recording.replace(/^PATCH \/api\/issues$/, () => Response.json({ changed: 1, change: 'c1' }))
  const sent = vi.spyOn(globalThis, 'fetch')
  await openScreen(issue)
  await page.getByRole('button', { name: 'More resolve options' }).click()
  await page.getByRole('button', { name: 'Resolve in release…' }).click()
  await shown(page.getByRole('combobox', { name: 'Resolve in release' }))
  const options = () => all('[popover]:popover-open [role=option]').map(({ textContent }) => textContent)
  await expect.poll(options).toEqual(['9.2latest', '9.1'])
  await expectAccessible()
  await press('9.3')
  await expect.poll(options).toEqual(['“9.3”'])
  await press('{Enter}')
  await shown(page.getByText(/resolved in release 9\.3/))
  const [, request] = sent.mock.calls.find(([, init]) => init?.method === 'PATCH')!
  expect(JSON.parse(request!.body as string)).toMatchObject({ status: 'resolved', inRelease: '9.3' })
})
