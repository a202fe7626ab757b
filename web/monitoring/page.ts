// One page load is one trace. Its ids are made here, before any tracing code is there, so that errors, requests and the page-load span agree.

import { random } from './random.ts'

export type Page = { traceId: string; spanId: string; parentSpanId: string | undefined; sampled: boolean }

/** What a server says of its own part of the trace, alone or somewhere in the timing of the page load; its last bit: sampled. */
const given = /(^|traceparent".+?")00-(\w{32})-(\w{16})-\w([13579bdf])?/

export function createPage(sampleRate = /^(localhost$|127\.|\[::1)/.test(location.hostname) ? 1 : 0.1): Page {
  const [, , traceId = random(32), parentSpanId, decided] =
    given.exec(
      document.querySelector<HTMLMetaElement>('meta[name=traceparent]')?.content ??
        // With the header `Server-Timing: traceparent;desc="00-…"` among it. As text that is half the code.
        JSON.stringify(performance.getEntriesByType('navigation')),
    ) ?? []
  // The same answer for the same trace, wherever it is asked; who began the trace has decided already.
  const sampled = parentSpanId ? !!decided : Number(`0x${traceId.slice(24)}`) < sampleRate * 2 ** 32
  return { traceId, spanId: random(16), parentSpanId, sampled }
}
