// Serves a built application as a web server in production does: its files, index.html for the routes of the
// browser, and `/monitoring` from the relay.
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { startServer } from './http-server.ts'

type Answer = { status: number; type: string; body: string }
/** Default: index.html of the application. */
type Replacement = { path: RegExp; status: number } & Partial<Answer>

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
/** Allows the application, its inline snippet, and scripts of another origin on this machine. */
const POLICY = "script-src 'self' 'unsafe-inline' http://localhost:*"

export type StaticServer = Awaited<ReturnType<typeof serveApplication>>

export async function serveApplication(folder: string, relayUrl: string) {
  const replacements: Replacement[] = []
  const index = () => readFileSync(join(folder, 'index.html'), 'utf8')
  const answer = (path: string): Answer => {
    const replacement = replacements.find((each) => each.path.test(path))
    if (replacement) return { type: 'text/html', body: index(), ...replacement }
    const type = TYPES[extname(path)]
    if (!type) return { status: 200, type: 'text/html', body: index() }
    const file = join(folder, path)
    return existsSync(file)
      ? { status: 200, type, body: readFileSync(file, 'utf8') }
      : { status: 404, type, body: '' }
  }
  let pause: { path: RegExp; released: Promise<void> } | undefined
  const server = await startServer((request, response) => {
    const path = new URL(request.url ?? '', relayUrl).pathname
    if (path.startsWith('/monitoring')) void forward(relayUrl, request, response)
    else void respond(path, response)
  })
  async function respond(path: string, response: ServerResponse): Promise<void> {
    if (pause?.path.test(path)) await pause.released
    const { status, type, body } = answer(path)
    response.writeHead(status, { 'content-type': type, 'content-security-policy': POLICY }).end(body)
  }
  return {
    ...server,
    /** That path has its answer when the function in return is called. */
    hold(path: RegExp): () => void {
      const { promise: released, resolve } = Promise.withResolvers<void>()
      pause = { path, released }
      return resolve
    },
    /** That path has another answer, as after a deploy, until the function in return is called. */
    replace(replacement: Replacement): () => void {
      replacements.unshift(replacement)
      return () => void replacements.splice(replacements.indexOf(replacement), 1)
    },
  }
}

async function forward(relayUrl: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const type = request.headers['content-type'] ?? ''
  const relayed = await fetch(`${relayUrl}${request.url}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Uint8Array(await buffer(request)),
  })
  response.writeHead(relayed.status, { 'content-type': type }).end(await relayed.text())
}
