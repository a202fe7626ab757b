// What the status reports about Sentry's SDKs.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DeliveryAnswer } from '../../../../contract/status.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { expectAccessible, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'

const { replace } = await playRecording('empty')

const HOUR_MS = 3_600_000
const nothing = { sent: 0, arrived: 0 }
const delivery: DeliveryAnswer = { sessions: 0, total: nothing, usual: nothing, browsers: [], discarded: [] }

type Sentry = { projects?: Record<string, string>; leftOut?: Record<string, number> }
/** `services`: hours since each was last seen. */
function openStatus({ projects = {}, leftOut = {} }: Sentry, services: Record<string, number>) {
  replace(/^\/api\/delivery/, () => Response.json(delivery))
  replace(/^\/health/, async (recorded) =>
    Response.json({
      ...((await (await recorded()).json()) as object),
      sentry: { projects, keys: [], leftOut },
    }),
  )
  replace(/^\/api\/services/, () =>
    Response.json({
      services: Object.entries(services).map(([name, hours]) => ({
        name,
        lastSeen: new Date(Date.now() - hours * HOUR_MS).toISOString(),
      })),
      environments: [],
    }),
  )
  return openScreen('/status')
}

const section = page.getByRole('region', { name: 'Sentry SDKs' })
const sentences = () =>
  section
    .getByRole('listitem')
    .elements()
    .map((element) => element.textContent)

test('a project that sends without a name has a sentence with the variable that names it', async () => {
  const services = { 'shop-web': 1, 'project-42': 2, 'project-7': 3, 'project-8': 30, 'project-x': 1 }
  await openStatus({ projects: { 1: 'shop-web', 7: 'admin' } }, services)
  await shown(section)
  expect(sentences()).toEqual([
    'Project 42 of a Sentry DSN has no name: its service is project-42. Name it with SENTRY_PROJECTS=42:NAME.',
  ])
  expect(page.getByRole('heading', { level: 1 }).element().textContent).not.toContain('problem')
  await expectAccessible()
})

test('of projects that anybody can make up, twenty have a sentence', async () => {
  const made = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`project-${at}`, 1]))
  await openStatus({}, made)
  await shown(section)
  expect(sentences()).toHaveLength(20)
})

test('what is left out is counted by kind, and what could not be read too', async () => {
  const leftOut = { replay_event: 3, replay_recording: 3, attachment: 1_200, other: 2, event: 1 }
  await openStatus({ leftOut }, {})
  await shown(section)
  expect(sentences()).toEqual([
    'Items left out since the relay started: Session Replay (6), Attachments (1,200), Other items (2).',
    'Items that were too large or not valid JSON since then: Errors and messages (1).',
  ])
  await section.getByRole('link').click()
  await shown(page.getByRole('tab', { name: 'Sentry SDK', selected: true }))
})

test('without Sentry SDKs the status does not name them', async () => {
  await openStatus({ projects: { 1: 'shop-web' } }, { 'shop-web': 1 })
  await shown(page.getByRole('region', { name: 'Versions' }))
  expect(section.elements()).toEqual([])
})
