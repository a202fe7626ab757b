// `npm run screenshots [-- folder]`: pictures of every screen with a day's data, and the one in the README.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ask, openHouse, until } from '../e2e/house.ts'
import { openBrowser } from '../e2e/page.ts'
import { sendSampleDay } from '../e2e/sample.ts'
import type { IssuesAnswer, TracesAnswer } from '../store/api/contract.ts'
import { buildIfStale } from './build.ts'

const folder = process.argv[2]
await buildIfStale()
const house = await openHouse()
const browser = await openBrowser()
try {
  await sendSampleDay(house.url)
  const { issues } = await until('the sample', async () =>
    enough(await ask<IssuesAnswer>(`${house.url}/api/issues?range=24h`), ({ total }) => total >= 8),
  )
  const { traces } = await until('its traces', async () =>
    enough(await ask<TracesAnswer>(`${house.url}/api/traces?range=24h`), (answer) => answer.traces.length >= 25),
  )
  await shoot('/', '.github/console.png', 1440, 'light')
  if (folder) {
    mkdirSync(folder, { recursive: true })
    const screens = {
      issues: '/',
      issue: `/issues/${issues[0]?.id}`,
      traces: '/traces',
      trace: `/traces/${traces[0]?.traceId}`,
      lookup: '/lookup',
      connect: '/connect',
      demo: '/demo',
      fallback: '/demo/broken',
    }
    for (const [name, path] of Object.entries(screens))
      for (const width of [1440, 390])
        for (const scheme of ['light', 'dark'] as const) await shoot(path, join(folder, `${name}-${width}-${scheme}.png`), width, scheme)
  }
} finally {
  await browser.close()
  await house.close()
}

async function shoot(path: string, file: string, width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  const { page, leave } = await browser.visit(house.url + path, { width, height: width === 390 ? 844 : 900, colorScheme })
  await page.waitForLoadState('networkidle').catch(() => {})
  await page.waitForTimeout(500)
  await page.screenshot({ path: file })
  await leave()
}

function enough<T>(answer: T, isEnough: (answer: T) => boolean): T | undefined {
  return isEnough(answer) ? answer : undefined
}
