// The console's and the demo's files as Vite built them, and `/monitoring.js` for other sites' pages.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Context } from 'koa'
import sirv from 'sirv'
import { type Access, CLOSED } from './access.ts'
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
  '/vitals',
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
  const files = existsSync(directory) ? sirv(directory, { etag: true, brotli: true, gzip: true, setHeaders }) : undefined
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

  function sendFile(ctx: Context): Promise<boolean> {
    // Pages have their own way; maps would show sources to everybody.
    if (files === undefined || !/\.\w+$/.test(ctx.path) || /\.(?:html|map|br|gz)$/.test(ctx.path)) return Promise.resolve(false)
    return new Promise((resolve) => {
      ctx.respond = false
      ctx.res.on('close', () => resolve(true))
      files(ctx.req, ctx.res, () => {
        ctx.respond = true
        resolve(false)
      })
    })
  }
}

function load(file: string): Page | undefined {
  if (!existsSync(file)) return undefined
  const html = readFileSync(file, 'utf8')
  return { html, policy: contentPolicy(html), etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"` }
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

function setHeaders(response: { setHeader(name: string, value: string): unknown }, pathname: string): void {
  if (/^\/monitoring(?:\.js$|\/)/.test(pathname)) {
    response.setHeader('Cache-Control', SDK)
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
  } else response.setHeader('Cache-Control', pathname.startsWith('/assets/') ? YEAR : 'no-cache')
}

function sentencePage(title: string, sentence: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><p>${sentence}</p></html>\n`
}
