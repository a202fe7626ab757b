// A stack and a Chromium for all tests of a file.
import { chromium } from 'playwright'
import { beforeAll, inject } from 'vitest'
import { openBrowser, type BrowserSession } from './browser-session.ts'
import { getJson } from './http.ts'
import { startStack, type Stack } from './stack.ts'

/** What a file may do with a stack that other files use at the same time. */
export type SharedStack = Omit<
  Stack,
  'output' | 'processes' | 'pidOf' | 'kill' | 'killLauncher' | 'close'
> & {
  output(): Promise<string>
}

/**
 * The stack and the browser of all files that only add data, each under names of its own. `env`: of the
 * launcher; stacks with another one are others. Both have their members when the first `beforeAll` runs.
 */
export function shareStackWithBrowser(env: Record<string, string> = {}) {
  return { stack: shareStack(env), browser: shareBrowser() }
}

export function shareStack(env: Record<string, string> = {}): SharedStack {
  const stack = {} as SharedStack
  const search = new URLSearchParams(env).toString()
  beforeAll(async () => {
    const output = () => getJson<string>(`${inject('sharedUrl')}/output?${search}`)
    Object.assign(stack, await getJson<object>(`${inject('sharedUrl')}/stack?${search}`), { output })
  })
  return stack
}

/** A stack of its own, for a file that stops processes. */
export function startStackWithBrowser(env: Record<string, string> = {}) {
  const stack = {} as Stack
  beforeAll(async () => {
    Object.assign(stack, await startStack(env))
    return () => stack.close()
  })
  return { stack, browser: shareBrowser() }
}

export function shareBrowser(): BrowserSession {
  const browser = {} as BrowserSession
  beforeAll(async () => {
    const address = await getJson<string>(`${inject('sharedUrl')}/browser`)
    Object.assign(browser, await openBrowser(await chromium.connect(address)))
    return () => browser.close()
  })
  return browser
}
