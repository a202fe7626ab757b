// Sessions and client reports of Sentry's SDKs, as they were captured, on the screens of releases and status.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ReleasesAnswer } from '../contract/releases.ts'
import type { DeliveryAnswer } from '../contract/status.ts'
import { openScreen } from './testing/browser-session.ts'
import { getJson, requireOk } from './testing/http.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'
import { waitFor } from './testing/wait-for.ts'

/** Of its own: the screen of the status adds up what the SDKs of all projects have discarded. */
const { stack, browser } = startStackWithBrowser()

const KEY = '0123456789abcdef0123456789abcdef'
const ATTRIBUTES = { release: 'shop-next@5.0.0', environment: 'staging' }
const newId = (): string => randomBytes(16).toString('hex')
const now = (): string => new Date().toISOString()

/** `times`: the same envelope, as after an answer that was lost. */
async function sendItem(project: number, type: string, payload: object, times = 1): Promise<void> {
  const header = { sent_at: now(), sdk: { name: 'sentry.javascript.nextjs', version: '11.8.0' } }
  const body = [header, { type }, payload].map((line) => JSON.stringify(line)).join('\n')
  const url = `${stack.url}/api/${project}/envelope/?sentry_version=7&sentry_key=${KEY}`
  for (let count = 0; count < times; count++) await requireOk(await fetch(url, { method: 'POST', body }))
}

type Update = { sid: string; init: boolean; status: string; errors: number }

const sendUpdate = (project: number, update: Update): Promise<void> =>
  sendItem(project, 'session', { ...update, started: now(), timestamp: now(), attrs: ATTRIBUTES })

async function releasesOf(project: number) {
  const { releases } = await getJson<ReleasesAnswer>(`${stack.url}/api/releases?service=project-${project}`)
  return releases.map(({ release, environment, sessions, crashFreeSessions }) => ({
    release,
    environment,
    sessions,
    crashFreeSessions,
  }))
}

test('sessions of pages and of a server are in the crash-free share of their release', async () => {
  const project = 4201
  const [healthy, crashed, errored] = [newId(), newId(), newId()]
  for (const sid of [healthy, crashed, errored])
    await sendUpdate(project, { sid, init: true, status: 'ok', errors: 0 })
  await sendUpdate(project, { sid: crashed, init: false, status: 'unhandled', errors: 1 })
  await sendUpdate(project, { sid: crashed, init: false, status: 'exited', errors: 1 })
  await sendUpdate(project, { sid: errored, init: false, status: 'ok', errors: 1 })
  const aggregates = [
    { started: now(), exited: 9, errored: 0, crashed: 0 },
    { started: now(), exited: 5, errored: 2, crashed: 1 },
  ]
  await sendItem(project, 'sessions', { aggregates, attrs: ATTRIBUTES }, 2)
  await sendUpdate(project, { sid: newId(), init: true, status: 'exited', errors: 0 })
  await waitFor('all sessions', async () => (await releasesOf(project))[0]?.sessions === 21)
  expect(await releasesOf(project)).toEqual([{ ...ATTRIBUTES, sessions: 21, crashFreeSessions: 19 / 21 }])

  const list = await openScreen(browser, `${stack.url}/releases?service=project-${project}`)
  const row = list.page.getByRole('row', { name: /shop-next@5\.0\.0/ })
  await row.waitFor()
  expect(await row.textContent()).toContain('90.48 %')
  await list.close()
  const release = encodeURIComponent(ATTRIBUTES.release)
  const screen = await openScreen(browser, `${stack.url}/releases/project-${project}/${release}`)
  await screen.page.getByText('90.48 %').first().waitFor()
  await screen.close()
})

test('what an SDK has discarded is on the screen of the status', async () => {
  const project = 4202
  const [lost, filtered] = [
    { reason: 'network_error', category: 'error', quantity: 7 },
    { reason: 'before_send', category: 'error', quantity: 4 },
  ]
  for (const entry of [lost, filtered])
    await sendItem(project, 'client_report', { timestamp: Date.now() / 1000, discarded_events: [entry] })
  const delivery = () => getJson<DeliveryAnswer>(`${stack.url}/api/delivery?service=project-${project}`)
  await waitFor('both reports', async () => (await delivery()).discarded.length === 2)
  expect((await delivery()).discarded).toEqual([
    { ...lost, isLost: true },
    { ...filtered, isLost: false },
  ])

  const { page, close } = await openScreen(browser, `${stack.url}/status`)
  const table = page.getByRole('table', { name: "Items that Sentry's SDKs did not send" })
  const row = (reason: string) => table.getByRole('row', { name: `${reason} error` })
  await row('network error').waitFor()
  expect(await row('network error').getByRole('cell').allTextContents()).toEqual(['error', '7', '–'])
  expect(await row('before send').getByRole('cell').allTextContents()).toEqual(['error', '–', '4'])
  await close()
})
