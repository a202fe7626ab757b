// One page load is one trace. Its ids are made here, before any tracing code is there, so that errors, requests and the page-load span agree.

export type Page = { traceId: string; spanId: string; parentSpanId: string; sampled: boolean }

export function createPage(sampleRate: number): Page {
  const [, traceId, parentSpanId, flags] =
    /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/.exec(
      document.querySelector<HTMLMetaElement>('meta[name=traceparent]')?.content ?? '',
    ) ?? []
  const id = traceId ?? newId(16)
  return {
    traceId: id,
    spanId: newId(8),
    parentSpanId: parentSpanId ?? '',
    sampled: flags ? Number.parseInt(flags, 16) % 2 === 1 : isSampled(id, sampleRate),
  }
}

/** The same answer for the same trace, wherever it is asked. */
export function isSampled(traceId: string, rate: number): boolean {
  return Number.parseInt(traceId.slice(-8), 16) < rate * 2 ** 32
}

/** Random hex; a byte is never 0, for an id of zeros means "none". */
export function newId(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => (byte || 1).toString(16).padStart(2, '0')).join('')
}

/** The address without the values of its query and without its fragment: they may be anybody's secrets. */
export function cleanUrl({ origin, pathname, search }: URL | Location): string {
  return origin + pathname + search.replace(/=[^&]*/g, '=')
}
