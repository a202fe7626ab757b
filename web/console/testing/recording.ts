// Answers of the real API, as `npm run answers` recorded them, in place of the network.
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { commands } from 'vitest/browser'

type Answer = { status: number; type: string; body: unknown }
type Replacement = {
  request: RegExp
  /** `recorded`: resolves to the recorded answer. */
  answer: (recorded: () => Promise<Response>) => Response | Promise<Response>
}
/** `data`: identifiers of what was sent before the recording. */
type Recording = { recordedAt: string; data: unknown; answers: Record<string, Answer> }

declare module 'vitest/browser' {
  interface BrowserCommands {
    saveAnswer: (recording: string, key: string, answer: Answer) => Promise<void>
    leaveWithMouse: () => Promise<void>
    mouse: (points: { x: number; y: number }[]) => Promise<void>
  }
}

/** While recording, what is not recorded yet is requested from the API behind Vite's proxy. */
const isRecording = import.meta.env['VITE_RECORD'] === 'yes'
const network = globalThis.fetch
/** On a slower machine a test may see requests that this one makes after the end of the test. */
const LATE_REQUESTS_MS = 600

/**
 * For all tests of a file. The clock stands at the instant of the recording, so that a screen requests the
 * ranges that were recorded. A test fails if the console waits for anything else at its end. `unanswered`:
 * what a screen may request ahead, and does not abort.
 */
export async function playRecording(name: string, unanswered?: RegExp) {
  const response = await network(`/console/testing/answers/${name}.json`)
  const { recordedAt, data, answers } = (await response.json()) as Recording
  /** `/api/issues?range=24h`, `PATCH /api/issues`. */
  const requests: string[] = []
  const replacements: Replacement[] = []
  const unknown = new Set<string>()

  async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    const path = url.pathname + url.search
    const method = init?.method ?? 'GET'
    if (!/^\/(api|health|login|logout)\b/.test(path)) return network(input, init)
    const request = method === 'GET' ? path : `${method} ${path}`
    requests.push(request)
    const replacement = replacements.find((each) => each.request.test(request))
    const play = () => playAnswer({ request, path, method }, init)
    return replacement ? replacement.answer(play) : play()
  }

  type Request = { request: string; path: string; method: string }

  async function playAnswer({ request, path, method }: Request, init?: RequestInit): Promise<Response> {
    const key = method === 'GET' ? path : `${request} ${init?.body as string}`
    const recorded = answers[key] ?? (await record(key, path, init))
    if (!recorded) return wait(request, init?.signal)
    const text = typeof recorded.body === 'string' ? recorded.body : JSON.stringify(recorded.body)
    return new Response(text, { status: recorded.status, headers: { 'content-type': recorded.type } })
  }

  /** Has no answer. The console aborts it when a slower machine made it on the way to another one. */
  function wait(request: string, signal: AbortSignal | null = null): Promise<never> {
    if (!unanswered?.test(request)) unknown.add(request)
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => {
        unknown.delete(request)
        reject(signal.reason as Error)
      })
    })
  }

  /** Of what changes nothing: a GET, or a POST that is a query with a body. */
  async function record(key: string, path: string, init: RequestInit = {}): Promise<Answer | undefined> {
    if (!isRecording || /^(PATCH|PUT|DELETE) /.test(key)) return undefined
    const headers = { accept: 'application/json, text/markdown', ...(init.headers as object) }
    const response = await network(path, { ...init, signal: null, headers })
    const type = response.headers.get('content-type') ?? ''
    const recorded = {
      status: response.status,
      type,
      body: /json/.test(type) ? ((await response.json()) as unknown) : await response.text(),
    }
    answers[key] = recorded
    await commands.saveAnswer(name, key, recorded)
    return recorded
  }

  beforeEach(() => {
    requests.length = 0
    replacements.length = 0
    unknown.clear()
    localStorage.clear()
    sessionStorage.clear()
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(recordedAt) })
    vi.stubGlobal('fetch', answer)
  })
  afterEach(async () => {
    if (isRecording) await new Promise((resolve) => setTimeout(resolve, LATE_REQUESTS_MS))
    vi.unstubAllGlobals()
    vi.useRealTimers()
    expect([...unknown], 'record again: npm run answers').toEqual([])
  })
  return {
    data,
    requests,
    /** Another answer than the recorded one, until the test ends. */
    replace: (request: RegExp, answer: Replacement['answer']): void => {
      replacements.unshift({ request, answer })
    },
  }
}
