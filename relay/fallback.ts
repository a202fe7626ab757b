// A failure inside the server while a page is asked for: the fallback screen as HTML. The same digest is in the log, and the failure
// goes the way of every other exception, so that the digest opens in the console.
import { randomInt } from 'node:crypto'
import type { Context, Next } from 'koa'
import type { Logger } from 'pino'
import { writeLogs } from '../otlp/write.ts'
import type { Addresses } from './address.ts'
import type { Send } from './forward/batch.ts'
import { refuse } from './monitoring/responses.ts'
import { type Limiter, createLimiter } from './monitoring/rate-limit.ts'
import { logException, withoutQueryValues } from './monitoring/log.ts'
import type { Scrubber } from './monitoring/scrub.ts'
import { hashOf } from './policy.ts'
import { problem } from './problem.ts'

type Parts = { logger: Logger; scrubber: Scrubber; accept: Send; addresses: Addresses; version: string }
type Failure = { digest: string; type: string; message: string; stack: string; url: string }

const SERVICE = 'errata-relay'
/** Crockford's base32: nothing that is misread when it is typed from a screen. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const DIGEST_LENGTH = 8
/** ERROR: one request failed, the server goes on. */
const SEVERITY = 17
/** Failures a minute that also become records: whoever finds a way to break a page must not fill the store with it. The log has all. */
const RECORDS_PER_MINUTE = 60

const STYLE = `body{margin:0}#application-error{color-scheme:light dark;box-sizing:border-box;display:grid;place-content:center;min-height:100vh;padding:24px;font:16px/1.5 system-ui,sans-serif;color:light-dark(#1c1c1c,#e8e8e8);background:light-dark(#fff,#141414)}
#application-error p{margin:0 0 12px;max-width:34em;overflow-wrap:anywhere}
#application-error code{font:600 1em ui-monospace,Menlo,Consolas,monospace;letter-spacing:.06em;user-select:all}
#application-error button{font:inherit;color:inherit;min-height:40px;margin:8px 8px 0 0;padding:0 16px;background:none;border:1px solid light-dark(#767676,#8c8c8c);border-radius:6px;cursor:pointer}
#application-error button:hover{background:light-dark(#f2f2f2,#242424)}
#application-error button:focus-visible{outline:2px solid;outline-offset:2px}`
/** Without a secure context there is no clipboard: the digest is selected instead, ready to be copied by hand. */
const SCRIPT = `const [reload,copy]=document.querySelectorAll('button'),digest=document.querySelector('code')
reload.onclick=()=>location.reload()
copy.onclick=async()=>{try{await navigator.clipboard.writeText(digest.textContent);copy.textContent='Copied'}catch{getSelection().selectAllChildren(digest)}}`
const POLICY = `default-src 'none'; style-src '${hashOf(STYLE)}'; script-src '${hashOf(SCRIPT)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Outermost of all: meets whatever was thrown behind it, once. */
export function createFallback(parts: Parts): (ctx: Context, next: Next) => Promise<void> {
  const records = createLimiter(RECORDS_PER_MINUTE)
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      answer(ctx, error, parts, records)
    }
  }
}

function answer(
  ctx: Context,
  error: unknown,
  { logger, scrubber, accept, addresses, version }: Parts,
  records: Limiter,
): void {
  const failure = describe(
    error,
    `http${addresses.secure(ctx.req) ? 's' : ''}://${addresses.host(ctx.req)}${ctx.url}`,
    scrubber.text,
  )
  logException(
    logger,
    { ...failure, ...NO_CONTEXT, service: SERVICE, release: version, severity: SEVERITY },
    '',
  )
  logger.error({ digest: failure.digest, stack: failure.stack }, 'a request failed inside the server')
  if (records.take('')) void accept('logs', record(failure, version))
  ctx.req.resume()
  if (ctx.headerSent) return void ctx.res.destroy()
  const sentence = `Something failed inside the server. Digest: ${failure.digest}`
  if (ctx.path.startsWith('/monitoring')) return refuse(ctx, 'json', 500, sentence)
  if (ctx.accepts('html', 'json') !== 'html' || ctx.path.startsWith('/api/'))
    return problem(ctx, 500, 'Internal Server Error', sentence)
  ctx.status = 500
  ctx.type = 'html'
  ctx.set('Content-Security-Policy', POLICY)
  ctx.body = screen(addresses.host(ctx.req), failure.digest)
}

const NO_CONTEXT = { environment: '', traceId: '', spanId: '', mechanism: 'manual' }

function describe(error: unknown, url: string, scrub: Scrubber['text']): Failure {
  const digest = Array.from({ length: DIGEST_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  const known = error instanceof Error ? error : new Error(String(error))
  return {
    digest,
    type: known.name,
    message: scrub(known.message),
    stack: scrub(known.stack ?? ''),
    url: withoutQueryValues(url),
  }
}

/** The failure as every page would send it. */
function record({ digest, type, message, stack, url }: Failure, version: string): Buffer {
  const attributes = {
    'exception.type': type,
    'exception.message': message,
    'exception.stacktrace': stack,
    'errata.digest': digest,
    'errata.mechanism': 'manual',
    'url.full': url,
  }
  const now = `${Date.now()}000000`
  const logRecords = [
    { eventName: 'exception', timeUnixNano: now, severityNumber: SEVERITY, attributes: listed(attributes) },
  ]
  const resource = { attributes: listed({ 'service.name': SERVICE, 'service.version': version }) }
  return writeLogs({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] })
}

function listed(attributes: Record<string, string>): { key: string; value: { stringValue: string } }[] {
  return Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }))
}

function screen(host: string, digest: string): string {
  const safe = host.replaceAll(/[^\w.:[\]-]/g, '')
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Application error</title><style>${STYLE}</style></head>
<body><section role="alert" id="application-error">
<p>Application error: a client-side or server-side exception has occurred while loading ${safe} (see the browser console or server logs for more information)</p>
<p>Digest: <code>${digest}</code></p>
<div><button type="button">Reload</button><button type="button">Copy digest</button></div>
</section><script>${SCRIPT}</script></body>
</html>
`
}
