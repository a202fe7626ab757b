// One question to the store's API, and the one place where its refusals become words.

import type { Problem } from '../../../store/api/contract.ts'

/** After this long a screen says so instead of waiting on: a person has long looked elsewhere. */
const PATIENCE_MS = 10_000

export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly asked: string
  readonly tookMs: number
  constructor(message: string, answer: { status: number; asked: string; tookMs: number }) {
    super(message)
    this.status = answer.status
    this.asked = answer.asked
    this.tookMs = answer.tookMs
  }
}

export type Asking = { method?: 'PATCH' | 'POST'; body?: unknown; signal?: AbortSignal }

export async function ask<Answer>(path: string, asking: Asking = {}): Promise<Answer> {
  const response = await reach(path, asking)
  return response.status === 204 ? (undefined as Answer) : ((await response.json()) as Answer)
}

export async function askText(path: string): Promise<string> {
  return (await reach(path, {})).text()
}

/** Whatever goes wrong below HTTP has status 0: nobody answered. */
async function reach(path: string, { method, body, signal }: Asking): Promise<Response> {
  const since = performance.now()
  const asked = `${method ?? 'GET'} ${path}`
  const limit = AbortSignal.timeout(PATIENCE_MS)
  const refuse = (message: string, status: number) =>
    new Refusal(message, { status, asked, tookMs: Math.round(performance.now() - since) })
  let response: Response
  try {
    response = await fetch(path, {
      method: method ?? 'GET',
      headers: {
        accept: 'application/json, text/markdown',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw refuse(limit.aborted ? 'No answer within 10 s' : 'The relay does not answer', 0)
  }
  if (response.ok) return response
  throw refuse(await reasonOf(response), response.status)
}

async function reasonOf(response: Response): Promise<string> {
  try {
    const problem = (await response.json()) as Partial<Problem>
    return problem.detail ?? problem.title ?? `Status ${response.status}`
  } catch {
    return `Status ${response.status}`
  }
}
