// Runs the server of an example, behind a proxy that forwards `/monitoring` to the relay.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request as forwardRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { startServer } from './http-server.ts'
import { freePort } from './ports.ts'
import { waitFor } from './wait-for.ts'

export type FrameworkServer = Awaited<ReturnType<typeof startFrameworkServer>>

/** A server that is started on a busy machine. */
const READY_TIMEOUT_MS = 60_000

type ServerCommand = {
  folder: string
  /** Arguments of Node. The server reads its port from PORT. */
  args: string[]
  relayUrl: string
  env?: Record<string, string>
}

/** Resolves when the server answers. `url`: of the proxy; `output`: what the server has printed. */
export async function startFrameworkServer({ folder, args, relayUrl, env = {} }: ServerCommand) {
  const port = await freePort()
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', PORT: `${port}`, HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()))
  const exit = once(child, 'exit')
  const serverUrl = `http://127.0.0.1:${port}`
  const ended = exit.then(([code]) => {
    throw new Error(`the server ended with ${code}:\n${output}`)
  })
  ended.catch(() => {})
  await Promise.race([
    waitFor('the server answers', () => fetch(`${serverUrl}/`), { timeoutMs: READY_TIMEOUT_MS }),
    ended,
  ])
  const proxy = await startServer((request, response) => {
    forward(request.url?.startsWith('/monitoring') ? relayUrl : serverUrl, request, response)
  })
  return {
    url: proxy.url,
    serverUrl,
    output: () => output,
    /** The exit code of the server, once it has ended. */
    exitCode: exit.then(([code]) => code as number | null),
    async close() {
      proxy.close()
      child.kill('SIGKILL')
      await exit
    },
  }
}

function forward(target: string, request: IncomingMessage, response: ServerResponse): void {
  const { method = 'GET', headers } = request
  const options = { method, headers: { ...headers, 'x-forwarded-host': headers.host ?? '' } }
  const upstream = forwardRequest(`${target}${request.url}`, options, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  upstream.on('error', () => response.destroy())
  request.pipe(upstream)
}
