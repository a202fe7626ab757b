// Sends the maps of a bundle to the store, as `errata upload` does.
import type http from 'node:http'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { CALLER_HEADER, writeCaller, type Caller } from '../../server/caller.ts'
import { isObject, parseJson } from '../../server/json.ts'
import { httpClient } from '../../server/node-http.ts'
import { BundleError, type Bundle, type BundleMap } from './bundle.ts'

/** Where the maps belong, and who sends them. Empty: the tool sends no release. */
export type Target = { storeUrl: string; caller: Caller; services: string[]; release: string; dist: string }

/** A restart of the store takes some seconds. */
const RETRY_PAUSES_MS = [1000, 2000, 4000, 8000]
/** As the proxy of the API. */
const TIMEOUT_MS = 30_000
const NO_SPACE = 507
/** More names would not help. */
const MAX_PROBLEMS = 5

type Answer = { status: number; detail: string }

/**
 * Resolves to the number of maps that were not stored before. A map that the store refuses does not keep
 * the others out; then it throws a `BundleError` with the reasons.
 */
export async function sendMaps({ maps }: Bundle, target: Target): Promise<number> {
  const problems: string[] = []
  let created = 0
  for (const map of maps)
    for (const file of filesOf(map, target)) {
      const { status, detail } = await sendPatiently(map, file, target)
      if (status === 201) created++
      else if (status === NO_SPACE || status >= 500) throw new BundleError(detail)
      else if (status !== 200) problems.push(`${map.url}: ${detail}`)
    }
  if (problems.length === 0) return created
  const rest = problems.length - MAX_PROBLEMS
  const listed = problems.slice(0, MAX_PROBLEMS).join('; ') + (rest > 0 ? `; and ${rest} more` : '')
  throw new BundleError(`Some source maps were not stored: ${listed}`)
}

/**
 * Names of the scripts of a map. A path belongs to a release; without one, and where a release has several
 * builds (`dist`), the id of the script finds the map, and makes the name unique among other builds.
 */
function filesOf({ url, scripts, debugId }: BundleMap, { release, dist }: Target): string[] {
  const paths = scripts.length > 0 ? scripts : [url.replace(/\.map$/, '')]
  const files = new Set(paths.map((path) => path.replace(/^~\//, '')))
  const isUnique = debugId === '' || (release !== '' && dist === '')
  return [...files].map((file) => (isUnique ? file : `${debugId}/${file}`))
}

/** The chunks of the bundle are on the disk, so the tool does not need to send them again. */
async function sendPatiently(map: BundleMap, file: string, target: Target): Promise<Answer> {
  for (const milliseconds of RETRY_PAUSES_MS) {
    const answer = await send(map, file, target)
    if (answer.status < 500 || answer.status === NO_SPACE) return answer
    await pause(milliseconds)
  }
  return send(map, file, target)
}

async function send(map: BundleMap, file: string, target: Target): Promise<Answer> {
  const { storeUrl, caller, services, release } = target
  const query = new URLSearchParams({ release, file })
  for (const service of services) query.append('service', service)
  const { request } = httpClient(storeUrl)
  const headers = {
    'content-type': 'application/json',
    'content-length': map.bytes,
    [CALLER_HEADER]: writeCaller(caller),
  }
  try {
    const json = await map.open()
    const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
    const upstream = request(`${storeUrl}/api/maps?${query.toString()}`, { method: 'PUT', headers })
    upstream.setTimeout(TIMEOUT_MS, () => upstream.destroy())
    upstream.on('response', resolve).on('error', reject)
    // A store that refuses a map may close the connection before it has read all of it.
    const sending = pipeline(json, upstream).catch(reject)
    const response = await promise
    const problem = parseJson(await text(response))
    await sending
    const { detail } = isObject(problem) ? problem : {}
    return {
      status: response.statusCode ?? 502,
      detail: typeof detail === 'string' ? detail : 'The store refuses it.',
    }
  } catch {
    return { status: 503, detail: 'The store does not answer: upload again later.' }
  }
}
