// `POST /api/feedback`: what a user wrote, sent by a program, such as a mail to the support or the form of a
// server. It becomes the record that pages send to `/monitoring`, and goes the same way.
import { randomUUID } from 'node:crypto'
import type { Context } from 'koa'
import { readBody } from '../../server/body.ts'
import { HttpError } from '../../server/http-error.ts'
import { isObject, parseJson } from '../../server/json.ts'
import { rateKey, type Addresses } from '../address.ts'
import { callerOf } from '../console/proxy.ts'
import type { StoreAccess } from '../console/store-access.ts'
import type { Intake } from '../monitoring/intake.ts'
import { toAttributes } from '../monitoring/sentry/otlp-attributes.ts'

type Parts = { addresses: Addresses; intake: Intake; store: Pick<StoreAccess, 'readEvent'> }

/** `service`: empty if the sender did not name it. */
type SentFeedback = { text: string; email: string; digest: string; service: string }

/** Characters; the store cuts a text at 4,096. */
const MAX_TEXT = 16 * 1024
const MAX_VALUE = 256
/** Bytes: four of JSON for a character, and the other members. */
const MAX_BODY = 5 * MAX_TEXT
const INFO = 9

/** Answers 202: the text is stored soon. The caller may use the API. */
export function createFeedbackEndpoint({ addresses, intake, store }: Parts) {
  return async function receive(ctx: Context): Promise<void> {
    const body = await readBody(ctx.req, MAX_BODY)
    if (!body.ok && body.reason === 'too large')
      throw new HttpError(413, `The body must not have more than ${MAX_BODY} bytes.`)
    const feedback = readFeedback(body.ok ? parseJson(body.bytes.toString()) : undefined)
    const request = toRequest(feedback, await originOf(ctx, feedback))
    const sender = { key: rateKey(addresses.client(ctx.req)), client: '' }
    const taken = await intake({ request, signals: ['logs'] }, sender, () => {})
    if (!taken.ok) throw new HttpError(taken.refusal.status, taken.refusal.message)
    ctx.status = 202
    ctx.body = {}
  }

  /** What a resource has: of the error with the digest, unless the sender names another service. */
  async function originOf(ctx: Context, { digest, service }: SentFeedback) {
    if (service !== '') return { 'service.name': service }
    const event = await store.readEvent(callerOf(ctx), digest)
    return {
      'service.name': event.service,
      'service.version': event.release,
      'deployment.environment.name': event.environment,
    }
  }
}

/** Throws 400. */
function readFeedback(body: unknown): SentFeedback {
  if (!isObject(body)) throw new HttpError(400, 'Send {"text": "…", "digest": "…"} as JSON.')
  const read = (name: string, limit = MAX_VALUE): string => {
    const value = body[name] ?? ''
    if (typeof value === 'string' && value.length <= limit) return value
    throw new HttpError(400, `${name} must be a string of at most ${limit} characters.`)
  }
  const feedback = {
    text: read('text', MAX_TEXT).trim(),
    email: read('email'),
    digest: read('digest'),
    service: read('service'),
  }
  if (feedback.text === '') throw new HttpError(400, 'text is required.')
  if (feedback.digest === '' && feedback.service === '')
    throw new HttpError(400, 'Name the digest of an error, or the service that the text is about.')
  return feedback
}

function toRequest({ text, email, digest }: SentFeedback, resource: Record<string, string>) {
  const values = {
    'log.record.uid': randomUUID(),
    'errata.feedback.text': text,
    ...(email !== '' && { 'errata.feedback.email': email }),
    ...(digest !== '' && { 'errata.given_digest': digest }),
  }
  const logRecord = {
    timeUnixNano: `${Date.now()}000000`,
    eventName: 'user.feedback',
    severityNumber: INFO,
    attributes: toAttributes(values),
  }
  const scopeLogs = [{ logRecords: [logRecord] }]
  return { resourceLogs: [{ resource: { attributes: toAttributes(resource) }, scopeLogs }] }
}
