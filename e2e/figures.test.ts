// The figures of the sample data, in the API and on screens, compared with SQL over the rows that are stored.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../store/database/engine/engine.ts'
import { openTestEngine } from '../store/testing/engine.ts'
import { figuresOf, sqlOf, type Figure } from '../store/testing/figures.ts'
import { formatCount } from '../web/console/format/format-number.ts'
import { formatDuration } from '../web/console/format/format-time.ts'
import { openScreen } from './testing/browser-session.ts'
import { getJson } from './testing/http.ts'
import { sendSampleDay } from './testing/sample/sample-data.ts'
import { startStack } from './testing/stack.ts'
import { shareBrowser } from './testing/stack-with-browser.ts'

const now = Date.now()
const [FROM, TO] = [now - 24 * 3_600_000 + 91_777, now]
const RANGE = `from=${new Date(FROM).toISOString()}&to=${new Date(TO).toISOString()}`
const CALL = { service: 'shop-api', operation: 'GET /api/quote' }
const FIGURES = figuresOf({
  call: CALL,
  operation: 'GET /api/books',
  environment: 'production',
  release: '2026.11.3',
})

const dataDir = mkdtempSync(join(tmpdir(), 'errata-figures-'))
const browser = shareBrowser()
const answers = new Map<string, unknown>()
const texts = new Map<string, string>()
let engine: Engine

/** A screen, the part of it with figures, and the figures of the API that it shows. */
const SCREENS: { path: string; part: string; shown: Record<string, (value: never) => string> }[] = [
  {
    path: `/traces?${RANGE}`,
    part: 'figure figcaption',
    shown: {
      'heatmap  count': (count: number) => `${formatCount(count)} traces`,
      'heatmap  errors': (errors: number) => `${formatCount(errors)} with errors`,
      'heatmap  p50Ns': (nanoseconds: number) => `p50 ${formatDuration(nanoseconds)}`,
      'heatmap  p95Ns': (nanoseconds: number) => `p95 ${formatDuration(nanoseconds)}`,
    },
  },
  {
    path: `/?${RANGE}`,
    part: 'figure figcaption',
    shown: {
      'trend: events, users, sum of the bars': ([events, users]: number[]) =>
        `${formatCount(events)} events${formatCount(users)} users`,
    },
  },
  {
    path: `/operations/${CALL.service}?operation=${encodeURIComponent(CALL.operation)}&${RANGE}`,
    part: 'main',
    shown: {
      'operation, count': (count: number) => `Calls${formatCount(count)}`,
      'calls with an error': (count: number) => `Calls with errors ${formatCount(count)}, latest first`,
    },
  },
]

beforeAll(async () => {
  const stack = await startStack({ DATA_DIR: dataDir })
  await sendSampleDay(stack.url, now, { servers: true })
  for (const { path } of FIGURES) answers.set(path, await getJson(`${stack.url}${path}&${RANGE}`))
  for (const { path, part } of SCREENS) {
    const { page, close } = await openScreen(browser, stack.url + path)
    await page.locator('main table tbody tr').first().waitFor()
    texts.set(path, (await page.locator(part).first().textContent()) ?? '')
    await close()
  }
  await stack.close()
  engine = await openTestEngine(dataDir, 30)
})
afterAll(async () => {
  await engine?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function valueOf({ sql }: Figure): Promise<unknown> {
  const [row] = await engine.query<{ value: unknown }>(sqlOf(sql, FROM, TO), {})
  return row!.value
}

test.each(FIGURES)('$name', async (figure) => {
  expect(figure.read(answers.get(figure.path) as never)).toEqual(await valueOf(figure))
})

test.each(SCREENS)('$path shows them', async ({ path, shown }) => {
  for (const [name, format] of Object.entries(shown)) {
    const figure = FIGURES.find((item) => item.name === name)!
    expect(texts.get(path)!.replaceAll(/\s+/g, ' ')).toContain(format((await valueOf(figure)) as never))
  }
})
