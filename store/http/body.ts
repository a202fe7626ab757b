// The body of a request, as a path declares it: JSON of a type of `contract/`, or an upload.
import type { IncomingMessage } from 'node:http'
import { readBody } from '../../server/body.ts'
import { isObject, parseJson } from '../../server/json.ts'
import { HttpError } from '../../server/http-error.ts'
import type schemas from './openapi/schemas.json'
import { withUpload } from './upload.ts'

/** Bytes: a page of issue ids, or a long note. */
const MAX_BODY = 64 * 1024

/** A type of `contract/`. */
export type SchemaName = keyof typeof schemas

export type JsonObject = Record<string, unknown>

/** `type`: of `contract/`; null: nothing is read from it. */
export type Body<Value> = {
  type: SchemaName | null
  isUpload: boolean
  read(message: IncomingMessage): Promise<Value>
}

/** `parse` throws a 400 that names the member. */
export function json<Value>(type: SchemaName, parse: (body: JsonObject) => Value): Body<Value> {
  return { type, isUpload: false, read: async (message) => parse(await readJsonObject(message)) }
}

/** Reads an upload when it is its turn, and runs `work` with it. */
export type Upload = <Result>(work: (bytes: Buffer) => Promise<Result>) => Promise<Result>

export function upload(type: SchemaName): Body<Upload> {
  return { type, isUpload: true, read: async (message) => (work) => withUpload(message, work) }
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

/** Throws 415 for other types: a web page can send those without permission of this server. */
async function readJsonObject(message: IncomingMessage): Promise<JsonObject> {
  if (!/^application\/json\b/i.test(message.headers['content-type'] ?? ''))
    throw new HttpError(415, 'The body must be JSON: send Content-Type: application/json.')
  const body = await readBody(message, MAX_BODY)
  if (!body.ok && body.reason === 'too large')
    throw new HttpError(413, `The body must not be larger than ${MAX_BODY} bytes.`)
  const value = body.ok ? parseJson(body.bytes.toString()) : undefined
  if (!isObject(value)) throw new HttpError(400, 'The body must be a JSON object.')
  return value
}
