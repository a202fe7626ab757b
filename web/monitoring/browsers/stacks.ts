// `node web/monitoring/engines/stacks.ts`: what the same throws look like in three engines, as they are and minified. Writes stacks.json.

import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { build } from 'vite'
import { findBrowser } from '../../../scripts/browser.ts'
import { findEngines } from '../../../scripts/engines.ts'
import { openEngine, type Engine } from './launch.ts'

type Row = { throw: string; type: string; message: string; stacktrace: string }

/** A cold WebKit takes its time. */
const timeoutMs = 60_000

const engines: Engine[] = [{ name: 'chromium', program: findBrowser() }, ...(await findEngines()).engines]
const rows: object[] = []
for (const minified of [false, true]) {
  const script = await bundle(minified)
  for (const engine of engines) {
    const found = await collect(engine, script)
    rows.push(
      ...found.map(({ throw: name, ...exception }) => ({
        throw: name,
        engine: engine.name,
        minified,
        ...exception,
      })),
    )
    console.log(`${engine.name}, ${minified ? 'minified' : 'as written'}: ${found.length} throws`)
  }
}
writeFileSync(join(import.meta.dirname, 'stacks.json'), `${JSON.stringify(rows, undefined, 2)}\n`)

/** Opens the page in the engine and waits until it has handed in everything. Addresses become those of an example. */
async function collect(engine: Engine, script: string): Promise<Row[]> {
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
  const close = await openEngine(engine, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const timer = setTimeout(
    () => reject(new Error(`${engine.name} did not end within ${timeoutMs} ms`)),
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
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      minify,
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(import.meta.dirname, 'stacks/page.ts') },
    },
  })
  const [chunk] = [built].flat().flatMap((output) => ('output' in output ? output.output : []))
  if (chunk?.type !== 'chunk') throw new Error('nothing was built')
  return chunk.code
}
