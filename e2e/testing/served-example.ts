// An application of `examples/`, built and served beside a stack: for all tests of a file.
import { afterAll, beforeAll } from 'vitest'
import type { Application } from './breaks.ts'
import { openBrowser } from './browser-session.ts'
import { buildExample, EXAMPLE_TIMEOUT_MS } from './example-app.ts'
import { startStack, type Stack } from './stack.ts'

type Server = { url: string; close(): unknown }

/** The service is `example-NAME`. The object has its members when the first test runs. */
export function serveExample(
  name: string,
  serve: (folder: string, stack: Stack) => Promise<Server>,
): Application {
  const application = {} as Application
  const closers: (() => unknown)[] = []
  beforeAll(async () => {
    const folder = await buildExample(name)
    const stack = await startStack()
    closers.unshift(() => stack.close())
    const server = await serve(folder, stack)
    closers.unshift(() => server.close())
    const browser = await openBrowser()
    closers.unshift(() => browser.close())
    Object.assign(application, { browser, stack, url: server.url, service: `example-${name}` })
  }, EXAMPLE_TIMEOUT_MS)
  afterAll(async () => {
    for (const close of closers) await close()
  })
  return application
}
