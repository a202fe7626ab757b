// The web vitals of a page that was opened are on the screen of web vitals.
import { test } from 'vitest'
import type { VitalsAnswer } from '../contract/vitals.ts'
import { getJson } from './testing/http.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = shareStackWithBrowser()

test('a visit of the demo has its web vitals, by route and by device', async () => {
  const { page, close } = await browser.open(`${stack.url}/demo`)
  await page.getByRole('button', { name: 'Throw while rendering' }).waitFor()
  // A page that is left before it was painted has no LCP.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        new PerformanceObserver(() => resolve()).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        }),
      ),
  )
  // The page sends them when it ends.
  await page.goto('about:blank')
  await waitFor('the vitals', async () => {
    const answer = await getJson<VitalsAnswer>(`${stack.url}/api/vitals?range=1h&service=demo-shop`)
    return answer.vitals.some(({ name }) => name === 'LCP')
  })
  await page.goto(`${stack.url}/vitals?range=1h&service=demo-shop`)
  await page.getByRole('table', { name: 'Web vitals by route' }).getByRole('row', { name: '/demo' }).waitFor()
  await page
    .getByRole('table', { name: 'LCP by device' })
    .getByRole('rowheader', { name: 'Desktop' })
    .waitFor()
  await close()
})
