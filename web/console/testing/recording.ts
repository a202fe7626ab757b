// Answers of the real API, as `npm run answers` recorded them, in place of the network.
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { commands } from 'vitest/browser'

type Answer = { status: number; type: string; body: unknown }
/** `data`: identifiers of what was sent before the recording. */
type Recording = { recordedAt: string; data: unknown; answers: Record<string, Answer> }

declare module 'vitest/browser' {
  interface BrowserCommands {
    saveAnswer: (recording: string, key: string, answer: Answer) => Promise<void>
    mouse: (points: { x: number; y: number }[]) => Promise<void>
  }
}

/** While recording, what is not recorded yet is requested from the API behind Vite's proxy. */
const isRecording = import.meta.env['VITE_RECORD'] === 'yes'
const network = globalThis.fetch

/**
 * For all tests of a file. The clock stands at the instant of the recording, so that a screen requests the
 * ranges that were recorded. A test fails if the console requests anything else. `unanswered`: what a screen
 * requests only where keys are slow, as the span of each row on the way; it waits until the test ends.
 */
export async function playRecording(name: string, unanswered?: RegExp) {
  const response = await network(`/console/testing/answers/${name}.json`)
  const { recordedAt, data, answers } = (await response.json()) as Recording
  const requests: string[] = []
  const unknown: string[] = []

  async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    const path = url.pathname + url.search
    const method = init?.method ?? 'GET'
    if (!/^\/(api|health)\b/.test(path)) return network(input, init)
    requests.push(path)
    const recorded = method === 'GET' ? (answers[path] ?? (await record(path))) : undefined
    if (!recorded && unanswered?.test(path)) return new Promise(() => {})
    if (!recorded) {
      unknown.push(`${method} ${path}`)
      throw new TypeError(`No answer is recorded for ${method} ${path}`)
    }
    const text = typeof recorded.body === 'string' ? recorded.body : JSON.stringify(recorded.body)
    return new Response(text, { status: recorded.status, headers: { 'content-type': recorded.type } })
  }

  async function record(path: string): Promise<Answer | undefined> {
    if (!isRecording) return undefined
    const response = await network(path, { headers: { accept: 'application/json, text/markdown' } })
    const type = response.headers.get('content-type') ?? ''
    const recorded = {
      status: response.status,
      type,
      body: /json/.test(type) ? ((await response.json()) as unknown) : await response.text(),
    }
    answers[path] = recorded
    await commands.saveAnswer(name, path, recorded)
    return recorded
  }

  beforeEach(() => {
    requests.length = 0
    unknown.length = 0
    localStorage.clear()
    sessionStorage.clear()
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(recordedAt) })
    vi.stubGlobal('fetch', answer)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
    expect(unknown, 'record again: npm run answers').toEqual([])
  })
  return { data, requests }
}
