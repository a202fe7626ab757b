// Every screen at three widths, light and dark, beside the small picture of it in `pictures/`.
// `UPDATE_PICTURES=1` writes the pictures: look at the screens before.
import { beforeAll, expect, test } from 'vitest'
import type { IssuesAnswer } from '../contract/issues.ts'
import type { TracesAnswer } from '../contract/traces.ts'
import { getJson } from './testing/http.ts'
import { hasFontsOfPictures, pictureDifference } from './testing/picture.ts'
import { sendSampleDay } from './testing/sample-data.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'

/** The share of a picture that may differ. In other time zones dates are longer: up to 0.024 differ. */
const MAX_DIFFERENCE = 0.05
/** With other fonts than those of the pictures texts are wider, and lines break elsewhere. */
const MAX_DIFFERENCE_OF_FONTS = 0.3
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]
/** 1280 pixels at 400 %. */
const ZOOMED = { width: 320, height: 640 }
/** By name: the path, and what is there when the screen is. */
const SCREENS: Record<string, [path: string, selector: string]> = {
  issues: ['/', 'tbody tr a'],
  issue: ['/issues/ISSUE', 'h2'],
  traces: ['/traces', 'tbody tr a'],
  trace: ['/traces/TRACE', '[role=treeitem]'],
  releases: ['/releases', 'tbody tr a'],
  release: ['/releases/shop/2026.11.3', 'tbody tr a'],
  operations: ['/operations', 'tbody tr a'],
  operation: ['/operations/shop-api?operation=GET%20%2Fapi%2Fquote', 'tbody tr a'],
  vitals: ['/vitals', 'tbody tr'],
  status: ['/status', 'tbody tr'],
  // The files of the demo have other names in each build.
  maps: ['/maps?service=shop', 'h1'],
  lookup: ['/lookup', 'h1'],
  connect: ['/connect', 'h2'],
  'not-found': ['/nothing', 'h1'],
}

const { stack, browser } = startStackWithBrowser()
const ids = { issue: '', trace: '' }

beforeAll(async () => {
  await sendSampleDay(stack.url, Date.now(), { servers: true })
  const { issues } = await getJson<IssuesAnswer>(`${stack.url}/api/issues?range=24h&q=amount`)
  const { traces } = await getJson<TracesAnswer>(`${stack.url}/api/traces?range=24h&status=error`)
  ids.issue = issues[0]!.id
  ids.trace = traces.find(({ spans }) => spans === 5)!.traceId
})

test.each(Object.keys(SCREENS).flatMap((name) => [[name, 'light'] as const, [name, 'dark'] as const]))(
  '%s, %s, looks like its picture, and fits 320 px',
  async (name, colorScheme) => {
    const [path, selector] = SCREENS[name]!
    const url = stack.url + path.replace('ISSUE', ids.issue).replace('TRACE', ids.trace)
    const { page, close } = await browser.open(url, { colorScheme })
    await page.locator(selector).first().waitFor()
    const limit = (await hasFontsOfPictures(page)) ? MAX_DIFFERENCE : MAX_DIFFERENCE_OF_FONTS
    for (const size of SIZES) {
      await page.setViewportSize(size)
      // What is still loading has another picture.
      await expect
        .poll(() => pictureDifference(page, `${name}-${size.width}-${colorScheme}`))
        .toBeLessThan(limit)
    }
    await page.setViewportSize(ZOOMED)
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(ZOOMED.width)
    await close()
  },
)
