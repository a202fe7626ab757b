// The screen of source maps: what is missing, what could not be read, and a table that is read at a glance.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'
import { shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'
import type { MapsAnswer } from '../../../../contract/maps.ts'

const { replace } = await playRecording('empty')

const build = { service: 'shop', release: '1.4.2' }
const map = {
  ...build,
  hash: 'c0ffee',
  debugId: null,
  bytes: 912_345,
  sources: 40,
  repo: '',
  commit: '',
  uploaded: '2026-11-20T08:00:00Z',
}
const ANSWER: MapsAnswer = {
  maps: [
    { ...map, file: 'assets/cart-C0ffee12.js', lastUsed: '2026-11-20T09:00:00Z', occurrences: 12 },
    { ...map, file: 'assets/pay-C0ffee12.js', lastUsed: null, occurrences: 0 },
  ],
  styles: [
    { ...build, file: 'assets/cart-C0ffee12.css', hash: 'cafe', bytes: 31_000, uploaded: map.uploaded },
  ],
  missing: [
    { ...build, service: 'shop-server', file: 'app/chunk.js', occurrences: 3, lastSeen: map.uploaded },
  ],
  failing: [
    {
      ...build,
      file: 'assets/cart-C0ffee12.js',
      source: 'src/generated.ts',
      reason: 'Reading it takes too much processor time or memory.',
      failures: 3,
      since: '2026-11-20T09:00:00Z',
      retry: '2026-11-20T09:04:00Z',
    },
  ],
}

test('the list shows what could not be read, and a number beside its file', async () => {
  replace(/^\/api\/maps/, () => Response.json(ANSWER))
  await openScreen('/maps')
  const shop = page.getByRole('region', { name: 'shop 1.4.2' })
  await shown(shop.getByText('1 source map could not be read'))
  await shown(page.getByText('1 of 1 file in stack traces has no source map'))
  await shop.getByText('1 source map could not be read').click()
  await shown(shop.getByText(/2 maps, 1 style sheet, /))
  const styles = page.getByRole('table', { name: 'Style sheets' })
  await shown(styles.getByText('assets/cart-C0ffee12.css'))
  const failing = page.getByRole('table', { name: 'Source maps that could not be read' })
  const row = failing.getByRole('row', { name: /cart-C0ffee12/ })
  expect((await shown(row)).textContent).toMatch(/src\/generated\.ts.*too much processor time.*3 attempts/)

  const table = page.getByRole('table', { name: 'Source maps', exact: true })
  const file = await shown(table.getByText('assets/cart-C0ffee12.js'))
  const size = await shown(table.getByRole('cell', { name: /MB|kB/ }).first())
  const range = document.createRange()
  range.selectNodeContents(size)
  const gap = range.getBoundingClientRect().left - file.getBoundingClientRect().right
  expect(gap).toBeLessThan(300)
  const zero = await shown(table.getByRole('cell', { name: '0', exact: true }))
  expect(getComputedStyle(zero).fontWeight).toBe('400')
})
