// One way to break an application: what its user does, what is on the screen then, and what is stored.
import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { Event } from '../../contract/issues.ts'
import type { BrowserSession } from './browser-session.ts'
import { fallbackSentence, readFallback } from './fallback-screen.ts'
import { eventOf, eventWith, issuesWith, matches, storedMessages } from './occurrences.ts'
import type { SharedStack } from './stack-with-browser.ts'

export type Break = {
  /** Link or button, and name of the test. */
  name: string
  /** Names of links and buttons, one after the other. Default: `name` alone. */
  clicks?: string[]
  /** Path of the page that is opened. Default: `/`. */
  path?: string
  /** The fallback screen with the digest; a sentence, with the digest where `{digest}` stands; or nothing. */
  shows: 'fallback screen' | 'nothing' | (string & {})
  /** Clicks wait for the client chunk of the SDK, which lists them, and reads the digests of servers. */
  needsClient?: boolean
  stored: {
    type: string
    /** A part of the message, which no other row has, or a pattern. */
    message: string | RegExp
    /** A pattern where two parts of the page hear of the error, and either may be first. */
    mechanism: string | RegExp
    /** 21: the application is gone. Default 17: uncaught. 13: handled. */
    severity?: number
    /** Default: `service` of the application. */
    service?: string
    route?: string
    /** Default 1: a break is stored once. */
    times?: number
  }
}

/** An application that is served, beside a stack that it reports to. */
export type Application = { browser: BrowserSession; stack: SharedStack; url: string; service: string }

/** Breaks the application, and resolves to the occurrence, which is the one on the screen. */
export async function checkBreak(application: Application, row: Break): Promise<Event> {
  const { browser, stack, url, service } = application
  const { message, type, mechanism, severity = 17, route } = row.stored
  const { page, close } = await browser.open(`${url}${row.path ?? '/'}`)
  try {
    if (row.needsClient) await waitForClient(page)
    for (const name of row.clicks ?? (row.path === undefined ? [row.name] : []))
      await page.getByText(name, { exact: true }).click()
    const digest = await digestOn(page, row.shows)
    const event = digest
      ? await eventOf(stack, digest, row.stored.service ?? service)
      : await eventWith(stack, row.stored.service ?? service, message)
    expect(event).toMatchObject({
      service: row.stored.service ?? service,
      type,
      mechanism: typeof mechanism === 'string' ? mechanism : expect.stringMatching(mechanism),
      severity,
      attributes: route === undefined ? {} : { 'http.route': route },
    })
    expect(event.message).toSatisfy((text: string) => matches(text, message))
    if (row.shows === 'nothing') await page.getByText(row.name, { exact: true }).waitFor()
    return event
  } finally {
    await close()
  }
}

/** Until the chunk that listens to clicks has loaded: those before it are not in the breadcrumbs. */
export async function waitForClient(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/client-/.test(name)),
  )
}

/** There is one occurrence of each row, and no other one of this service. */
export async function expectOnce({ stack, service }: Application, rows: Break[]): Promise<void> {
  const stored = rows.flatMap((row) => Array.from({ length: row.stored.times ?? 1 }, () => row.stored))
  const messages = await storedMessages(stack, service)
  const missing = stored.filter(({ message }) => {
    const index = messages.findIndex((each) => matches(each, message))
    return index < 0 || messages.splice(index, 1).length === 0
  })
  expect({ missing, unexpected: messages }).toEqual({ missing: [], unexpected: [] })
}

/** Occurrences of each issue that a break is, in rising order. */
export async function countsOf({ stack, service }: Application, { stored }: Break): Promise<number[]> {
  const issues = await issuesWith(stack, service, stored.message)
  return issues.map(({ count }) => count).sort((a, b) => a - b)
}

/** The digest that the user sees; empty if the screen shows no digest. */
async function digestOn(page: Page, shows: string): Promise<string> {
  if (shows === 'nothing') return ''
  if (shows === 'fallback screen') {
    const { sentence, digest } = await readFallback(page)
    expect(sentence).toBe(fallbackSentence(new URL(page.url()).host))
    return digest
  }
  const [before = '', after] = shows.split('{digest}')
  const text = await page.getByText(before).innerText()
  return after === undefined ? '' : text.slice(text.indexOf(before) + before.length).trim()
}
