// Vite plugin for the browser tests: an OTLP receiver and the pages that the tests open.
//   POST /receiver/ANSWER/NAME  200 for `ok`, a status such as 500, or one of `faults`
//   POST /receiver/ANSWER/NAME/snapshot  the same with a compressed body, under the name NAME-snapshot
//   GET  /receiver/NAME         the requests under that name, in order: { body, headers }
//   GET  /recover/NAME          from now on `recovers` answers 200 under that name
//   GET  /pages/PAGE            a page of pages.ts, with the head snippet
//   ANY  /answer/STATUS         that status and the request's headers, for requests of the application
//   GET  /slow/entry.js         a module that takes a second to arrive and mounts
//   GET  /built/…               modules of pages and an application with the package
//   GET  /held/NAME/…           the same, but the client chunk only after GET /release/NAME
//   GET  /monitoring.js …       the script tag

import type { IncomingMessage, ServerResponse } from 'node:http'
import { json as readJson } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import type { Plugin, ViteDevServer } from 'vite'
import { mount, pages } from './pages.ts'
import { buildApplication, builtPath, buildScriptTag, buildTestModules } from './built-application.ts'

/** A response that never ends would occupy a connection that the next test needs. */
const hangMs = 2000
/** Longer than the head snippet waits for the application to mount. */
const slowMs = 1000
/** Longer than a page takes to close. */
const lateMs = 1000

type Answer = (response: ServerResponse, recovered: boolean) => void

/** Responses of a relay that is broken or overloaded, or of something that is not a relay. */
const faults: Record<string, Answer> = {
  hang: (response) => void setTimeout(() => response.destroy(), hangMs),
  late: (response) => void setTimeout(() => json(response, 200, {}), lateMs),
  drop: (response) => response.destroy(),
  recovers: (response, recovered) => json(response, recovered ? 200 : 503, {}),
  // Like a captive portal.
  garbage(response) {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Log in</title>\u0000\ufffd${'<p>'.repeat(10_000)}`)
  },
  endless(response) {
    response.setHeader('content-type', 'application/json')
    response.write('{')
    setTimeout(() => response.destroy(), hangMs)
  },
  short(response) {
    response.setHeader('content-length', '1000000')
    response.write('{', () => setTimeout(() => response.destroy(), 50))
  },
  'wrong-type'(response) {
    response.setHeader('content-type', 'image/png')
    response.end(JSON.stringify({ partialSuccess: { rejectedLogRecords: '99', errorMessage: 'not today' } }))
  },
  'endless-retry-after'(response) {
    response.statusCode = 429
    response.setHeader('retry-after', '99999999999')
    response.end()
  },
  'redirect-loop'(response) {
    response.statusCode = 307
    response.setHeader('location', '/receiver/redirect-loop/redirect-loop')
    response.end()
  },
}

/** Code by path. Returns undefined if the file does not exist. */
export type PageFiles = (pathname: string) => Promise<string | undefined>

/** Built at the first request, once for all browsers. */
export function createPageFiles(): PageFiles {
  let files: Promise<Map<string, string>> | undefined
  return async (pathname) => (await (files ??= buildFiles())).get(pathname)
}

async function buildFiles(): Promise<Map<string, string>> {
  const [script, ...others] = await Promise.all([buildScriptTag(), buildApplication(), buildTestModules()])
  return new Map([
    ...script.map(({ fileName, code }) => [`/${fileName}`, code] as const),
    ...others.flat().map(({ fileName, code }) => [builtPath + fileName, code] as const),
  ])
}

/** `hasSnippet`: whether Vite's plugins change the page with this path. */
export function receiver(pageFile: PageFiles, hasSnippet: (path: string) => boolean): Plugin {
  const received = new Map<string, unknown[]>()
  const recovered = new Set<string>()
  const pauses = new Map<string, PromiseWithResolvers<void>>()

  async function receive(request: IncomingMessage, response: ServerResponse, path: string[]): Promise<void> {
    const [target = '', ...rest] = path
    const name = rest.join('-')
    if (request.method === 'GET') return json(response, 200, received.get(target) ?? [])
    const isCompressed = request.headers['content-encoding'] === 'gzip'
    const body = await readJson(isCompressed ? request.pipe(createGunzip()) : request)
    // After the body: concurrent requests must not replace each other.
    received.set(name, [...(received.get(name) ?? []), { body, headers: request.headers }])
    const fault = faults[target]
    return fault ? fault(response, recovered.has(name)) : json(response, Number(target) || 200, {})
  }

  async function codeOf(kind: string, path: string[], pathname: string): Promise<string | undefined> {
    if (kind === 'slow') return delay(slowMs, mount)
    if (kind === 'held') {
      const [name, ...file] = path
      if (file.at(-1)?.startsWith('client')) await pauseOf(name).promise
      return pageFile(builtPath + file.join('/'))
    }
    return kind === 'built' || kind.startsWith('monitoring') ? pageFile(pathname) : undefined
  }

  function pauseOf(name = ''): PromiseWithResolvers<void> {
    const promise = pauses.get(name) ?? Promise.withResolvers<void>()
    pauses.set(name, promise)
    return promise
  }

  async function answer(server: ViteDevServer, request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const [, kind = '', ...path] = pathname.split('/')
    if (kind === 'receiver') return receive(request, response, path)
    if (kind === 'recover') return json(response, 200, recovered.add(path[0] ?? '').size)
    if (kind === 'answer') return json(response, Number(path[0]) || 200, request.headers)
    const page = kind === 'pages' ? pages[path[0] ?? ''] : undefined
    if (kind === 'release') {
      pauseOf(path[0]).resolve()
      return json(response, 200, {})
    }
    const code = await codeOf(kind, path, pathname)
    if (page) {
      response.setHeaders(new Map(Object.entries({ 'content-type': 'text/html', ...page.headers })))
      // Not otherwise: Vite adds its client, which opens a connection for each page.
      response.end(hasSnippet(pathname) ? await server.transformIndexHtml(pathname, page.html) : page.html)
    } else if (code !== undefined) {
      response.setHeader('content-type', 'text/javascript')
      response.setHeader('cache-control', 'max-age=3600')
      response.end(code)
    } else return 'next'
  }

  return {
    name: 'receiver',
    configureServer(server) {
      server.middlewares.use(
        (request, response, next) =>
          void answer(server, request, response).then((result) => {
            if (result) next()
          }, next),
      )
    },
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.statusCode = status
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}
