// What each engine knows about the largest paint, and nothing that it does not know.

import { expect, test } from 'vitest'
import { openPage } from '../testing/page.ts'
import { vitalsMeasured, vitalsOf } from '../testing/vitals.ts'

const phases = ['time_to_first_byte', 'load_delay', 'load_duration', 'render_delay']

test('LCP has its element and phases where the engine measures it; nothing is made up', async () => {
  const page = await openPage({ path: 'slow-button', init: () => ({ vitals: true }) })
  const measuresLcp = PerformanceObserver.supportedEntryTypes.includes('largest-contentful-paint')
  await vitalsMeasured(page)
  await page.leave()
  await expect.poll(async () => (await vitalsOf(page)).length).toBeGreaterThan(1)
  const causes = (await vitalsOf(page)).map((vital) => ({
    name: vital['browser.web_vital.name'],
    keys: Object.keys(vital).filter((key) => /^errata\.(?:vital|debug)|^code/.test(key)),
  }))
  const expected = ['errata.vital.element', ...phases.map((phase) => `errata.vital.phase.${phase}`)]
  for (const { name, keys } of causes) expect(keys, String(name)).toEqual(name === 'lcp' ? expected : [])
  expect(causes.some(({ name }) => name === 'lcp')).toBe(measuresLcp)
})
