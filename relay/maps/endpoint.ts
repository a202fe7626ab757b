// Source maps by the protocol of Sentry's tools: `sentry-cli` and the plugins for bundlers upload to Errata
// with its address and a token. Names of organizations make no difference.
import { createHash } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Router } from '../../server/koa-router.ts'
import type { Context, Middleware, Next } from 'koa'
import type { Logger } from 'pino'
import { contentEncodingOf, readBody } from '../../server/body.ts'
import { createPool } from '../../server/event-loop.ts'
import { HttpError } from '../../server/http-error.ts'
import { isObject, parseJson } from '../../server/json.ts'
import type { Config } from '../config.ts'
import { callerOf } from '../console/proxy.ts'
import { serviceOf } from '../monitoring/sentry/resource.ts'
import { createAssembly, readAssemblyRequest } from './assembly.ts'
import { CHUNK_BYTES, MAX_CHUNKS, createChunks } from './chunks.ts'
import { addReleasePaths } from './releases.ts'

export type SentryMaps = { receive: Middleware; sendErrors: Middleware; close: () => void }
type Parts = { config: Config; logger: Logger }

/** Tools may send several chunks in a request, which a proxy may find too large. */
const CHUNKS_PER_REQUEST = 1
/** With its headers, and with a chunk that gzip makes larger. Parsing it takes 3 ms of the main thread. */
const FORM_BYTES = 2 * CHUNK_BYTES
/** Tools send this number of requests at the same time. */
const CONCURRENCY = 4
/** Forms that are in memory at the same time. */
const MAX_FORMS = 8
const MAX_WAITING = 100
/** Checksums of all chunks, or the commits of a release with their files. */
const JSON_BYTES = 1024 * 1024

const gunzipAsync = promisify(gunzip)

export function createSentryMaps({ config, logger }: Parts): SentryMaps {
  const chunks = createChunks(path.join(config.dataDir, 'map-uploads'))
  const { storeUrl, sentryProjects } = config
  const assemble = createAssembly({
    chunks,
    storeUrl,
    logger,
    serviceOf: (project) => (/^\d+$/.test(project) ? serviceOf(project, sentryProjects) : project),
  })
  const forms = createPool(Array(MAX_FORMS).keys())
  const router = new Router({ prefix: '/api/0' })
  router.get('/organizations/:organization/chunk-upload/', (ctx) => {
    ctx.body = {
      url: addressOf(ctx),
      chunkSize: CHUNK_BYTES,
      chunksPerRequest: CHUNKS_PER_REQUEST,
      maxRequestSize: CHUNKS_PER_REQUEST * CHUNK_BYTES,
      maxFileSize: MAX_CHUNKS * CHUNK_BYTES,
      concurrency: CONCURRENCY,
      hashAlgorithm: 'sha1',
      compression: ['gzip'],
      // With version 2 a tool asks which chunks are missing, and sends only these.
      accept: ['release_files', 'artifact_bundles', 'artifact_bundles_v2'],
    }
  })
  router.post('/organizations/:organization/chunk-upload/', async (ctx) => {
    if (forms.waiting() >= MAX_WAITING)
      throw new HttpError(503, `${MAX_WAITING} requests with chunks are waiting: upload again later.`)
    await forms.run(() => receiveChunks(ctx))
    ctx.body = {}
  })
  const assembling = async (ctx: Context & { params: Record<string, string> }): Promise<void> => {
    ctx.body = await assemble(readAssemblyRequest(await readJson(ctx), ctx.params), callerOf(ctx))
  }
  router.post('/organizations/:organization/artifactbundle/assemble/', assembling)
  router.post('/projects/:organization/:project/artifactbundle/assemble/', assembling)
  router.post('/organizations/:organization/releases/:release/assemble/', assembling)
  addReleasePaths(router, readJson)
  router.all('/{*rest}', (ctx) => {
    throw new HttpError(404, `Errata does not have ${ctx.path}: it takes source maps from Sentry's tools.`)
  })
  return { receive: router.routes() as Middleware, sendErrors, close: () => chunks.close() }

  async function receiveChunks(ctx: Context): Promise<void> {
    for (const { name, checksum, sent } of await readForm(ctx)) {
      const bytes = name === 'file_gzip' ? await unpack(sent) : sent
      if (bytes.length > CHUNK_BYTES)
        throw new HttpError(413, `A chunk must not be larger than ${CHUNK_BYTES} bytes.`)
      if (createHash('sha1').update(bytes).digest('hex') !== checksum)
        throw new HttpError(400, `The chunk ${checksum} does not match its checksum.`)
      await chunks.add(checksum, bytes)
    }
  }
}

/**
 * Of the request, because the plugins take no path. Only the tool that asks gets it, so the headers of every
 * proxy count, whatever `TRUST_PROXY` is.
 */
function addressOf(ctx: Context): string {
  const [scheme, host] = ['X-Forwarded-Proto', 'X-Forwarded-Host'].map((name) =>
    ctx.get(name).replace(/,.*/, '').trim(),
  )
  return `${scheme === 'https' ? 'https' : 'http'}://${host || ctx.get('Host')}${ctx.path}`
}

type SentChunk = { name: string; checksum: string; sent: Buffer }

/** Throws 400 and 413. */
async function readForm(ctx: Context): Promise<SentChunk[]> {
  const type = ctx.get('Content-Type')
  if (!/^multipart\/form-data\b/i.test(type))
    throw new HttpError(415, 'The body must be multipart/form-data.')
  const bytes = await readAll(ctx, FORM_BYTES)
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw new HttpError(400, 'The body is not a form of the type multipart/form-data.')
    })
  const parts = [...form]
  if (parts.length > CHUNKS_PER_REQUEST)
    throw new HttpError(400, 'A request must not have more than one chunk.')
  return Promise.all(
    parts.map(async ([name, file]) => {
      if (typeof file === 'string' || (name !== 'file' && name !== 'file_gzip'))
        throw new HttpError(400, 'Each part of the form must be a file with the name file or file_gzip.')
      return { name, checksum: file.name, sent: Buffer.from(await file.arrayBuffer()) }
    }),
  )
}

async function unpack(bytes: Buffer): Promise<Buffer> {
  try {
    return await gunzipAsync(bytes, { maxOutputLength: CHUNK_BYTES })
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw isTooLarge
      ? new HttpError(413, `A chunk must not be larger than ${CHUNK_BYTES} bytes, unpacked.`)
      : new HttpError(400, 'A chunk with the name file_gzip is not gzip.')
  }
}

async function readJson(ctx: Context): Promise<Record<string, unknown>> {
  const body = parseJson((await readAll(ctx, JSON_BYTES)).toString())
  if (isObject(body)) return body
  throw new HttpError(400, 'The body must be a JSON object.')
}

async function readAll(ctx: Context, limit: number): Promise<Buffer> {
  const encoding = contentEncodingOf(ctx.req)
  if (encoding === undefined) throw new HttpError(415, 'Content-Encoding must be gzip or br, or be missing.')
  const body = await readBody(ctx.req, limit, encoding)
  if (body.ok) return body.bytes
  if (body.reason === 'too large') throw new HttpError(413, `The body has more than ${limit} bytes.`)
  throw new HttpError(400, 'The body is incomplete or does not match its Content-Encoding.')
}

/** The tools show `detail` of plain JSON only. */
async function sendErrors(ctx: Context, next: Next): Promise<void> {
  try {
    await next()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    ctx.req.resume()
    ctx.status = error.status
    ctx.set(error.headers)
    ctx.body = { detail: error.message }
  }
}
