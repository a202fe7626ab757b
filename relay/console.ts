// The console's and the demo's files as Vite built them, and `/monitoring.js` for other sites' pages.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Context } from 'koa'
import { type Access, CLOSED } from './access.ts'
import { isPackable, readFiles } from './files.ts'
import { contentPolicy } from './policy.ts'

export type Console = {
  /** The console; its own router reads the path. */
  page: (ctx: Context) => void
  demo: (ctx: Context) => void
  /** A built file, or what an unknown path gets. */
  file: (ctx: Context) => Promise<void>
}
type Page = { html: string; policy: string; etag: string }

/** Whatever is behind them is up to the console's own router. */
export const CONSOLE_PATHS = [
  '/',
  '/issues',
  '/issues/*rest',
  '/traces',
  '/traces/*rest',
  '/connect',
  '/lookup',
  '/login',
  '/d/:digest',
]

const YEAR = 'public, max-age=31536000, immutable'
/** The SDK under its fixed name: a release is everywhere within ten minutes. */
const SDK = 'public, max-age=600'
const UNBUILT = 'The console has not been built: run "npm run build" and start again.'

export function createConsole(directory: string, access: Access): Console {
  const index = load(path.join(directory, 'index.html'))
  const shop = load(path.join(directory, 'demo.html'))
  const files = readFiles(directory)
  return { page: (ctx) => show(ctx, index), demo: (ctx) => send(ctx, shop), file }

  function show(ctx: Context, page: Page | undefined): void {
    if (access.maySeePages(ctx)) return send(ctx, page)
    ctx.status = 403
    ctx.type = 'html'
    ctx.body = sentencePage('Closed', CLOSED)
  }

  async function file(ctx: Context): Promise<void> {
    if ((ctx.method === 'GET' || ctx.method === 'HEAD') && (await sendFile(ctx))) return
    ctx.req.resume()
    if (ctx.accepts('html', 'json') === 'html') show(ctx, index)
    else ctx.body = { status: 404, title: 'Not Found', detail: `There is nothing at ${ctx.path}.` }
    if (ctx.status !== 403) ctx.status = 404
  }

  async function sendFile(ctx: Context): Promise<boolean> {
    const found = files.get(ctx.path)
    if (found === undefined) return false
    ctx.status = 200
    ctx.type = path.extname(ctx.path)
    ctx.set(headersOf(ctx.path))
    ctx.set('ETag', found.etag)
    const packable = isPackable(ctx.path)
    if (packable) ctx.vary('Accept-Encoding')
    if (ctx.get('If-None-Match').includes(found.etag)) {
      ctx.status = 304
      return true
    }
    const encoding = packable ? ctx.acceptsEncodings('br', 'gzip', 'identity') : 'identity'
    if (encoding === 'br' || encoding === 'gzip') {
      ctx.set('Content-Encoding', encoding)
      ctx.body = await found.packed(encoding)
    } else ctx.body = found.bytes
    return true
  }
}

function load(file: string): Page | undefined {
  if (!existsSync(file)) return undefined
  const html = readFileSync(file, 'utf8')
  return {
    html,
    policy: contentPolicy(html),
    etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
  }
}

function send(ctx: Context, page: Page | undefined): void {
  ctx.type = 'html'
  ctx.set('Cache-Control', 'no-cache')
  if (page === undefined) {
    ctx.status = 503
    ctx.body = sentencePage('Not built', UNBUILT)
    return
  }
  ctx.status = 200
  ctx.set({ 'Content-Security-Policy': page.policy, ETag: page.etag })
  if (ctx.get('If-None-Match').includes(page.etag)) ctx.status = 304
  else ctx.body = page.html
}

function headersOf(name: string): Record<string, string> {
  if (/^\/monitoring(?:\.js$|\/)/.test(name))
    return {
      'Cache-Control': SDK,
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }
  return { 'Cache-Control': name.startsWith('/assets/') ? YEAR : 'no-cache' }
}

function sentencePage(title: string, sentence: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><p>${sentence}</p></html>\n`
}
