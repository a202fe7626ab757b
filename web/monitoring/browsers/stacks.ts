// `node web/monitoring/browsers/stacks.ts`: records the stacks of the same errors in three browsers, as
// written and minified, into stacks.json. The grouping tests of the store read it.

import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findChromium, findTestBrowsers } from '../../../scripts/browsers.ts'
import { buildChunks } from '../testing/built-application.ts'
import { openBrowser, type Browser } from './launch.ts'

type Row = { throw: string; type: string; message: string; stacktrace: string }

/** A cold WebKit needs 20 s. */
const timeoutMs = 60_000

const { browsers } = await findTestBrowsers()
const rows: object[] = []
for (const minified of [false, true]) {
  const script = await bundle(minified)
  for (const browser of [{ name: 'chromium' as const, program: findChromium() }, ...browsers]) {
    const collected = await collect(browser, script)
    for (const { throw: name, ...exception } of collected)
      rows.push({ throw: name, engine: browser.name, minified, ...exception })
    console.log(`${browser.name}, ${minified ? 'minified' : 'as written'}: ${collected.length} errors`)
  }
}
writeFileSync(join(import.meta.dirname, 'stacks.json'), `${JSON.stringify(rows, undefined, 2)}\n`)

/** Opens the page and waits until it has posted all errors. Example addresses replace the server's. */
async function collect(browser: Browser, script: string): Promise<Row[]> {
  const collected: Row[] = []
  const { promise: done, resolve, reject } = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    void (async () => {
      const body = (await text(request)).replaceAll(`http://${request.headers.host}`, 'https://shop.example')
      if (request.url === '/row') collected.push(JSON.parse(body) as Row)
      if (request.url === '/done') resolve()
      const page =
        request.url === '/'
          ? '<!doctype html><title>shop</title><script type="module" src="/assets/shop-4f1c9a2b.js"></script>'
          : ''
      const code = request.url?.startsWith('/assets/') ? script : undefined
      response.statusCode = page || code || request.method === 'POST' ? 200 : 404
      response.setHeader('content-type', code ? 'text/javascript' : 'text/html')
      response.end(code ?? page)
    })().catch(reject)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const close = await openBrowser(browser, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const timer = setTimeout(
    () => reject(new Error(`${browser.name} did not finish within ${timeoutMs} ms`)),
    timeoutMs,
  )
  try {
    await done
  } finally {
    clearTimeout(timer)
    await close()
    server.closeAllConnections()
    server.close()
  }
  return collected
}

async function bundle(minify: boolean): Promise<string> {
  const [chunk] = await buildChunks({
    build: {
      minify,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(import.meta.dirname, 'stacks/page.ts') },
    },
  })
  if (!chunk) throw new Error('Vite has built no chunk')
  return chunk.code
}
