// Stacks and a Chromium for the files of tests that only add data: each starts when the first file needs it.
import { chromium, type BrowserServer } from 'playwright'
import type { TestProject } from 'vitest/node'
import { chromiumOptions } from './browser-session.ts'
import { startServer } from './http-server.ts'
import { patchJson } from './http.ts'
import { startStack, type Stack } from './stack.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers where the shared stack and the shared browser are. */
    sharedUrl: string
  }
}

/** Vitest calls it once for a run, and what it returns after the last file. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  /** By their environment. */
  const stacks = new Map<string, Promise<Stack>>()
  let browser: Promise<BrowserServer> | undefined

  async function answer({ pathname, search, searchParams }: URL): Promise<unknown> {
    if (pathname === '/browser') {
      browser ??= chromium.launchServer(chromiumOptions())
      return (await browser).wsEndpoint()
    }
    const stack = stacks.get(search) ?? startNamed(Object.fromEntries(searchParams))
    stacks.set(search, stack)
    return pathname === '/output' ? (await stack).output() : await stack
  }

  const server = await startServer((request, response) => {
    answer(new URL(request.url ?? '', 'http://shared')).then(
      (value) => response.end(JSON.stringify(value)),
      (error: Error) => response.writeHead(500).end(error.stack),
    )
  })
  project.provide('sharedUrl', server.url)
  return async () => {
    server.close()
    await (await browser)?.close()
    for (const stack of stacks.values()) {
      printFailures((await stack).output())
      await (await stack).close()
    }
  }
}

/** Without a password, the owner has a name: nobody is asked for it. */
async function startNamed(env: Record<string, string>): Promise<Stack> {
  const stack = await startStack(env)
  if (env['PASSWORD'] === undefined) await patchJson(`${stack.url}/api/me`, { name: 'Robin Holt' })
  return stack
}

/** A test that got an answer 500 does not know why: the store has logged it. */
function printFailures(output: string): void {
  const lines = output.split('\n').filter((line) => line.includes('"msg":"a request failed"'))
  if (lines.length > 0) console.error(`The shared stack has logged:\n${lines.join('\n')}`)
}
