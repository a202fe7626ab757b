// Uploads a source map or a style sheet to the relay, unless it is stored already, and sends other requests
// of a build.

import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

export type UploadTarget = {
  /** URL of the relay; `/api/maps` is added. */
  url: string
  token?: string | undefined
  /** One, or several separated by commas: a page and its server are built together. */
  service: string
  release?: string | undefined
  /** URL of the repository, for links to its lines, and the commit that was built. Default: as git has it. */
  repo?: string | undefined
  commit?: string | undefined
}

/** A map that was not accepted. `isGeneral`: other maps would not be accepted either. */
export class UploadError extends Error {
  readonly isGeneral: boolean
  constructor(message: string, isGeneral: boolean) {
    super(message)
    this.isGeneral = isGeneral
  }
}

/** Long enough for a relay to restart. */
const retryPausesMs = [1000, 2000, 4000]
/** The relay's `Retry-After` for clients that exceed its rate limit. */
const retryAfterLimitMs = 30_000
const requestMs = 30_000
const compress = promisify(gzip)

/** Resolves to the number of bytes sent; 0 if the map is stored already. Throws UploadError. */
export function sendMap(target: UploadTarget, file: string, map: Buffer): Promise<number> {
  const { repo, commit } = target
  const query = Object.entries({ ...(repo && { repo: repositoryUrl(repo) }), ...(commit && { commit }) })
  return sendFile(target, { file, content: map, path: '/api/maps', query, body: map })
}

/** As for a map. */
export function sendStyles(target: UploadTarget, file: string, css: string): Promise<number> {
  const body = Buffer.from(JSON.stringify({ css }))
  return sendFile(target, { file, content: Buffer.from(css), path: '/api/styles', query: [], body })
}

/** `query`: in addition to the name of the file. */
type FileUpload = { file: string; content: Buffer; path: string; query: Parameter[]; body: Buffer }

async function sendFile(
  target: UploadTarget,
  { file, content, path, query, body }: FileUpload,
): Promise<number> {
  const { release = '' } = target
  const services = servicesOf(target).map((service): Parameter => ['service', service])
  const name: Parameter[] = [...services, ['release', release], ['file', file]]
  const hash = createHash('sha256').update(content).digest('hex')
  const present = await request(target, {
    method: 'HEAD',
    path: '/api/maps',
    query: [...name, ['hash', hash]],
  })
  if (present.ok) return 0
  if (present.status === 401 || present.status === 403)
    throw new UploadError(
      `the server rejects ${target.token ? 'the token' : 'requests without a token'} (${present.status})`,
      true,
    )
  const compressed = await compress(body)
  const put = { method: 'PUT', path, query: [...name, ...query], body: compressed }
  const response = await request(target, put)
  const text = await response.text()
  if (!response.ok)
    throw new UploadError(
      `${response.status} ${detailOf(text) || response.statusText}`,
      response.status >= 500,
    )
  return response.status === 200 ? 0 : compressed.length
}

export type Parameter = [name: string, value: string]

/** `service` of the target, as a list. */
export function servicesOf({ service }: Pick<UploadTarget, 'service'>): string[] {
  return service
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}

/** `body`: JSON, compressed. */
type ApiRequest = { method: string; path: string; query: Parameter[]; body?: Buffer }

/** Retries after network errors, 429 and 5xx. Throws UploadError if the server cannot be reached. */
export async function request(
  { url, token }: Pick<UploadTarget, 'url' | 'token'>,
  { method, path, query, body }: ApiRequest,
): Promise<Response> {
  const address = `${url.replace(/\/$/, '')}${path}?${new URLSearchParams(query).toString()}`
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json', 'content-encoding': 'gzip' }),
  }
  for (let attempt = 0; ; attempt++) {
    const retryMs = retryPausesMs[attempt]
    let waitMs = retryMs ?? 0
    try {
      const signal = AbortSignal.timeout(requestMs)
      const response = await fetch(address, {
        method,
        headers,
        signal,
        ...(body && { body: new Uint8Array(body) }),
      })
      // 507: there is no space for source maps, whenever they are sent.
      const isTemporary = response.status === 429 || (response.status >= 500 && response.status !== 507)
      if (!isTemporary || retryMs === undefined) return response
      await response.arrayBuffer()
      const seconds = Number(response.headers.get('retry-after')) || 0
      waitMs = Math.min(Math.max(retryMs, seconds * 1000), retryAfterLimitMs)
    } catch (error) {
      if (retryMs === undefined) throw new UploadError(`${url} does not respond: ${reasonOf(error)}`, true)
    }
    await pause(waitMs)
  }
}

/** Removes credentials, which a CI clone has in its URL, and turns `git@host:path` into a URL. */
export function repositoryUrl(repo: string): string {
  return repo
    .replace(/^(?:git\+)?(?:ssh:\/\/)?git@([^:/]+)[:/]/, 'https://$1/')
    .replace(/^(?:git\+)?(https?:\/\/)[^/@]*@/, '$1')
    .replace(/\.git$/, '')
}

/** `detail` of a problem document (RFC 9457). */
export function detailOf(text: string): string {
  try {
    const { detail, title } = JSON.parse(text) as { detail?: string; title?: string }
    return detail ?? title ?? ''
  } catch {
    return ''
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message ? cause.message : message
}
