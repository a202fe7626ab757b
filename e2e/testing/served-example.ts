// An application of `examples/`, built and served beside the shared stack: for all tests of a file.
import { afterAll, beforeAll } from 'vitest'
import type { Application } from './breaks.ts'
import { buildExample, EXAMPLE_TIMEOUT_MS } from './example-app.ts'
import { shareStackWithBrowser, type SharedStack } from './stack-with-browser.ts'

type Server = { url: string; close(): unknown }

/** The service is `example-NAME`. The object has all its members when the first test runs. */
export function serveExample(
  name: string,
  serve: (folder: string, stack: SharedStack) => Promise<Server>,
): Application {
  const application = { ...shareStackWithBrowser(), service: `example-${name}` } as Application
  let server: Server | undefined
  beforeAll(async () => {
    server = await serve(await buildExample(name), application.stack)
    application.url = server.url
  }, EXAMPLE_TIMEOUT_MS)
  afterAll(() => server?.close())
  return application
}
