// Commits: suspects and owners on the page of an issue, all commits on the page of a release.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { facetLink, hasQuery, searchBox } from '../../testing/narrow-page.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { all, expectAccessible, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'

const { data, requests, replace } = await playRecording('commits', /^\/api\/(issues|operations|vitals)\b/)
const { issueId, laterId } = data as { issueId: string; laterId: string }

const panel = () => page.getByRole('region', { name: 'What changed' })
const texts = (selector: string) => all(selector).map(({ textContent }) => textContent)

test.each(['light', 'dark'] as const)(
  'an issue shows its suspect commits with evidence, %s',
  async (theme) => {
    await openScreen(`/issues/${issueId}`, { theme })
    await shown(page.getByRole('heading', { name: 'What changed' }))
    const list = 'ol[aria-label^="Suspect commits"] > li'
    expect(texts(`${list} h3`)).toEqual([
      expect.stringMatching(/^Totals in minor units.* 6232000/),
      expect.stringMatching(/^Quotes without the old guard 6233000/),
    ])
    expect(texts(`${list} > p`)).toEqual([
      'line 42 changed src/cart/totals.ts',
      'file changed src/cart/quote.ts, lines 12–30, 41; the stack passes line 71',
    ])
    expect(texts('#changed + small')).toEqual([
      'since 1.0.0: 25 commits by 3 authors, 2 change files of this stack',
    ])
    const link = panel().getByRole('link', { name: /^6232000/ })
    expect(link.element().getAttribute('href')).toBe(
      `https://git.example/shop/web/commit/${'6232'.padEnd(40, '0')}`,
    )
    await panel().getByText('23 commits change no file of this stack').click()
    await shown(panel().getByText('Upgrade the router'))
    await expectAccessible()
    for (const width of [1024, 390, 320]) {
      await page.viewport(width, 844)
      await expect.poll(() => document.documentElement.scrollWidth).toBe(width)
      await expectAccessible()
    }
  },
)

test('the author of the line is suggested first, then the owners; a click assigns the issue', async () => {
  replace(/^PATCH/, () => Response.json({}))
  await openScreen(`/issues/${issueId}`)
  await shown(page.getByRole('heading', { name: 'What changed' }))
  const buttons = panel().getByRole('button', { name: /^Assign/ })
  expect(buttons.elements().map(({ textContent }) => textContent)).toEqual([
    'Assign to Lena Marek',
    'Assign to @lmarek',
  ])
  await buttons.first().click()
  await expect.poll(() => requests.some((request) => request.startsWith('PATCH /api/issues'))).toBe(true)
})

test('the owner is first in the list of assignees', async () => {
  await openScreen(`/issues/${issueId}`)
  await shown(page.getByRole('heading', { name: 'What changed' }))
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  const options = () => all('[popover]:popover-open [role=option]').map(({ textContent }) => textContent)
  await expect.poll(() => options().slice(0, 2)).toEqual(['me, Robin Holt', '@lmarekowner'])
})

test('a build that could not send commits says why', async () => {
  await openScreen(`/issues/${laterId}`)
  await shown(
    panel().getByText(/^The build of 1.2.0 sent no commits: the clone is shallow and ends after the release/),
  )
})

test('a release has a table of its commits', async () => {
  await openScreen('/releases/shop/1.1.0')
  await shown(page.getByRole('heading', { name: 'Commits' }))
  const rows = 'table[aria-label="Commits of the release"] tbody tr'
  expect(all(rows)).toHaveLength(20)
  await page.getByRole('button', { name: '20 of 25. Show all' }).click()
  await expect.poll(() => all(rows)).toHaveLength(25)
  const broken = () => texts(`${rows} td:last-child`)
  await expect
    .poll(() => broken().slice(0, 3))
    .toEqual([
      expect.stringMatching(/^NewTypeError .*line 42$/),
      expect.stringMatching(/^NewTypeError .*file$/),
      '–',
    ])
  expect(all(`${rows} th a`)[0]?.textContent).toContain('6232000')
  await expectAccessible()
  await page.viewport(390, 844)
  await expect.poll(() => document.documentElement.scrollWidth).toBe(390)
  await expectAccessible()
})

test('a facet narrows the list to the issues of an owner, and the search suggests owners', async () => {
  const screen = await openScreen('/')
  await page.getByRole('button', { name: 'Filters' }).click()
  ;(await facetLink('owner', '@lmarek')).click()
  await hasQuery(screen, 'q', 'owner:@lmarek')
  await shown(page.getByText(/^\d+ of \d+$/))
  await userEvent.fill(searchBox(), 'owner:')
  const options = () => all('[role=listbox] [role=option]').map(({ textContent }) => textContent)
  await expect
    .poll(() => options().toSorted())
    .toEqual([expect.stringMatching(/^owner:@lmarek2/), 'owner:none'])
})
