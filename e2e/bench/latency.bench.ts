// How long the journey takes and what the house weighs: from the launcher to the answer, with the real processes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile, writeTable } from '../../scripts/bench/table.ts'
import { ask, openHouse, until, type House } from '../house.ts'
import { openBrowser } from '../page.ts'
import { exceptionLog, post } from '../telemetry.ts'

const times = 50
const readme = join(import.meta.dirname, 'README.md')

const began = performance.now()
const house = await openHouse()
const ready = performance.now() - began
try {
  await pause(15_000)
  writeTable(readme, 'Idle, 15 s after ready', ['process', 'resident MB'], weigh(house))
  const doors = await throughTheDoors(house)
  const pages = await throughTheDemo(house)
  writeTable(
    readme,
    `The journey, milliseconds, ${times} times`,
    ['part', 'p50', 'p95'],
    [
      row('page breaks → its digest is answered by /api/events', pages.whole),
      row('page breaks → fallback screen is painted', pages.painted),
      row('relay is asked → relay has answered 200', doors.answered),
      row('relay has answered → /api/events answers', doors.queryable),
      row('/api/events/DIGEST alone', doors.event),
      row('/api/issues alone', doors.issues),
    ],
  )
} finally {
  const { milliseconds } = await house.close()
  writeTable(
    readme,
    'Start and stop',
    ['what', 'milliseconds'],
    [
      ['launcher started → ready', Math.round(ready)],
      ['Ctrl-C → all gone', milliseconds],
    ],
  )
}

function row(part: string, values: number[]): (string | number)[] {
  return [part, percentile(values, 0.5).toFixed(1), percentile(values, 0.95).toFixed(1)]
}

function weigh({ processes }: House): (string | number)[][] {
  return processes().map(({ pid, command }) => {
    const resident = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    return [
      /otelcol/.test(command) ? 'otel-collector' : (/(relay|store)\/index\.ts/.exec(command)?.[1] ?? command),
      Math.round(resident / 1024),
    ]
  })
}

async function throughTheDoors({ url }: House) {
  const taken = {
    answered: [] as number[],
    queryable: [] as number[],
    event: [] as number[],
    issues: [] as number[],
  }
  for (let index = 0; index < times; index++) {
    const { digest, body } = exceptionLog({ message: `number ${index}`, service: 'bench' })
    taken.answered.push(await timed(async () => (await post(`${url}/monitoring`, body)).arrayBuffer()))
    taken.queryable.push(await timed(() => isQueryable(url, digest)))
    taken.event.push(await timed(() => ask(`${url}/api/events/${digest}`)))
    taken.issues.push(await timed(() => ask(`${url}/api/issues?range=24h`)))
  }
  return taken
}

async function throughTheDemo({ url }: House) {
  const browser = await openBrowser()
  const taken = { painted: [] as number[], whole: [] as number[] }
  for (let index = 0; index < times; index++) {
    const { page, leave } = await browser.visit(`${url}/demo`)
    const button = page.getByRole('button', { name: /render/i }).first()
    await button.waitFor()
    const start = performance.now()
    await button.click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    taken.painted.push(performance.now() - start)
    const digest = /Digest:\s*(\w{8})/.exec(await alert.innerText())?.[1] ?? ''
    await isQueryable(url, digest)
    taken.whole.push(performance.now() - start)
    await leave()
  }
  await browser.close()
  return taken
}

/** Asks every 5 ms, so that the figure is finer than what it measures. */
function isQueryable(url: string, digest: string): Promise<unknown> {
  return until('queryable', () => ask(`${url}/api/events/${digest}`), 20_000, 5)
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await act()
  return performance.now() - start
}
