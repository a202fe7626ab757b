// What a screen requests while nobody uses it: nothing in a hidden page, and little of what changes rarely.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { LiveEvents, openScreen, type Screen } from '../testing/open-screen.tsx'
import { shown } from '../testing/page.ts'
import { playRecording } from '../testing/recording.ts'
import type { ScreenDefinition } from './define-screen.ts'

const { requests } = await playRecording('servers')

/** They show nothing of the API. */
const WITHOUT_SESSION = new Set(['/login', '/invite'])

const modules = import.meta.glob<Record<string, ScreenDefinition<string, object>>>(
  '../features/**/screen.ts',
  { eager: true },
)
/** Parts that come after the screen and request something come with it here, before the page is hidden. */
import.meta.glob(
  ['../**/*.tsx', '../features/*/index.ts', '!../**/*.test.tsx', '!../testing/**', '!./main.tsx'],
  { eager: true },
)
const paths = Object.values(modules)
  .flatMap((module) => Object.values(module).map(({ path }) => path))
  .filter((path) => !path.includes('$'))

let isHidden = false

beforeEach(() => {
  isHidden = false
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isHidden ? 'hidden' : 'visible'))
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() })
})
afterEach(() => vi.restoreAllMocks())

function setHidden(hidden: boolean): void {
  isHidden = hidden
  document.dispatchEvent(new Event('visibilitychange'))
}

/**
 * React runs effects in a task of their own: they start requests, and start and stop intervals. A part that
 * is loaded later requests its data then.
 */
async function settled(screen: Screen): Promise<void> {
  await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBeNull()
  for (let task = 0; task < 3; task++) {
    await new Promise((resolve) => setTimeout(resolve))
    await screen.settled()
  }
}

/** What the screen requests in this time, by path: `/api/maps`. */
async function requestsIn(screen: Screen, seconds: number): Promise<Map<string, number>> {
  await settled(screen)
  requests.length = 0
  for (let second = 0; second < seconds; second++) {
    vi.advanceTimersByTime(1_000)
    await settled(screen)
  }
  const names = requests.map((request) => request.replace(/\?.*/, ''))
  return new Map(
    Object.entries(Object.groupBy(names, (name) => name)).map(([name, all]) => [name, all!.length]),
  )
}

test.each(paths)(
  '%s requests nothing while the page is hidden, and refreshes when it is shown',
  async (path) => {
    const screen = await openScreen(path)
    await settled(screen)
    setHidden(true)
    expect(await requestsIn(screen, 120)).toEqual(new Map())
    setHidden(false)
    if (!WITHOUT_SESSION.has(path)) await expect.poll(() => requests.length).toBeGreaterThan(0)
  },
)

test('source maps are requested rarely, releases once a minute', async () => {
  const maps = await requestsIn(await openScreen('/maps'), 240)
  expect(maps.get('/api/maps')).toBeUndefined()
  const releases = await requestsIn(await openScreen('/releases'), 120)
  expect(releases.get('/api/releases')).toBe(2)
})

test('the setup asks rarely when all is ready, and not at all after the event', async () => {
  const screen = await openScreen('/connect')
  const waiting = await requestsIn(screen, 60)
  expect([...waiting.values()].every((count) => count <= 7)).toBe(true)
  LiveEvents.send('exception', {
    issueId: 'a'.repeat(16),
    digest: '7K3M9QXP',
    type: 'TypeError',
    message: 'x is undefined',
    service: 'shop',
    at: new Date().toISOString(),
  })
  await shown(page.getByRole('heading', { name: 'Event received' }))
  const after = await requestsIn(screen, 50)
  expect(after.get('/health')).toBeUndefined()
  // Two seconds after the message, the list and the count are refetched; a poll would be five requests more.
  expect(after.get('/api/issues') ?? 0).toBeLessThanOrEqual(2)
})
