// What a snapshot costs the main thread of a page: the copy when an error is caught, and what follows in a
// later task (names of classes, JSON, compression).

import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright'
import { percentile, writeTable } from '../../../scripts/bench/table.ts'
import type { createSnapshots } from '../snapshot/snapshot.ts'
import { buildSdk } from './build.ts'
import { mainThreadMs, openMeter } from './meter.ts'

/** Elements of the page, and the processor time that a copy may take, in milliseconds. */
const pages = [
  [1_800, 6],
  [18_000, 35],
] as const
const rounds = 15
const rowElements = 9

const meter = await openMeter()
const rows: string[][] = []
for (const [elements, limit] of pages) {
  const { tab, session, close } = await meter.open(await buildSdk('errors'))
  await tab.evaluate(fillPage, elements / rowElements)
  const idle: number[] = []
  const copies: number[] = []
  const rests: number[] = []
  let bytes = 0
  for (let round = 0; round < rounds; round++) {
    idle.push(await timeOf(tab, session, 'nothing'))
    copies.push(await timeOf(tab, session, 'take'))
    rests.push(await timeOf(tab, session, 'send'))
    bytes = await tab.evaluate(() => (globalThis as unknown as { sentBytes: number }).sentBytes)
  }
  await close()
  const base = percentile(idle, 0.5)
  const [copy, rest] = [copies, rests].map((times) => percentile(times, 0.5) - base) as [number, number]
  rows.push([String(elements), copy.toFixed(1), rest.toFixed(1), (bytes / 1000).toFixed(1)])
  if (copy > limit) process.exitCode = 1
}
await meter.close()
const head = ['elements', 'the copy, ms', 'the rest, ms', 'sent, KB']
writeTable(join(import.meta.dirname, 'README.md'), `A snapshot, medians of ${rounds} rounds`, head, rows)

async function timeOf(tab: Page, session: CDPSession, step: 'nothing' | 'take' | 'send'): Promise<number> {
  const before = await mainThreadMs(session)
  await tab.evaluate(async (name) => {
    const steps = (globalThis as unknown as { steps: Record<string, () => Promise<void>> }).steps
    await steps[name]!()
  }, step)
  return (await mainThreadMs(session)) - before
}

/** Runs in the page: a table of an application, and the chunk beside a core that records. */
async function fillPage(tableRows: number): Promise<void> {
  const html = Array.from(
    { length: tableRows },
    (_, row) =>
      `<tr class="row"><td style="width: 20%"><span class="name">Customer ${row}</span></td>` +
      `<td class="cell number" title="Order ${row}">${row * 17} EUR</td><td class="cell">In delivery</td>` +
      `<td><a class="link" href="/orders/${row}">Open</a></td><td class="cell">3</td></tr>`,
  )
  document.querySelector('main')!.innerHTML = `<table><tbody>${html.join('')}</tbody></table>`
  const css = Array.from({ length: 400 }, (_, n) => `.rule-${n} .cell { color: red; margin: ${n}px }`)
  document.head.append(Object.assign(document.createElement('style'), { textContent: css.join('\n') }))
  const address = '/copy.js'
  const chunk = (await import(address)) as { createSnapshots: typeof createSnapshots }
  const digest = { 'errata.digest': '7K3M9QXP' }
  let posted: (() => void) | undefined
  const start = () => {
    const core = {
      url: '/monitoring',
      options: {},
      trace: { traceId: '' },
      controller: new AbortController(),
      handle: () => snapshots.send(digest),
    } as unknown as Parameters<typeof createSnapshots>[0]['core']
    const options = {
      core,
      resource: {},
      shared: {
        fetch: ((_: unknown, init: { body: Blob }) => {
          Object.assign(globalThis, { sentBytes: init.body.size })
          posted?.()
          return Promise.resolve(new Response())
        }) as never,
      },
    }
    const snapshots = chunk.createSnapshots(options)
    return core
  }
  let core = start()
  const thrown = { thrown: new Error('no amount') }
  Object.assign(globalThis, {
    steps: {
      nothing: () => Promise.resolve(),
      async take() {
        core = start()
        core.takeSnapshot!(thrown.thrown)
      },
      send() {
        const sent = new Promise<void>((resolve) => (posted = resolve))
        const occurrence = { digest: digest['errata.digest'] }
        core.handle({ ...thrown, occurrence, severity: 17, mechanism: 'manual', at: 0 } as never)
        return sent
      },
    },
  })
}
