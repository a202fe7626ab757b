// Requests of the commands to Errata: which one, with which token, and what its refusals mean.

import { readFileSync } from 'node:fs'
import { readStoredLogin } from './credentials.ts'
import { UsageError } from './command-options.ts'
import type { Values } from './api-options.ts'

export type Client = {
  url: string
  json<Body>(path: string, query?: Query): Promise<Body>
  text(path: string, query?: Query): Promise<string>
  send<Body>(method: 'PATCH' | 'POST', path: string, body: object): Promise<Body>
}

/** Undefined values are left out. */
export type Query = Record<string, string | boolean | undefined>

type Environment = NodeJS.ProcessEnv

/** A slow query takes seconds. */
const requestMs = 60_000
/** After this time, the user is told what takes so long. */
const noticeMs = 1000

/**
 * Flags come before the environment, it before package.json, and that before the login. A token of the
 * environment is not sent to an address that only a package.json has: it may be somebody else's project.
 */
export function clientFor(values: Values, env: Environment): Client {
  const { url, isOfProject } = addressOf(values, env)
  const token = tokenOf(values, env, { url, isOfProject })
  return createClient(url, token)
}

export function createClient(url: string, token: string | undefined): Client {
  const read = async (path: string, query: Query = {}, accept: string) => {
    const entries = Object.entries(query).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    )
    const search = new URLSearchParams(entries).toString()
    return request(`${url}${path}${search && `?${search}`}`, { headers: headersOf(token, accept) })
  }
  return {
    url,
    json: async <Body>(path: string, query?: Query) =>
      (await (await read(path, query, 'application/json')).json()) as Body,
    text: async (path, query) => (await read(path, query, 'text/markdown')).text(),
    async send<Body>(method: string, path: string, body: object) {
      const headers = { ...headersOf(token, 'application/json'), 'content-type': 'application/json' }
      const answer = await request(`${url}${path}`, { method, headers, body: JSON.stringify(body) })
      return (await answer.json()) as Body
    },
  }
}

function headersOf(token: string | undefined, accept: string): Record<string, string> {
  return { accept, ...(token && { authorization: `Bearer ${token}` }) }
}

function addressOf(values: Values, env: Environment): { url: string; isOfProject: boolean } {
  const chosen = values['url'] ?? env['ERRATA_URL']
  if (chosen) return { url: originOf(String(chosen)), isOfProject: false }
  const project = projectUrl()
  if (project) return { url: originOf(project), isOfProject: true }
  const stored = readStoredLogin(env).url
  if (stored) return { url: stored, isOfProject: false }
  throw new UsageError('No Errata is known: run errata login URL, or set ERRATA_URL or --url', 2)
}

/** `errata.url` of the package.json in this folder. */
function projectUrl(): string | undefined {
  try {
    const { errata } = JSON.parse(readFileSync('package.json', 'utf8')) as { errata?: { url?: unknown } }
    return typeof errata?.url === 'string' ? errata.url : undefined
  } catch {
    return undefined
  }
}

/** Throws UsageError. */
export function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${text} is not a URL such as https://errata.example.com`, 2)
  return url.origin
}

type Address = { url: string; isOfProject: boolean }

function tokenOf(values: Values, env: Environment, { url, isOfProject }: Address): string | undefined {
  const file = values['token-file']
  if (file !== undefined) return readTokenFile(String(file))
  const token = env['ERRATA_TOKEN']?.trim()
  if (token && isOfProject)
    throw new UsageError(
      `ERRATA_TOKEN is not sent to ${url}, which only package.json names: set ERRATA_URL, too`,
      2,
    )
  return token || readStoredLogin(env).tokens[url]
}

/** Throws UsageError. */
export function readTokenFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new UsageError(`--token-file: ${(error as Error).message}`, 2)
  }
}

/** Throws UsageError with what the server answered. */
async function request(address: string, init: RequestInit): Promise<Response> {
  const host = new URL(address).host
  const notice = setTimeout(() => {
    if (process.stderr.isTTY) console.error(`Waiting for ${host} …`)
  }, noticeMs)
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(requestMs) })
    if (!response.ok) throw new UsageError(await reasonOf(response, new URL(address), init), 1)
    const type = response.headers.get('content-type') ?? ''
    // A login of a proxy answers with a page.
    if (!type.startsWith(new Headers(init.headers).get('accept')!))
      throw new UsageError(
        `${host} answered with ${type || 'nothing'}: is it an Errata, without a login before it?`,
        1,
      )
    return response
  } catch (error) {
    if (error instanceof UsageError) throw error
    const { message, cause } = error as Error
    const reason = cause instanceof Error && cause.message ? cause.message : message
    throw new UsageError(`${host} does not respond: ${reason}`, 1)
  } finally {
    clearTimeout(notice)
  }
}

async function reasonOf(
  response: Response,
  { host, origin }: URL,
  { headers }: RequestInit,
): Promise<string> {
  const text = await response.text()
  if (response.status === 401)
    return new Headers(headers).has('authorization')
      ? `${host} does not accept this token: it is unknown, revoked or expired. Make another one at ` +
          `${origin}/settings?section=tokens, then run errata login ${origin}`
      : `${host} needs a token: run errata login ${origin}`
  try {
    const { detail, title } = JSON.parse(text) as { detail?: string; title?: string }
    return detail ?? title ?? `${host} answered ${response.status}`
  } catch {
    return `${host} answered ${response.status}: is it an Errata?`
  }
}
