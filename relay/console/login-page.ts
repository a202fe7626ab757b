// A login at a provider that did not work, as a page: the browser was sent here, and no script asked.
import type { Context } from 'koa'
import { HttpError } from '../../server/http-error.ts'
import { hashOf } from './security-headers.ts'

const STYLE = [
  'body{color-scheme:light dark;margin:0;font:16px/1.5 system-ui,sans-serif;' +
    'color:light-dark(#1d1b18,#ece9e3);background:light-dark(#fbfaf8,#161514)}',
  'main{max-width:22rem;margin:0 auto;padding:clamp(2rem,14vh,9rem) 24px 24px}',
  'h1{margin:0 0 8px;font-size:1.25em}',
  'p{margin:0 0 16px;overflow-wrap:anywhere}',
  'small{display:block;color:light-dark(#6b665d,#9a9489);overflow-wrap:anywhere}',
  'a{display:block;margin:0 0 16px;padding:6px 12px;border:1px solid light-dark(#8c867b,#7b756c);' +
    'border-radius:4px;color:inherit;text-align:center;text-decoration:none}',
  'a:hover{background:light-dark(#f3f1ec,#22211e)}',
  'a:focus-visible{outline:2px solid light-dark(#2a4bc0,#9bb0ff);outline-offset:2px}',
].join('\n')

const POLICY = `default-src 'none'; style-src '${hashOf(STYLE)}'; base-uri 'none'; frame-ancestors 'none'`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The provider knows the person, and nothing gives them a right. */
export class NoAccess extends HttpError {
  constructor(sentence: string) {
    super(403, sentence)
  }
}

/** Answers an `HttpError` with a page where the client is a browser; a program gets it as JSON. */
export async function withLoginPage(ctx: Context, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof HttpError) || ctx.accepts('json', 'html') !== 'html') throw error
    ctx.status = error.status
    ctx.set({ ...error.headers, 'Cache-Control': 'no-store', 'Content-Security-Policy': POLICY })
    ctx.type = 'html'
    ctx.body = error instanceof NoAccess ? refusalPage(error.message) : failurePage(error.message)
  }
}

function failurePage(sentence: string): string {
  return pageOf('The login did not work', `<p>${escape(sentence)}</p>`)
}

/** Whoever is refused may have another account: the provider would send this one again without a question. */
function refusalPage(sentence: string): string {
  return pageOf(
    'This account has no access',
    `<p>You are logged in at your provider, but Errata does not let this account in. An admin can invite you:
Settings, People.</p>
<a href="/login/oidc?account=other">Use another account</a>`,
    `<small>For the admin: ${escape(sentence)}</small>`,
  )
}

/** It may have names that a provider has sent. */
function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!)
}

/** HTML, in front of the link to the login and after it. */
function pageOf(title: string, content: string, end = ''): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>
${content}
<a href="/login">Back to the login</a>
${end}</main></body>
</html>
`
}
