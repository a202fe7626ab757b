// The body of a request, as a path declares it: JSON of a type of `contract/`, or an upload.
import type { IncomingMessage } from 'node:http'
import { contentEncodingOf, readBody } from '../../server/body.ts'
import { createPool } from '../../server/event-loop.ts'
import { isObject, parseJson } from '../../server/json.ts'
import { HttpError } from '../../server/http-error.ts'
import type schemas from './openapi/schemas.json'

/** Bytes: a page of issue ids, or a long note. */
const MAX_BODY = 64 * 1024

/** Bytes of an upload, before and after decompression. */
const MAX_UPLOAD_BYTES = 64 * 1024 * 1024

/** Uploads that are in memory at the same time. The command that uploads sends four. */
const MAX_UPLOADS = 4

/** Further ones wait, unread. */
const MAX_WAITING = 50

/** A type of `contract/`. */
export type SchemaName = keyof typeof schemas

export type JsonObject = Record<string, unknown>

/** A body that the store sends to itself. */
export class JsonMessage {
  readonly json: JsonObject
  constructor(json: JsonObject) {
    this.json = json
  }
}

/** `type`: of `contract/`; null: nothing is read from it. */
export type Body<Value> = {
  type: SchemaName | null
  isUpload: boolean
  read(message: IncomingMessage | JsonMessage): Promise<Value>
}

/** `parse` throws a 400 that names the member. */
export function json<Value>(type: SchemaName, parse: (body: JsonObject) => Value): Body<Value> {
  return { type, isUpload: false, read: async (message) => parse(await readJsonObject(message)) }
}

/** JSON of a path that the OpenAPI document does not have. */
export function unlistedJson<Value>(parse: (body: JsonObject) => Value): Body<Value> {
  return { type: null, isUpload: false, read: async (message) => parse(await readJsonObject(message)) }
}

/** A larger body of a path that the OpenAPI document does not have. `limit`: bytes, also decompressed. */
export function unlistedUpload<Value>(limit: number, parse: (body: JsonObject) => Value): Body<Value> {
  return { type: null, isUpload: true, read: async (message) => parse(await readLarge(message, limit)) }
}

const uploads = createPool(Array(MAX_UPLOADS).keys())

/**
 * Reads an upload when it is its turn, and runs `work` with it. Throws 413, 415, 400, and 503 when too many
 * wait.
 */
export type Upload = <Result>(work: (bytes: Buffer) => Promise<Result>) => Promise<Result>

export function upload(type: SchemaName): Body<Upload> {
  return { type, isUpload: true, read: async (message) => (work) => withUpload(message, work) }
}

async function withUpload<Answer>(
  message: IncomingMessage | JsonMessage,
  work: (bytes: Buffer) => Promise<Answer>,
): Promise<Answer> {
  if (uploads.waiting() >= MAX_WAITING)
    throw new HttpError(503, `${MAX_WAITING} uploads are waiting: try again later.`)
  return uploads.run(async () => work(await readUpload(message)))
}

export const NO_BODY: Body<null> = { type: null, isUpload: false, read: () => Promise.resolve(null) }

/** A change without members is sent as JSON too: a web page needs permission for that. */
export const EMPTY_BODY: Body<null> = {
  type: null,
  isUpload: false,
  async read(message) {
    await readJsonObject(message)
    return null
  },
}

async function readJsonObject(message: IncomingMessage | JsonMessage): Promise<JsonObject> {
  if (message instanceof JsonMessage) return message.json
  requireJson(message)
  const body = await readBody(message, MAX_BODY)
  if (!body.ok && body.reason === 'too large')
    throw new HttpError(413, `The body must not be larger than ${MAX_BODY} bytes.`)
  const value = body.ok ? parseJson(body.bytes.toString()) : undefined
  if (!isObject(value)) throw new HttpError(400, 'The body must be a JSON object.')
  return value
}

async function readLarge(message: IncomingMessage | JsonMessage, limit: number): Promise<JsonObject> {
  if (message instanceof JsonMessage) return message.json
  requireJson(message)
  const body = await readBody(message, limit, contentEncodingOf(message))
  if (!body.ok && body.reason === 'too large')
    throw new HttpError(413, `The body must not be larger than ${limit} bytes, decompressed.`)
  const value = body.ok ? parseJson(body.bytes.toString()) : undefined
  if (!isObject(value)) throw new HttpError(400, 'The body must be a JSON object.')
  return value
}

async function readUpload(message: IncomingMessage | JsonMessage): Promise<Buffer> {
  if (message instanceof JsonMessage) return Buffer.from(JSON.stringify(message.json))
  requireJson(message)
  const encoding = contentEncodingOf(message)
  if (encoding === undefined) throw new HttpError(415, 'Content-Encoding must be gzip or br, or be missing.')
  const body = await readBody(message, MAX_UPLOAD_BYTES, encoding)
  if (body.ok) return body.bytes
  throw body.reason === 'too large'
    ? new HttpError(413, `A source map must not be larger than ${MAX_UPLOAD_BYTES} bytes, unpacked.`)
    : new HttpError(400, 'The body is incomplete or does not match its Content-Encoding.')
}

/** Throws 415 for other types: a web page can send those without permission of this server. */
function requireJson({ headers }: IncomingMessage): void {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? ''))
    throw new HttpError(415, 'The body must be JSON: send Content-Type: application/json.')
}
