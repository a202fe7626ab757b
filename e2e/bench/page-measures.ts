// What a page costs its user: the time until a list is painted, keys, scrolling, memory. Chromium measures.
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type CDPSession, type Page } from 'playwright'
import { percentile } from '../../scripts/bench/table.ts'

/**
 * Milliseconds of keys or clicks. `events`: of each, from input to next paint, by Event Timing, which knows
 * no less than 16. `cpu`: of the main thread, for all.
 */
type InputCost = { events: number[]; cpu: number }
/** Milliseconds. `cpu`: of the main thread, for each frame. */
type ScrollCost = { cpu: number; p50: number; p95: number }

const SCROLL_STEP = 90
const FRAMES = 120
/** The page rests so long between two keys, times the throttling. */
const REST_MS = 350

/** Between two repetitions of a key that is held. */
const REPEAT_MS = 33

/** After a first paint: what follows it must not count as a key's. */
const SETTLE_MS = 2_000

/** Collects event timings, and the time at which the selector is first painted. */
const observer = (selector: string) => `
  globalThis.bench = { events: [] }
  new PerformanceObserver((list) => bench.events.push(
    ...list.getEntries().map(({ interactionId, duration }) => ({ interactionId, duration }))
  )).observe({ type: 'event', durationThreshold: 16 })
  bench.painted = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(${JSON.stringify(selector)})) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    })
    observer.observe(document, { childList: true, subtree: true })
  })`

export type MeasuredScreen = {
  path: string
  /** Its answer brings the rows. */
  api: string
  /** Selectors of a row, and of what scrolls. */
  row: string
  box: string
  keys: string[]
}

const LOADS = 3
const KEYS = 8
const HELD = 30

/** The values of the table by label. `throttling`: 4 makes the processor a quarter as fast. */
export async function measureScreen(
  url: string,
  { path, api, row, box, keys }: MeasuredScreen,
  throttling: number,
): Promise<Map<string, string>> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    // From then on the code is in the HTTP cache.
    await page.goto(url)
    await pause(1_000)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttling })
    await page.addInitScript(observer(row))
    const target = { page, devtools }
    const loads = []
    for (let load = 0; load < LOADS; load++) loads.push(await open(page, url + path, api))
    const values = new Map([
      ['navigation → first row painted, ms', median(loads.map(({ fromStart }) => fromStart))],
      ['last byte of the answer → painted, ms', median(loads.map(({ fromEnd }) => fromEnd))],
    ])
    for (const key of keys) {
      const cost = await press(target, Array<string>(KEYS).fill(key), REST_MS * throttling)
      values.set(`\`${key}\`: event p50, worst; processor, ms`, describeInput(cost))
    }
    const repeated = await hold(target, keys[0]!, HELD)
    values.set(`\`${keys[0]}\` held, ${HELD} times: event p50, worst; processor, ms`, describeInput(repeated))
    values.set('a frame of scrolling: processor; p50, p95, ms', describeScroll(await scroll(target, box)))
    await devtools.send('HeapProfiler.collectGarbage')
    const heap = (await metric(devtools, 'JSHeapUsedSize')) / 1e6
    values.set('JS heap after a collection, MB', heap.toFixed(0))
    return values.set('rows in the document', `${await page.locator(row).count()}`)
  } finally {
    await browser.close()
  }
}

type Target = { page: Page; devtools: CDPSession }

async function open(page: Page, url: string, api: string) {
  await page.goto(url)
  const painted = await page.evaluate<number>('bench.painted')
  await pause(SETTLE_MS)
  const end = await page.evaluate<number>(`(() => {
    const { responseEnd } = performance.getEntriesByType('resource')
      .find(({ name }) => new URL(name).pathname.startsWith(${JSON.stringify(api)}))
    return responseEnd
  })()`)
  return { fromStart: painted, fromEnd: painted - end }
}

function press(target: Target, keys: string[], restMs: number): Promise<InputCost> {
  return costOf(target, keys.length, async () => {
    for (const key of keys) {
      const rest = pause(restMs)
      await target.page.keyboard.press(key)
      await rest
    }
  })
}

function hold(target: Target, key: string, times: number): Promise<InputCost> {
  const { keyboard } = target.page
  return costOf(target, times, async () => {
    for (let count = 0; count < times; count++) {
      const rest = pause(REPEAT_MS)
      await keyboard.down(key)
      await rest
    }
    await keyboard.up(key)
  })
}

type TimedEvent = { interactionId: number; duration: number }

/** Of `count` inputs. */
async function costOf(
  { page, devtools }: Target,
  count: number,
  action: () => Promise<unknown>,
): Promise<InputCost> {
  await page.evaluate('bench.events.length = 0')
  const cpu = await cpuOf(devtools, async () => {
    await action()
    await pause(1_000)
  })
  const inputs = Map.groupBy(
    await page.evaluate<TimedEvent[]>('bench.events'),
    ({ interactionId }) => interactionId,
  )
  inputs.delete(0)
  const slow = [...inputs.values()].map((events) => Math.max(...events.map(({ duration }) => duration)))
  return { events: [...slow, ...Array<number>(Math.max(0, count - slow.length)).fill(16)], cpu }
}

async function cpuOf(devtools: CDPSession, action: () => Promise<unknown>): Promise<number> {
  const before = await metric(devtools, 'TaskDuration')
  await action()
  return ((await metric(devtools, 'TaskDuration')) - before) * 1_000
}

async function scroll({ page, devtools }: Target, selector: string): Promise<ScrollCost> {
  const before = await metric(devtools, 'TaskDuration')
  const frames = await page.evaluate<number[]>(`new Promise((resolve) => {
    const box = document.querySelector(${JSON.stringify(selector)})
    const frames = []
    let last = performance.now()
    const step = (now) => {
      frames.push(now - last)
      last = now
      box.scrollTop += ${SCROLL_STEP}
      if (frames.length > ${FRAMES}) resolve(frames.slice(1))
      else requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })`)
  const cpu = ((await metric(devtools, 'TaskDuration')) - before) * 1_000
  return { cpu: cpu / FRAMES, p50: percentile(frames, 0.5), p95: percentile(frames, 0.95) }
}

async function metric(devtools: CDPSession, name: string): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find((item) => item.name === name)?.value ?? Number.NaN
}

/** As a cell of a table: median and worst event, processor time of one: `24, 32; 19`. */
function describeInput({ events, cpu }: InputCost): string {
  return `${percentile(events, 0.5)}, ${Math.max(...events)}; ${Math.round(cpu / events.length)}`
}

/** As a cell of a table: `8.1; 16.7, 16.8`. */
function describeScroll({ cpu, p50, p95 }: ScrollCost): string {
  return `${cpu.toFixed(1)}; ${p50.toFixed(1)}, ${p95.toFixed(1)}`
}

/** As a cell of a table, without decimals. */
function median(values: number[]): string {
  return `${Math.round(percentile(values, 0.5))}`
}
