import { expect, test } from 'vitest'
import { openPage } from './testing/page.ts'

// An application that listens itself hears before the package what the browser does to requests as a page goes.
const listeners = {
  'no listener of its own': '',
  'a listener of its own, added first': "addEventListener('pagehide', () => {});",
  'a listener of its own that captures': "addEventListener('pagehide', () => {}, true);",
}

test.for(Object.entries(listeners))(
  'what is under way when a page goes arrives once: %s',
  async ([, listen]) => {
    const page = await openPage({ path: 'mounted' })
    await page.run(`
    await stage.flush()
    await stage.shutdown()
    ${listen}
    stage.init({ service: 'stage', url: '/receiver/late/${page.name}', tracesSampleRate: 0 })
    stage.captureException(new Error('under way'))`)
    await expect.poll(async () => (await page.exceptions()).length).toBe(1)
    await page.run("stage.captureException(new Error('waiting')); return undefined")
    await page.leave()
    await expect
      .poll(async () => (await page.exceptions()).some((one) => one['exception.message'] === 'waiting'))
      .toBe(true)
    // Whatever else was sent as the page went is older than these.
    for (let asked = 0; asked < 3; asked++) await page.exceptions()
    expect((await page.exceptions()).map((one) => String(one['exception.message'])).toSorted()).toEqual([
      'under way',
      'waiting',
    ])
  },
)
