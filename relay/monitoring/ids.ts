// Ids as OTLP/JSON has them: hex of a fixed length, in any case, and never all zeros.

const TRACE_ID = /^(?!0{32}$)[\da-f]{32}$/i
const SPAN_ID = /^(?!0{16}$)[\da-f]{16}$/i

export function isTraceId(id: unknown): boolean {
  return typeof id === 'string' && TRACE_ID.test(id)
}

export function isSpanId(id: unknown): boolean {
  return typeof id === 'string' && SPAN_ID.test(id)
}

/** Old tracers have 64-bit trace ids; the convention is to fill them up with zeros on the left. */
export function mendTraceId(id: unknown): unknown {
  return isSpanId(id) ? (id as string).padStart(32, '0') : id
}

/** Empty, all zeros or unusable all mean the same for an id that may be absent. */
export function unsetId(item: Record<string, unknown>, member: string, isId: (id: unknown) => boolean): void {
  if (!isId(item[member])) delete item[member]
}
