// A reader of /api/live, as a tab of the console is.
import { expect } from 'vitest'
import type { SharedStore } from './suite.ts'

type LiveReader = {
  /** Reads until the text has this many matches, and returns all of them. */
  until(pattern: RegExp, count: number): Promise<string[]>
  /** All that arrives until the store ends the connection. */
  untilEnd(): Promise<string>
  close(): Promise<void>
}

export async function readLive(
  store: Pick<SharedStore, 'url'>,
  headers: Record<string, string> = {},
): Promise<LiveReader> {
  const answer = await fetch(`${store.url}/api/live`, { headers })
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader.read()).value ?? ''
  return {
    async until(pattern, count) {
      for (;;) {
        const matches = [...text.matchAll(pattern)].map(([, match = '']) => match)
        if (matches.length >= count) return matches
        text += (await reader.read()).value ?? ''
      }
    },
    async untilEnd() {
      for (;;) {
        const { done, value = '' } = await reader.read()
        text += value
        if (done) return text
      }
    },
    close: () => reader.cancel(),
  }
}
