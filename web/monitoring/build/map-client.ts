// Sends one source map to the relay, unless it has it already.

import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

export type UploadTarget = {
  /** Of the relay: its `/api/maps` is added. */
  url: string
  token?: string | undefined
  service: string
  release?: string | undefined
  /** Address of the repository, and the commit that was built: with both, a frame links to its line. */
  repo?: string | undefined
  commit?: string | undefined
}

/** A map that the server did not take. `isGeneral`: it takes no other one either. */
export class UploadError extends Error {
  readonly isGeneral: boolean
  constructor(message: string, isGeneral: boolean) {
    super(message)
    this.isGeneral = isGeneral
  }
}

/** A relay that restarts is back by then. */
const retryPausesMs = [1000, 2000, 4000]
/** As the relay asks of everybody who sends too much. */
const retryAfterLimitMs = 30_000
const requestMs = 30_000
const compress = promisify(gzip)

/** Resolves to the bytes that were sent; 0: the server has this map. Throws UploadError. */
export async function sendMap(target: UploadTarget, file: string, map: Buffer): Promise<number> {
  const { service, release = '', repo, commit } = target
  const name = { service, release, file }
  const hash = createHash('sha256').update(map).digest('hex')
  const present = await request(target, 'HEAD', { ...name, hash })
  if (present.ok) return 0
  if (present.status === 401 || present.status === 403)
    throw new UploadError(
      `the server refuses ${target.token ? 'the' : 'a request without a'} token (${present.status})`,
      true,
    )
  const body = await compress(map)
  const extra = { ...(repo && { repo: repositoryUrl(repo) }), ...(commit && { commit }) }
  const response = await request(target, 'PUT', { ...name, ...extra }, body)
  const text = await response.text()
  if (!response.ok)
    throw new UploadError(
      `${response.status} ${detailOf(text) || response.statusText}`,
      response.status >= 500,
    )
  return response.status === 200 ? 0 : body.length
}

/** Repeated after network errors, 429 and 5xx. Throws where the server is not reached. */
async function request(
  { url, token }: UploadTarget,
  method: string,
  query: Record<string, string>,
  body?: Buffer,
): Promise<Response> {
  const address = `${url.replace(/\/$/, '')}/api/maps?${new URLSearchParams(query).toString()}`
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
      const isTemporary = response.status === 429 || response.status >= 500
      if (!isTemporary || retryMs === undefined) return response
      await response.arrayBuffer()
      const seconds = Number(response.headers.get('retry-after')) || 0
      waitMs = Math.min(Math.max(retryMs, seconds * 1000), retryAfterLimitMs)
    } catch (error) {
      if (retryMs === undefined) throw new UploadError(`${url} does not answer: ${reasonOf(error)}`, true)
    }
    await pause(waitMs)
  }
}

/** Without credentials, which a clone of a CI has in its address; `git@host:path` as a URL. */
function repositoryUrl(repo: string): string {
  return repo
    .replace(/^(?:git\+)?(?:ssh:\/\/)?git@([^:/]+)[:/]/, 'https://$1/')
    .replace(/^(?:git\+)?(https?:\/\/)[^/@]*@/, '$1')
    .replace(/\.git$/, '')
}

/** `detail` of a problem (RFC 9457). */
function detailOf(text: string): string {
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
