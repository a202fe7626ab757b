// A receiving end and some pages inside the test server, so that the browser tests watch real pages send to a real server.
//   POST /receiver/ok/NAME     taken; /receiver/500/NAME answers that status; /receiver/hang/NAME and the like do what `faults` says
//   GET  /receiver/NAME        what came under that name, in order: { body, headers }
//   GET  /stage/PAGE           a page of pages.ts, with the head snippet
//   ANY  /answer/STATUS        that status and the request's headers, for requests of the watched application
//   GET  /monitoring.js …      the script-tag form, built when first asked for

import type { IncomingMessage, ServerResponse } from 'node:http'
import { build, type Plugin, type ViteDevServer } from 'vite'
import { scriptTag } from '../script-build.ts'
import { pages, policyOf } from './pages.ts'

/** What never answers holds one of the few connections to this server, also when the page is gone that asked: the next test needs them. */
const patienceMs = 2000

/** What a relay does that is broken, overtaken or no relay at all. */
const faults: Record<string, (response: ServerResponse, times: number) => void> = {
  hang: (response) => void setTimeout(() => response.destroy(), patienceMs),
  drop: (response) => response.destroy(),
  recovers: (response, times) => json(response, times > 5 ? 200 : 503, {}),
  // As a proxy in a hotel does.
  garbage(response) {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Log in</title>\u0000\ufffd${'<p>'.repeat(10_000)}`)
  },
  endless(response) {
    response.setHeader('content-type', 'application/json')
    response.write('{')
    setTimeout(() => response.destroy(), patienceMs)
  },
  short(response) {
    response.setHeader('content-length', '1000000')
    response.write('{', () => setTimeout(() => response.destroy(), 50))
  },
  lies(response) {
    response.setHeader('content-type', 'image/png')
    response.end(JSON.stringify({ partialSuccess: { rejectedLogRecords: '99', errorMessage: 'not today' } }))
  },
  forever(response) {
    response.statusCode = 429
    response.setHeader('retry-after', '99999999999')
    response.end()
  },
  circle(response) {
    response.statusCode = 307
    response.setHeader('location', '/receiver/circle/circle')
    response.end()
  },
}

export function receiver(): Plugin {
  const received = new Map<string, unknown[]>()
  let script: Promise<Map<string, string>> | undefined

  async function answer(
    server: ViteDevServer,
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const [, first = '', second = '', name = ''] = pathname.split('/')
    if (first === 'receiver' && request.method === 'GET')
      return json(response, 200, received.get(second) ?? [])
    if (first === 'receiver') {
      const body = await bodyOf(request)
      // Only now: what is read of two requests at once must not replace each other.
      received.set(name, [...(received.get(name) ?? []), { body, headers: request.headers }])
      const fault = faults[second]
      if (fault) return fault(response, received.get(name)?.length ?? 0)
      return json(response, Number(second) || 200, {})
    }
    if (first === 'answer') return json(response, Number(second) || 200, request.headers)
    if (first === 'stage' && pages[second]) {
      response.setHeader('content-type', 'text/html')
      const policy = policyOf(second)
      if (policy) response.setHeader('content-security-policy', policy)
      response.end(await server.transformIndexHtml(pathname, pages[second]))
      return
    }
    if (/^\/monitoring(\.js|\/[\w-]+-[\w-]{8}\.js)$/.test(pathname)) {
      const code = (await (script ??= buildScript())).get(pathname.slice(1))
      if (code !== undefined) {
        response.setHeader('content-type', 'text/javascript')
        response.end(code)
        return
      }
    }
    next()
  }

  return {
    name: 'receiver',
    configureServer(server) {
      server.middlewares.use(
        (request, response, next) => void answer(server, request, response, next).catch(next),
      )
    },
  }
}

async function buildScript(): Promise<Map<string, string>> {
  const config = scriptTag('unused')
  const built = await build({ ...config, build: { ...config.build, write: false } })
  const outputs = [built].flat().flatMap((output) => ('output' in output ? output.output : []))
  return new Map(outputs.map((output) => [output.fileName, output.type === 'chunk' ? output.code : '']))
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.statusCode = status
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString())
}
