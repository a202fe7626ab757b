// Opens a page with an SDK in a new browser context, and measures its cost.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type CDPSession } from 'playwright'
import { findChromium } from '../../../scripts/browsers.ts'
import type { Built } from './build.ts'

export type Cost = {
  /** Of the renderer's main thread, including the page itself. */
  cpuMs: number
  heapBytes: number
  /** 0: no task was longer than 50 ms, the browser's limit for long tasks. */
  longestTaskMs: number
}

/** Until the chunks have loaded and the first timers have run. */
const settleMs = 400

export async function openMeter() {
  let current: Built = { entry: '', files: new Map() }
  const server = createServer(({ url, method }, response) => {
    const code = current.files.get((url ?? '').slice(1))
    // A chunk that was left out never arrives.
    if (url?.endsWith('.js') && code === undefined) return
    const exists = url === '/' || url === '/books.json' || method === 'POST'
    response.statusCode = (code ?? exists) ? 200 : 404
    response.setHeader('cache-control', 'no-store')
    response.setHeader(
      'content-type',
      code ? 'text/javascript' : url === '/' ? 'text/html' : 'application/json',
    )
    response.end(code ?? (url === '/' ? page : url === '/books.json' ? books : '{}'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  return {
    open,
    async measure(built: Built, slowdown: number): Promise<Cost> {
      const { tab, session, close } = await open(built, slowdown)
      await tab.waitForTimeout(settleMs * Math.sqrt(slowdown))
      const cpuMs = (await metric(session, 'TaskDuration')) * 1000
      const longestTaskMs = await tab.evaluate(() =>
        Math.max(0, ...(globalThis as unknown as { longTasks: number[] }).longTasks),
      )
      const heapBytes = await usedHeap(session)
      await close()
      return { cpuMs, heapBytes, longestTaskMs }
    },
    /** Milliseconds of the main thread, at each of these milliseconds after the load event. */
    async measureTasks(built: Built, slowdown: number, instants: readonly number[]): Promise<number[]> {
      const { tab, session, close } = await open(built, slowdown)
      const start = performance.now()
      const durations: number[] = []
      for (const instant of instants) {
        await tab.waitForTimeout(Math.max(0, start + instant - performance.now()))
        durations.push((await metric(session, 'TaskDuration')) * 1000)
      }
      await close()
      return durations
    },
    async close() {
      await browser.close()
      server.closeAllConnections()
      server.close()
    },
  }

  async function open(built: Built, slowdown = 1) {
    current = built
    const context = await browser.newContext()
    const tab = await context.newPage()
    const session = await context.newCDPSession(tab)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await tab.goto(`http://127.0.0.1:${port}/`)
    return { tab, session, close: () => context.close() }
  }
}

/** Bytes after a garbage collection. */
export async function usedHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  return metric(session, 'JSHeapUsedSize')
}

/** Processor time of the renderer's main thread since the page was opened. */
export async function mainThreadMs(session: CDPSession): Promise<number> {
  return (await metric(session, 'TaskDuration')) * 1000
}

/** What the application of `sdks/application.js` shows. */
const books = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, title: `Book ${id}` })))

const page = `<!doctype html><html lang="en"><head><title>bench</title><script>
  globalThis.longTasks = []
  const add = (list) => list.getEntries().forEach(({ duration }) => longTasks.push(duration))
  new PerformanceObserver(add).observe({ type: 'longtask', buffered: true })
</script><script type="module" src="/entry.js"></script></head><body><main id="app">here</main></body></html>`

async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
}
