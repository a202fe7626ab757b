// Crash-free sessions on the list of releases: a drop after a deploy is visible, also on a phone.
import { expect, test } from 'vitest'
import type { ReleasesAnswer } from '../../../../contract/releases.ts'
import { page } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'
import { all, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'

const [RELEASE, PREVIOUS_RELEASE] = ['2026.11.3', '2026.11.2']

const { requests, replace } = await playRecording('servers')

const chart = () => page.getByRole('figure', { name: /Crash-free sessions over time, with releases/ })
const rowOf = async (release: string) =>
  (await shown(page.getByRole('row', { name: new RegExp(release) }))).textContent

test('the drop of crash-free sessions since the deploy is in words, a line and a row', async () => {
  await openScreen('/releases?service=shop')
  const figure = await shown(chart())
  const text = figure.textContent
  const [, before, since] = /([\d.]+) % crash-free before shop ?2026\.11\.3([\d.]+) % since/.exec(text) ?? []
  expect(Number(before)).toBeGreaterThan(96)
  expect(Number(since)).toBeLessThan(Number(before) - 2)
  expect(text).toContain('100 %')
  expect(all('g[data-service]', figure).length).toBe(1)
  // The line falls at its end: y grows downwards. The last step may have just begun.
  const points = all('polyline', figure).at(-1)!.getAttribute('points')!
  const heights = points.split(' ').map((pair) => Number(pair.split(',')[1]))
  expect(Math.max(...heights.slice(-2))).toBeGreaterThan(heights[0]! + 15)
  await shown(page.getByRole('img', { name: `Crash-free sessions 24 hours before and after ${RELEASE}` }))
  expect(await rowOf(RELEASE)).toMatch(/live for 2 h 5\d m|live for 3 h/)
  expect(await rowOf(RELEASE)).toContain('100 % of now')
  expect(await rowOf(PREVIOUS_RELEASE)).toContain('0 % of now')
})

test('each service has a line in its colour, and a release on the chart opens', async () => {
  const screen = await openScreen('/releases')
  const figure = await shown(chart())
  expect(all('g[data-service]', figure).length).toBe(2)
  const colors = all('g[data-service] polyline', figure).map((line) => getComputedStyle(line).stroke)
  expect(new Set(colors).size).toBe(2)
  await shown(page.getByRole('row', { name: /shop-api.*no sessions \(server\)/ }))
  await chart()
    .getByRole('button', { name: `${RELEASE} shop` })
    .click()
  await expect.poll(() => screen.url().pathname).toBe(`/releases/shop/${RELEASE}`)
})

test('of twenty services no two lines look alike, and each looks as in the legend', async () => {
  await openScreen('/releases')
  await shown(chart())
  const path = requests.find((request) => request.startsWith('/api/releases?') && /trend=true/.test(request))!
  const answer = (await (await fetch(path)).json()) as ReleasesAnswer
  const one = answer.trend!.filter(({ service }) => service === answer.trend![0]!.service)
  const trend = Array.from({ length: 20 }, (_, index) =>
    one.map((at) => ({ ...at, service: `team-${index}` })),
  )
  replace(/^\/api\/releases\?.*trend=true/, () => Response.json({ ...answer, trend: trend.flat() }))
  await openScreen('/releases')
  const figure = await shown(chart())
  const looks = all('g[data-service]', figure).map((line) => {
    const { stroke, strokeDasharray } = getComputedStyle(line.querySelector('polyline')!)
    return `${stroke} ${strokeDasharray}`
  })
  expect(looks.length).toBe(20)
  expect(new Set(looks).size).toBe(20)
  const legend = all('.service[data-service]', figure).map(({ dataset }) => dataset['service'])
  expect(legend).toEqual(all('g[data-service]', figure).map(({ dataset }) => dataset['service']))
})

test('services without sessions show their events over time instead', async () => {
  await openScreen('/releases?service=shop-api')
  await shown(page.getByRole('figure', { name: /Events over time, with releases/ }))
  expect(await rowOf(RELEASE)).toContain('no sessions')
})

test('on a phone a release has its sessions, and nothing moves sideways', async () => {
  await openScreen('/releases?service=shop', { width: 360, height: 800 })
  await shown(page.getByText('sessions'))
  await shown(page.getByText(/100 % of now/))
  expect(document.documentElement.scrollWidth).toBe(360)
})
