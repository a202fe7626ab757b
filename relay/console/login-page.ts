// A login at a provider that did not work, as a page: the browser was sent here, and no script asked.
import type { Context } from 'koa'
import { HttpError } from '../../server/http-error.ts'
import { hashOf } from './security-headers.ts'

const STYLE = [
  'body{color-scheme:light dark;display:grid;place-content:center;min-height:100vh;margin:0;padding:24px;' +
    'box-sizing:border-box;font:16px/1.5 system-ui,sans-serif;' +
    'color:light-dark(#1c1c1c,#e8e8e8);background:light-dark(#fff,#141414)}',
  'h1{margin:0 0 12px;font-size:1.25em}',
  'p{margin:0 0 12px;max-width:38em;overflow-wrap:anywhere}',
  'a{color:inherit}',
].join('\n')

const POLICY = `default-src 'none'; style-src '${hashOf(STYLE)}'; base-uri 'none'; frame-ancestors 'none'`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Answers an `HttpError` with a page where the client is a browser; a program gets it as JSON. */
export async function withLoginPage(ctx: Context, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof HttpError) || ctx.accepts('json', 'html') !== 'html') throw error
    ctx.status = error.status
    ctx.set({ ...error.headers, 'Cache-Control': 'no-store', 'Content-Security-Policy': POLICY })
    ctx.type = 'html'
    ctx.body = pageOf(error.message)
  }
}

/** The sentence may have names that a provider has sent. */
function pageOf(sentence: string): string {
  const text = sentence.replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!)
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>The login did not work</title><style>${STYLE}</style></head>
<body><main><h1>The login did not work</h1><p>${text}</p>
<p><a href="/login">Back to the login</a></p></main></body>
</html>
`
}
