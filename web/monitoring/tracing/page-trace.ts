// One page load is one trace. Its ids are created before the tracing chunk loads, so that all records use
// them.

import { random } from '../random.ts'

/** 32 and 16 hex digits. */
export type SpanIds = { traceId: string; spanId: string }
export type PageTrace = SpanIds & {
  parentId: string | undefined
  /** Whether spans are sent, as a truthy value. An error sets it to true. */
  sampled: boolean | string | undefined
}

/** `sampleRate`: true is 1. */
export function createPageTrace(
  sampleRate: number | boolean = /^(localhost|127|\[)/.test(location.hostname) || 0.1,
): PageTrace {
  const [, traceId = random(32), parentId, sampledFlag] =
    // `traceparent`, alone or within JSON; nothing else has this form. An odd last digit means sampled.
    /\b00-(\w{32})-(\w{16})-.([13579bdf])?/.exec(
      document.querySelector<HTMLMetaElement>('meta[name=traceparent]')?.content ??
        // Contains `Server-Timing: traceparent;desc="00-…"`. Searching the text takes half the code.
        JSON.stringify(performance.getEntriesByType('navigation')[0]?.serverTiming),
    ) ?? []
  return {
    traceId,
    spanId: random(16),
    // The server's decision, or one derived from the trace id, so that every process decides the same.
    sampled: parentId ? sampledFlag : +`0x${traceId.slice(24)}` < (sampleRate as number) * 2 ** 32,
    parentId,
  }
}
