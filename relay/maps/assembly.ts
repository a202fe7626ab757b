// Makes a bundle of its chunks and sends its maps to the store. A tool asks again until this has ended.
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Caller } from '../../server/caller.ts'
import { createPool } from '../../server/event-loop.ts'
import { HttpError } from '../../server/http-error.ts'
import { BundleError, withBundle } from './bundle.ts'
import { MAX_CHUNKS, type Chunks } from './chunks.ts'
import { sendMaps } from './send-maps.ts'

/** `detail`: why it failed. */
export type AssemblyAnswer = {
  state: 'not_found' | 'assembling' | 'ok' | 'error'
  missingChunks: string[]
  detail: string | null
}

/** `checksum`, `chunks`: SHA-1 in hex. `projects`: names or numbers. Empty: as the bundle has it. */
export type AssemblyRequest = {
  checksum: string
  chunks: string[]
  projects: string[]
  release: string
  dist: string
}

/** Proxies close a request that gets no answer for a minute. */
const WAIT_MS = 20_000
/** A tool asks again after a second, unless somebody has stopped it. */
const RESULT_MS = 60_000
/** One bundle is open at a time: it has up to 512 MiB on the disk, and a map has 64 MiB. */
const MAX_WAITING = 20
const CHECKSUM = /^[\da-f]{40}$/
/** Characters of a name. */
const MAX_NAME = 250
const MAX_PROJECTS = 20

type Parts = { chunks: Chunks; storeUrl: string; logger: Logger; serviceOf: (project: string) => string }
/** With the rights of the caller. */
export type Assemble = (request: AssemblyRequest, caller: Caller) => Promise<AssemblyAnswer>

export function createAssembly({ chunks, storeUrl, logger, serviceOf }: Parts): Assemble {
  const pool = createPool([1])
  const running = new Map<string, Promise<AssemblyAnswer>>()

  return async (request, caller) => {
    // Nobody gets the answer to somebody else.
    const key = JSON.stringify([request, caller])
    if (!running.has(key)) {
      const missingChunks = await chunks.missing(request.chunks)
      if (missingChunks.length > 0) return { state: 'not_found', missingChunks, detail: null }
    }
    const result = running.get(key) ?? start(key, request, caller)
    const waiting = new AbortController()
    const later = pause(WAIT_MS, answerOf('assembling'), { signal: waiting.signal }).catch(() => result)
    const answer = await Promise.race([result, later])
    waiting.abort()
    // A later upload of the same bundle is a new one.
    if (answer.state !== 'assembling') running.delete(key)
    return answer
  }

  function start(key: string, request: AssemblyRequest, caller: Caller): Promise<AssemblyAnswer> {
    if (pool.waiting() >= MAX_WAITING)
      throw new HttpError(503, `${MAX_WAITING} uploads are waiting: upload again later.`)
    const result = pool.run(() => assemble(request, caller))
    running.set(key, result)
    void result.finally(() => setTimeout(forget, RESULT_MS).unref())
    return result

    function forget(): void {
      if (running.get(key) === result) running.delete(key)
    }
  }

  async function assemble(request: AssemblyRequest, caller: Caller): Promise<AssemblyAnswer> {
    try {
      await chunks.withFile(request.chunks, async (file, checksum) => {
        if (checksum !== request.checksum) throw new BundleError('The bundle does not match its checksum.')
        await store(file, request, caller)
      })
      return answerOf('ok')
    } catch (error) {
      const { message } = error as Error
      logger.warn({ reason: message, projects: request.projects }, 'an upload of source maps failed')
      const detail = error instanceof BundleError ? message : `The bundle could not be assembled: ${message}`
      return answerOf('error', detail)
    }
  }

  async function store(file: string, request: AssemblyRequest, caller: Caller): Promise<void> {
    await withBundle(file, async (bundle) => {
      const { projects, release = bundle.release, dist = bundle.dist } = withoutEmpty(request)
      const services = (projects ?? [bundle.project]).filter((name) => name !== '').map(serviceOf)
      if (services.length === 0) throw new BundleError('The bundle has no project: name one.')
      const created = await sendMaps(bundle, { storeUrl, caller, services, release, dist })
      logger.info({ services, release, maps: bundle.maps.length, created }, 'source maps were uploaded')
    })
  }
}

function answerOf(state: AssemblyAnswer['state'], detail: string | null = null): AssemblyAnswer {
  return { state, missingChunks: [], detail }
}

/** Without the members that a tool has not sent. */
function withoutEmpty({ projects, release, dist }: AssemblyRequest): Partial<AssemblyRequest> {
  return {
    ...(projects.length > 0 && { projects }),
    ...(release !== '' && { release }),
    ...(dist !== '' && { dist }),
  }
}

/** `path`: what the path says of the project and the release. Throws 400. */
export function readAssemblyRequest(
  { checksum, chunks, projects, version, dist }: Record<string, unknown>,
  path: { project?: string; release?: string },
): AssemblyRequest {
  if (!isChecksum(checksum)) throw new HttpError(400, 'checksum must be a SHA-1 in hex.')
  if (!Array.isArray(chunks) || chunks.length > MAX_CHUNKS || !chunks.every(isChecksum))
    throw new HttpError(400, `chunks must be a list of at most ${MAX_CHUNKS} SHA-1 in hex.`)
  const names = projects ?? (path.project === undefined ? [] : [path.project])
  if (!Array.isArray(names) || names.length > MAX_PROJECTS || !names.every(isName))
    throw new HttpError(400, `projects must be a list of at most ${MAX_PROJECTS} names.`)
  const [release, build] = [path.release ?? version ?? '', dist ?? '']
  if (!isName(release) || !isName(build))
    throw new HttpError(400, `version and dist must be texts of at most ${MAX_NAME} characters.`)
  return { checksum, chunks, projects: names, release, dist: build }
}

function isChecksum(value: unknown): value is string {
  return typeof value === 'string' && CHECKSUM.test(value)
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_NAME
}
