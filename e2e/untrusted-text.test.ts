// Text of the monitored applications on every screen: it stays where it is, and what is invisible is named.
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { NEW, OPERATION, rawTexts, ROUTE, sendUntrustedText, SERVICE } from './testing/untrusted-text.ts'
import { patchIssue, press, row } from './testing/issues.ts'
import { post } from './testing/http.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'

const { stack, browser } = startStackWithBrowser()
let ids: Awaited<ReturnType<typeof sendUntrustedText>>
beforeAll(async () => {
  ids = await sendUntrustedText(stack.url)
  await patchIssue(stack.url, ids.issueId, { assignee: '«\u202Eassignee»' })
  await post(`${stack.url}/api/issues/${ids.issueId}/notes`, { body: '«\u202Enote»' })
})

const name = encodeURIComponent
const screens: Record<string, { path: () => string; act?: (page: Page) => Promise<void> }> = {
  'the list of issues': { path: () => '/', act: openFilters },
  'a search': { path: () => `/?q=${name('type:"«\u202Etype"')}&release=${name(NEW)}` },
  'selected issues and the toast of an action': {
    path: () => `/?service=${name(SERVICE)}`,
    act: async (page) => {
      await row(page, /^Select «\[RLO\]type/).waitFor()
      await press(page, 'j', 'x', 'e')
      await page.getByText('«[RLO]type[ZWSP]» resolved').waitFor()
    },
  },
  suggestions: {
    path: () => '/',
    act: async (page) => {
      await press(page, '/')
      await page.keyboard.type('route:')
      await page.getByRole('option', { name: /RLO/ }).first().waitFor()
    },
  },
  'an issue': { path: () => `/issues/${ids.issueId}` },
  'the raw stack of an issue': { path: () => `/issues/${ids.issueId}?stack=text` },
  'the list of traces': { path: () => '/traces?order=errors', act: openFilters },
  'what differs in traces': { path: () => '/traces?minDurationNs=500000000' },
  'a trace': {
    path: () => `/traces/${ids.traceId}?span=${ids.spanId}`,
    act: async (page) => {
      await page.getByText('Attributes').first().waitFor()
    },
  },
  releases: { path: () => '/releases' },
  'a release': {
    path: () => `/releases/${name(SERVICE)}/${name(NEW)}`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Where its events happen' }).click()
      await page.getByText('mechanism', { exact: false }).first().waitFor()
    },
  },
  operations: { path: () => `/operations?service=${name(SERVICE)}` },
  'an operation': { path: () => `/operations/${name(SERVICE)}?operation=${name(OPERATION)}` },
  'web vitals': { path: () => `/vitals?route=${name(ROUTE)}` },
  'source maps': { path: () => `/maps?service=${name(SERVICE)}&release=${name(NEW)}` },
  'recent pages in the palette': {
    path: () => `/issues/${ids.issueId}`,
    act: async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('Control+k')
      await page
        .getByRole('option', { name: /Issues/ })
        .first()
        .waitFor()
    },
  },
}

test.for(Object.keys(screens))(
  '%s isolates untrusted text and shows its invisible characters',
  async (key) => {
    const { path, act } = screens[key]!
    const { page, close } = await browser.open(stack.url + path())
    await page.locator('main bdi:visible').filter({ hasText: '[RLO]' }).first().waitFor()
    // Marks of releases and shares come later.
    await page.waitForLoadState('networkidle')
    await act?.(page)
    await expect.poll(() => rawTexts(page)).toEqual([])
    await close()
  },
)

async function openFilters(page: Page): Promise<void> {
  await page.keyboard.press('f')
  await page.getByRole('heading', { name: /^service/ }).waitFor()
}
