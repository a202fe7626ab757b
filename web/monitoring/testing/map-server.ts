// A server that stores source maps, style sheets and commits in memory like `/api/maps`, `/api/styles` and
// `/api/commits`, and can be told to fail.

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

export type ReceivedMap = {
  file: string
  /** Several services are separated by commas. */
  query: Record<string, string>
  authorization: string | undefined
  map: { sources: string[]; sourcesContent: (string | null)[]; debugId?: string }
}

/** `body`: as the store gets it. */
export type ReceivedCommits = {
  query: Record<string, string>
  body: {
    head: string
    base: string | null
    root: string
    folders: string[][]
    missing: string | null
    owners: { path: string; text: string } | null
    commits: { hash: string; author: string; subject: string; files: { path: string; lines: number[][] }[] }[]
  }
}

export const mapToken = 'map-token'

export async function startMapServer() {
  const hashes = new Map<string, string>()
  const maps: ReceivedMap[] = []
  const styles: { file: string; query: Record<string, string>; css: string }[] = []
  const commits: ReceivedCommits[] = []
  const requests: string[] = []
  /** Status codes of the next responses, instead of the correct ones. */
  const faults: number[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { method = '', url = '', headers } = request
      requests.push(method)
      const problem = (status: number, detail: string) => {
        response.writeHead(status, { 'content-type': 'application/problem+json' })
        response.end(JSON.stringify({ status, detail }))
      }
      const fault = faults.shift()
      if (fault) return problem(fault, 'as the test wants it')
      if (headers.authorization !== `Bearer ${mapToken}`) return problem(401, 'no such token')
      const parameters = new URL(url, 'http://localhost').searchParams
      const services = parameters.getAll('service').join()
      const query = { ...Object.fromEntries(parameters), service: services } as Record<string, string>
      const { release, file = '', hash } = query
      if (url.startsWith('/api/releases/commits')) {
        const [last] = commits.filter(({ query }) => query['release'] !== release).slice(-1)
        const before = last ? { release: last.query['release'], head: last.body.head } : null
        return response.writeHead(200).end(JSON.stringify({ before }))
      }
      if (url.startsWith('/api/commits')) {
        commits.push({ query, body: JSON.parse(gunzipSync(body).toString()) as ReceivedCommits['body'] })
        return response.writeHead(201).end()
      }
      const key = [services, release, file].join('\n')
      if (method === 'HEAD') return response.writeHead(hashes.get(key) === hash ? 200 : 404).end()
      const text = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
      if (url.startsWith('/api/styles')) {
        const { css } = JSON.parse(text.toString()) as { css: string }
        hashes.set(key, createHash('sha256').update(css).digest('hex'))
        styles.push({ file, query, css })
        return response.writeHead(201).end()
      }
      const map = JSON.parse(text.toString()) as ReceivedMap['map'] & { version?: number }
      if (map.version !== 3) return problem(400, `${file}: version must be 3`)
      hashes.set(key, createHash('sha256').update(text).digest('hex'))
      maps.push({ file, query, authorization: headers.authorization, map })
      return response.writeHead(201).end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    maps,
    styles,
    commits,
    requests,
    faults,
    /** Deletes everything. */
    clear() {
      hashes.clear()
      for (const list of [maps, styles, commits, requests, faults]) list.length = 0
    },
    close: () => server.close(),
  }
}
