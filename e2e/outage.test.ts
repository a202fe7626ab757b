// Each process is killed under load. What was answered with 200 is in the store afterwards, each once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IssuesAnswer, EventsAnswer } from '../store/api/contract.ts'
import { ask, openHouse, until, type House } from './house.ts'
import { sendUntilStopped } from './telemetry.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house?.close())

for (const name of ['otelcol', 'store', 'relay'] as const) {
  test(`nothing acknowledged is lost or counted twice when the ${name} is killed`, { timeout: 90_000 }, async () => {
    const service = `load-${name}`
    const load = sendUntilStopped(house.url, { service })
    await until('some acknowledged', () => load.acknowledged() > 100)
    const killed = house.kill(name)
    await until('it runs again', async () => !house.processes().some(({ pid }) => pid === killed) && (await healthy()), 30_000)
    const before = load.acknowledged()
    await until('more acknowledged', () => load.acknowledged() > before + 100)
    const { acknowledged } = await load.stop()

    const stored = await until('all stored', async () => {
      const digests = await storedDigests(service)
      return acknowledged.every((digest) => digests.has(digest)) ? digests : undefined
    })
    const counted = await ask<IssuesAnswer>(`${house.url}/api/issues?range=1h&service=${service}`)
    // What got no answer may have arrived as well; nothing may be there twice.
    expect(counted.issues.reduce((sum, issue) => sum + issue.count, 0)).toBe(stored.size)
  })
}

async function healthy(): Promise<boolean> {
  const health = await ask<{ collector: string; store: string }>(`${house.url}/health`)
  return health.collector === 'ok' && health.store === 'ok'
}

async function storedDigests(service: string): Promise<Set<string>> {
  const digests = new Set<string>()
  const { issues } = await ask<IssuesAnswer>(`${house.url}/api/issues?range=1h&service=${service}`)
  for (const { id } of issues) {
    let cursor: string | null = null
    do {
      const page: EventsAnswer = await ask(
        `${house.url}/api/issues/${id}/events?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
      )
      for (const { digest } of page.events) digests.add(digest)
      cursor = page.nextCursor
    } while (cursor)
  }
  return digests
}
