// Breaks the page in every way, one after the other, then goes to the next build. The address says who runs:
// `?engine=firefox&builds=vite-1,webpack-1`, the first of which is this page.

import { flush, init, type MonitoringRecord } from '@errata/monitoring'

const parameters = new URLSearchParams(location.search)
const engine = parameters.get('engine') ?? ''
const [build = '', ...builds] = (parameters.get('builds') ?? '').split(',')

/** Longer than any engine needs; what is missing then, the test finds. */
const patienceMs = 5000

let current = ''
let resolveCurrent = (): void => {}

/** Each record has the name of its break, and ends it. */
export function initMonitoring(): void {
  init({
    service: 'maps-app',
    release: build.replace(/.*-/, ''),
    environment: `${build} ${engine}`,
    tracesSampleRate: 0,
    beforeSend(record: MonitoringRecord) {
      if (record.eventName === 'exception') {
        record.attributes['app.break'] = current
        resolveCurrent()
      }
      return record
    },
  })
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

export async function walk(breaks: string[]): Promise<void> {
  while (!document.querySelector('[data-break]')) await pause(10)
  for (const name of breaks) {
    const { promise, resolve } = Promise.withResolvers<void>()
    current = name
    resolveCurrent = resolve
    const timer = setTimeout(resolve, patienceMs)
    document.querySelector<HTMLElement>(`[data-break="${name}"]`)?.click() // [walk]
    await promise
    clearTimeout(timer)
    // An error within the report of another one has no event.
    await pause(0)
  }
  await flush(patienceMs)
  if (builds.length) location.assign(`/${builds[0]}/index.html?engine=${engine}&builds=${builds.join()}`)
}
