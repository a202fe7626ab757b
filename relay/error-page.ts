// The outermost middleware. An `HttpError` is answered. Any other error is a failure of the server: browsers
// get the fallback screen, the log the same digest, and the console the exception, which is forwarded.
import { randomInt } from 'node:crypto'
import type { Context, Next } from 'koa'
import type { Logger } from 'pino'
import { writeLogs } from '../otlp/write.ts'
import type { Addresses } from './address.ts'
import type { Send } from './delivery/batch.ts'
import { fallbackScreen } from './fallback-screen.ts'
import { HttpError, sendProblem } from '../server/http-error.ts'
import { sendError } from './monitoring/responses.ts'
import { createLimiter } from './rate-limit.ts'
import { logException, withoutQueryValues } from './monitoring/log.ts'
import type { Scrubber } from './secrets/scrub.ts'
import type { Scrubbing } from './secrets/scrubbing.ts'

type Parts = { logger: Logger; scrubbing: Scrubbing; accept: Send; addresses: Addresses; version: string }
type Failure = { digest: string; type: string; message: string; stack: string; url: string }

const SERVICE = 'errata-relay'
/** Crockford's base32: no characters that look alike. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const DIGEST_LENGTH = 8
/** ERROR: one request failed, the server goes on. */
const SEVERITY = 17
/** Failures a minute that become records: a page that can be broken at will must not fill the store. */
const RECORDS_PER_MINUTE = 60
const MECHANISM = 'manual'
/** The secret of an invite is in its path. */
const INVITE = /(?<=^\/api\/invites\/)[^/?]+/

export function createErrorPage(parts: Parts): (ctx: Context, next: Next) => Promise<void> {
  const { logger, scrubbing, accept, addresses, version } = parts
  const records = createLimiter(RECORDS_PER_MINUTE)
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      ctx.req.resume()
      if (error instanceof HttpError) sendProblem(ctx, error)
      else sendFailure(ctx, report(ctx, error))
    }
  }

  function report(ctx: Context, error: unknown): Failure {
    const scheme = addresses.isSecure(ctx.req) ? 'https' : 'http'
    const failure = describe(
      error,
      `${scheme}://${addresses.host(ctx.req)}${ctx.url.replace(INVITE, '…')}`,
      scrubbing.current().text,
    )
    const context = { environment: '', traceId: '', spanId: '', mechanism: MECHANISM }
    const exception = { ...failure, ...context, service: SERVICE, release: version, severity: SEVERITY }
    logException(logger, exception, '')
    logger.error({ digest: failure.digest, stack: failure.stack }, 'internal error in a request')
    if (records.take('')) void accept('logs', encodeRecord(failure, version))
    return failure
  }

  function sendFailure(ctx: Context, { digest }: Failure): void {
    if (ctx.headerSent) return void ctx.res.destroy()
    const sentence = `Internal server error. Digest: ${digest}`
    if (ctx.path.startsWith('/monitoring')) return sendError(ctx, 'json', { status: 500, message: sentence })
    if (ctx.accepts('html', 'json') !== 'html' || ctx.path.startsWith('/api/'))
      return sendProblem(ctx, new HttpError(500, sentence))
    const { html, policy } = fallbackScreen(addresses.host(ctx.req), digest)
    ctx.status = 500
    ctx.type = 'html'
    ctx.set('Content-Security-Policy', policy)
    ctx.body = html
  }
}

function describe(thrown: unknown, url: string, scrub: Scrubber['text']): Failure {
  const digest = Array.from({ length: DIGEST_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  const { name, message, stack = '' } = thrown instanceof Error ? thrown : new Error(String(thrown))
  return { digest, type: name, message: scrub(message), stack: scrub(stack), url: withoutQueryValues(url) }
}

/** An OTLP logs request with the record that a page would send. */
function encodeRecord({ digest, type, message, stack, url }: Failure, version: string): Buffer {
  const attributes = attributesOf({
    'exception.type': type,
    'exception.message': message,
    'exception.stacktrace': stack,
    'errata.digest': digest,
    'errata.mechanism': MECHANISM,
    'url.full': url,
  })
  const timeUnixNano = `${Date.now()}000000`
  const logRecords = [{ eventName: 'exception', timeUnixNano, severityNumber: SEVERITY, attributes }]
  const resource = { attributes: attributesOf({ 'service.name': SERVICE, 'service.version': version }) }
  return writeLogs({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] })
}

function attributesOf(texts: Record<string, string>): { key: string; value: { stringValue: string } }[] {
  return Object.entries(texts).map(([key, stringValue]) => ({ key, value: { stringValue } }))
}
