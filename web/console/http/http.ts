// HTTP client of the API. Every answer that is not 2xx becomes an HttpError.
import type { Problem } from '../../../contract/problem.ts'

/** A request without an answer fails after this time, so that the screen can show it. */
export const TIMEOUT_MS = 10_000

/**
 * `status` is 0 where there was no HTTP answer, `isLate` where the request ended before it came; `request` is
 * the method and the path.
 */
type Details = { status: number; isLate: boolean; request: string; durationMs: number }

export class HttpError extends Error {
  override name = 'HttpError'
  readonly details: Details
  constructor(message: string, details: Details) {
    super(message)
    this.details = details
  }
  get status(): number {
    return this.details.status
  }
}

/** `timeoutMs`: of what takes longer than a screen waits. */
export type RequestOptions = {
  method?: 'PATCH' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  signal?: AbortSignal
  timeoutMs?: number
}

/** The JSON of the answer; undefined for 204. Throws HttpError. */
export async function request<Answer>(path: string, options: RequestOptions = {}): Promise<Answer> {
  const response = await fetchOk(path, options)
  return response.status === 204 ? (undefined as Answer) : ((await response.json()) as Answer)
}

/** `milliseconds`: how long the answer took. */
export type Timed = { milliseconds: number }

export async function requestTimed<Answer>(
  path: string,
  options: RequestOptions = {},
): Promise<Answer & Timed> {
  const start = performance.now()
  const answer = await request<Answer>(path, options)
  return { ...answer, milliseconds: Math.round(performance.now() - start) }
}

export async function requestText(path: string): Promise<string> {
  return (await fetchOk(path, {})).text()
}

async function fetchOk(path: string, options: RequestOptions): Promise<Response> {
  const { method, body, signal, timeoutMs = TIMEOUT_MS } = options
  const start = performance.now()
  const timeout = AbortSignal.timeout(timeoutMs)
  const fail = (message: string, status: number, isLate = false) =>
    new HttpError(message, {
      status,
      isLate,
      request: `${method ?? 'GET'} ${path}`,
      durationMs: Math.round(performance.now() - start),
    })
  let response: Response
  try {
    response = await fetch(path, {
      method: method ?? 'GET',
      headers: {
        accept: 'application/json, text/markdown',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    if ((error as Error).name === 'TimeoutError')
      throw fail(`No answer within ${timeoutMs / 1000} s`, 0, true)
    throw fail(navigator.onLine ? 'The relay does not answer' : 'You are offline', 0)
  }
  if (response.ok) return response
  throw fail(await readProblem(response), response.status)
}

async function readProblem(response: Response): Promise<string> {
  try {
    const problem = (await response.json()) as Partial<Problem>
    return problem.detail ?? problem.title ?? `Status ${response.status}`
  } catch {
    return `Status ${response.status}`
  }
}
