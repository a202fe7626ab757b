// A stack and a Chromium for all tests of a file.
import { afterAll, beforeAll } from 'vitest'
import { openBrowser, type BrowserSession } from './browser-session.ts'
import { startStack, type Stack } from './stack.ts'

/** Both objects have their members when the first `beforeAll` of the file runs. `env`: of the launcher. */
export function startStackWithBrowser(env: Record<string, string> = {}) {
  const stack = {} as Stack
  const browser = {} as BrowserSession
  const closers: (() => unknown)[] = []
  beforeAll(async () => {
    Object.assign(stack, await startStack(env))
    closers.unshift(() => stack.close())
    Object.assign(browser, await openBrowser())
    closers.unshift(() => browser.close())
  })
  afterAll(async () => {
    for (const close of closers) await close()
  })
  return { stack, browser }
}
