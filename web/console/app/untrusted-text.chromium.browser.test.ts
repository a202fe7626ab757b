// Text of the monitored applications on every screen: it stays where it is, and what is invisible is named.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { formatTerm } from '../../../contract/query.ts'
import { openScreen } from '../testing/open-screen.tsx'
import { all, boxOf, press, shown } from '../testing/page.ts'
import { playRecording } from '../testing/recording.ts'

type Name = 'issueId' | 'traceId' | 'spanId' | 'service' | 'release' | 'route' | 'operation' | 'rtlIssueId'
type Data = Record<Name, string>
type Case = { path: string; act?: () => Promise<unknown> }

const { data } = await playRecording('untrusted', /^\/api\/issues\//)
const { issueId, traceId, spanId, service, release, route, operation, rtlIssueId } = data as Data

const name = encodeURIComponent
const cases: Record<string, Case> = {
  'the list of issues': { path: '/', act: openFilters },
  'a search': { path: `/?q=${name('type:"«\u202Etype"')}&release=${name(release)}` },
  'selected issues': {
    path: `/?service=${name(service)}`,
    act: async () => {
      await press('j', 'x')
      await shown(page.getByRole('toolbar'))
    },
  },
  suggestions: {
    path: '/',
    act: async () => {
      await press('/', 'route:')
      await shown(page.getByRole('option', { name: /RLO/ }))
    },
  },
  'an issue': { path: `/issues/${issueId}` },
  'the raw stack of an issue': { path: `/issues/${issueId}?stack=text` },
  'the list of traces': { path: '/traces?order=errors', act: openFilters },
  'what differs in traces': { path: '/traces?minDurationNs=500000000' },
  'a trace': {
    path: `/traces/${traceId}?span=${spanId}`,
    act: () => shown(page.getByText(/Attributes/)),
  },
  releases: { path: '/releases' },
  'a release': {
    path: `/releases/${name(service)}/${name(release)}`,
    act: async () => {
      await page.getByRole('button', { name: /Where its events happen/ }).click()
      await shown(page.getByText(/mechanism/))
    },
  },
  today: { path: '/today' },
  operations: { path: `/operations?service=${name(service)}` },
  'an operation': { path: `/operations/${name(service)}?operation=${name(operation)}` },
  'web vitals': { path: `/vitals?q=${name(formatTerm({ name: 'route', value: route }))}` },
  'source maps': { path: `/maps?service=${name(service)}&release=${name(release)}` },
  'recent pages in the palette': {
    path: `/issues/${issueId}`,
    act: async () => {
      await press('{Control>}k{/Control}')
      await shown(page.getByRole('option', { name: /Issues/ }))
    },
  },
}

test.for(Object.keys(cases))('%s isolates untrusted text and shows its invisible characters', async (key) => {
  const { path, act } = cases[key]!
  const screen = await openScreen(path)
  const isolated = () =>
    all('main bdi').filter((text) => text.checkVisibility() && text.textContent.includes('[RLO]'))
  await expect.poll(() => isolated().length).toBeGreaterThan(0)
  await screen.settled()
  await act?.()
  await expect.poll(rawTexts).toEqual([])
})

test('long, empty and invisible text stays inside a narrow window', async () => {
  await openScreen('/?service=rtl')
  await shown(page.getByRole('link', { name: /Rtl\[RLO\]Error a\[ZWSP\]b/ }))
  await shown(page.getByRole('link', { name: /^Error/ }))
  await openScreen(`/issues/${rtlIssueId}`, { width: 390, height: 844 })
  await shown(page.getByRole('complementary').getByText(/\[RLO\]admin/))
  expect(document.documentElement.scrollWidth).toBe(390)
  expect(document.title.length).toBeLessThan(160)
  await openScreen('/?service=rtl', { width: 390, height: 844 })
  await page.getByRole('row', { name: /TTTT/ }).getByRole('link').click()
  const title = page.getByRole('heading', { level: 1, name: /TTTT/ })
  await shown(title)
  expect(boxOf(title).height).toBeLessThan(220)
  expect(document.documentElement.scrollWidth).toBe(390)
})

async function openFilters(): Promise<void> {
  await press('f')
  await shown(page.getByRole('heading', { name: /^service/ }))
}

/**
 * The texts, titles and labels of the page with a raw character of this kind, and the texts that share their
 * direction with the text beside them.
 */
function rawTexts(): string[] {
  const control = /[\u200B\u202A-\u202E\u2066-\u2069]/
  // The rows of the waterfall isolate by their stylesheet. A toast, a menu and a label are plain text.
  const isolating = 'bdi, option, .visually-hidden, [role=treeitem], .toasts'
  const raw = control.test(document.title) ? [`title: ${document.title}`] : []
  for (const element of all('body *'))
    for (const attribute of ['title', 'aria-label', 'aria-valuetext', 'placeholder', 'alt'])
      if (control.test(element.getAttribute(attribute) ?? '')) raw.push(`${attribute}: ${element.outerHTML}`)
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const [text, parent] = [node.textContent ?? '', node.parentElement]
    if (!parent || parent.closest('script, style, svg')) continue
    if (control.test(text)) raw.push(`text: ${parent.outerHTML}`)
    if (text.includes('«') && !parent.closest(isolating)) raw.push(`beside other text: ${parent.outerHTML}`)
  }
  return raw.map((line) => line.slice(0, 300))
}
