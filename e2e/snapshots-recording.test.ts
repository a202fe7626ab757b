// A recording of a Sentry SDK on the page of its issue: the page at the error, at moments before it, and its
// row in the timeline.
import { expect, test } from 'vitest'
import type { SnapshotAnswer } from '../contract/snapshots.ts'
import { openScreen } from './testing/browser-session.ts'
import { getJson, post, requireOk } from './testing/http.ts'
import { eventOf } from './testing/occurrences.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { newTraceId } from './testing/telemetry.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = shareStackWithBrowser()
const at = Date.now() - 1_000

const element = (id: number, tagName: string, attributes: object, childNodes: object[] = []) => ({
  type: 2,
  id,
  tagName,
  attributes,
  childNodes,
})
const label = (before: number, value: string) => ({
  type: 3,
  timestamp: at - before,
  data: { source: 0, adds: [], removes: [], texts: [{ id: 9, value }], attributes: [] },
})
const click = (before: number) => ({
  type: 3,
  timestamp: at - before,
  data: { source: 2, type: 2, id: 8, x: 1, y: 1 },
})
const BODY = element(7, 'body', {}, [
  element(8, 'button', { class: 'pay' }, [{ type: 3, id: 9, textContent: '*' }]),
])
const PAGE = { type: 0, id: 1, childNodes: [element(2, 'html', {}, [element(3, 'head', {}), BODY])] }
/** The label of the button has as many characters as there were changes. */
const EVENTS = [
  { type: 4, timestamp: at - 9_000, data: { href: 'https://shop.example/', width: 800, height: 600 } },
  { type: 2, timestamp: at - 9_000, data: { node: PAGE, initialOffset: { left: 0, top: 0 } } },
  label(8_000, '**'),
  click(3_000),
  label(2_900, '***'),
  click(1_500),
  label(200, '****'),
]

async function sendRecording(): Promise<string> {
  const id = newTraceId()
  const breadcrumb = { timestamp: (at - 3_000) / 1000, category: 'ui.click', message: 'button.pay' }
  const event = {
    event_id: id,
    timestamp: at / 1000,
    exception: { values: [{ type: 'TypeError', value: 'no amount' }] },
    breadcrumbs: { values: [breadcrumb] },
  }
  const replay = { type: 'replay_event', error_ids: [id], replay_id: newTraceId(), segment_id: 0 }
  const payload = `{"segment_id":0}\n${JSON.stringify(EVENTS)}`
  const header = { type: 'replay_recording', length: Buffer.byteLength(payload) }
  const lines = [{ event_id: id }, { type: 'event' }, event, { type: 'replay_event' }, replay, header]
  const envelope = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n${payload}\n`
  const headers = { 'content-type': 'application/x-sentry-envelope' }
  await requireOk(await post(`${stack.url}/api/42/envelope/?sentry_key=${id}`, envelope, headers))
  return id
}

test('the page can be seen at moments before the error, and is a row of the timeline', async () => {
  const id = await sendRecording()
  const url = `${stack.url}/api/events/${id}/snapshot`
  const { events } = await waitFor('the snapshot', () => getJson<SnapshotAnswer>(url).catch(() => undefined))
  expect(events.map(({ text }) => text)).toEqual(['', 'click button.pay', 'click button.pay'])
  const event = await waitFor('the event', async () => {
    const stored = await eventOf(stack, id)
    return stored.snapshot && stored
  })
  const pageAt = async (page: string) => (await fetch(`${url}/frame?page=${page}`)).status
  expect([await pageAt('7'), await pageAt('x')]).toEqual([404, 400])

  const { page, consoleLines, close } = await openScreen(
    browser,
    `${stack.url}/issues/${event.issueId}?event=${event.digest}`,
  )
  const section = page.getByRole('region', { name: 'What the user saw' })
  const button = section.locator('iframe').contentFrame().getByRole('button')
  const labelAt = async (moment: string) => {
    await section.getByRole('button', { name: moment, exact: true }).click()
    return button.textContent()
  }
  await button.waitFor()
  expect(await button.textContent()).toBe('****')
  const moments = await section.getByRole('listitem').getByRole('button').allTextContents()
  expect(moments).toEqual(['−5.00 s', '−3.00 s', '−1.50 s', 'at the error'])
  const labels: (string | null)[] = []
  for (const moment of moments) labels.push(await labelAt(moment))
  expect(labels).toEqual(['**', '**', '***', '****'])
  const pressed = section.getByRole('button', { pressed: true })
  expect(await pressed.allTextContents()).toEqual(['at the error'])
  const row = page.getByRole('region', { name: 'Timeline' }).getByRole('link', { name: /What the user saw/ })
  await row.press('Enter')
  expect(await section.getByRole('heading').evaluate((heading) => heading.matches(':target'))).toBe(true)
  expect(
    await page.evaluate(() => document.querySelector('#snapshot')!.getBoundingClientRect().top),
  ).toBeLessThan(300)
  expect(consoleLines().filter((line) => /security policy|uncaught|error/i.test(line))).toEqual([])
  await close()
})
