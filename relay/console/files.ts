// The files of console, demo and SDK, as Vite built them, with their caching and security headers.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Context } from 'koa'
import { type Access, CLOSED } from './access.ts'
import { bestEncoding } from './compression.ts'
import { contentPolicy } from './security-headers.ts'
import { type StaticFile, etagOf, isCompressible, readStaticFiles } from './static-files.ts'

export type ConsoleFiles = {
  /** Where the page is served, in the syntax of the relay's router. */
  paths: string[]
  /** The console's page; its own router reads the path. */
  page: (ctx: Context) => void
  demo: (ctx: Context) => void
  /** A built file, or the answer to an unknown path. */
  file: (ctx: Context) => Promise<void>
}
type Page = { html: string; policy: string; etag: string }

/** The paths of the screens, which the build writes: `["/", "/issues/$id"]`. */
const PATHS_FILE = 'paths.json'

/** Where Koa's own table has an obsolete type. */
const TYPES: Record<string, string> = { '.tgz': 'application/gzip' }
/** Their names contain a hash of their content. */
const ASSETS_CACHE = 'public, max-age=31536000, immutable'
/** The SDK under its fixed name: a release is everywhere within ten minutes. */
const SDK_CACHE = 'public, max-age=600'
const SDK_PATH = /^\/monitoring(?:\.(?:js|tgz)$|\/)/
const NOT_BUILT = 'The console has not been built: run "npm run build" and start again.'

export function createConsoleFiles(directory: string, access: Access): ConsoleFiles {
  const index = readPage(path.join(directory, 'index.html'))
  const shop = readPage(path.join(directory, 'demo.html'))
  const files = readStaticFiles(directory)
  return {
    paths: readPaths(path.join(directory, PATHS_FILE)),
    page: (ctx) => sendConsole(ctx, 200),
    demo: (ctx) => sendPage(ctx, shop, 200),
    file,
  }

  function sendConsole(ctx: Context, status: number): void {
    if (access.canViewConsole(ctx)) return sendPage(ctx, index, status)
    sendSentence(ctx, 403, 'Closed', CLOSED)
  }

  async function file(ctx: Context): Promise<void> {
    const match = ctx.method === 'GET' || ctx.method === 'HEAD' ? files.get(ctx.path) : undefined
    if (match !== undefined) return sendFile(ctx, match)
    ctx.req.resume()
    if (ctx.accepts('html', 'json') === 'html') return sendConsole(ctx, 404)
    ctx.status = 404
    ctx.body = { status: 404, title: 'Not Found', detail: `${ctx.path} does not exist.` }
  }
}

async function sendFile(ctx: Context, { bytes, etag, compress }: StaticFile): Promise<void> {
  const canCompress = isCompressible(ctx.path)
  ctx.status = 200
  ctx.type = TYPES[path.extname(ctx.path)] ?? path.extname(ctx.path)
  ctx.set({ ETag: etag, ...headersOf(ctx.path) })
  if (canCompress) ctx.vary('Accept-Encoding')
  if (isFresh(ctx)) {
    ctx.status = 304
    return
  }
  const encoding = canCompress ? bestEncoding(ctx) : null
  if (encoding !== null) {
    ctx.set('Content-Encoding', encoding)
    ctx.body = await compress(encoding)
  } else ctx.body = bytes
}

/** Without a build only `/`, whose answer says what to do. `npm run dev` serves the page itself. */
function readPaths(file: string): string[] {
  if (!existsSync(file)) return ['/']
  const paths = JSON.parse(readFileSync(file, 'utf8')) as string[]
  return paths.map((screen) => screen.replaceAll('$', ':'))
}

function readPage(file: string): Page | undefined {
  if (!existsSync(file)) return undefined
  const html = readFileSync(file, 'utf8')
  return { html, policy: contentPolicy(html), etag: etagOf(html) }
}

function sendPage(ctx: Context, page: Page | undefined, status: number): void {
  ctx.set('Cache-Control', 'no-cache')
  if (page === undefined) return sendSentence(ctx, status === 200 ? 503 : status, 'Not built', NOT_BUILT)
  ctx.status = status
  ctx.type = 'html'
  ctx.set({ 'Content-Security-Policy': page.policy, ETag: page.etag })
  if (isFresh(ctx)) ctx.status = 304
  else ctx.body = page.html
}

function sendSentence(ctx: Context, status: number, title: string, sentence: string): void {
  ctx.status = status
  ctx.type = 'html'
  ctx.body =
    `<!doctype html><html lang="en"><meta charset="utf-8">` +
    `<title>${title}</title><p>${sentence}</p></html>\n`
}

/** `fetch` adds `no-cache` to a request with `If-None-Match`; Koa would then send the entire file again. */
function isFresh(ctx: Context): boolean {
  delete ctx.req.headers['cache-control']
  return ctx.fresh
}

function headersOf(name: string): Record<string, string> {
  if (SDK_PATH.test(name))
    return {
      'Cache-Control': SDK_CACHE,
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }
  return { 'Cache-Control': name.startsWith('/assets/') ? ASSETS_CACHE : 'no-cache' }
}
