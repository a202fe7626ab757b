// The stacks of the causes of an exception, which are one attribute.

/** `json`: as the SDK writes causes, a list of objects with `stacktrace`. */
export function causeStacks(json: string): string[] {
  if (json === '') return []
  try {
    const causes: unknown = JSON.parse(json)
    if (!Array.isArray(causes)) return []
    return causes.map((cause: { stacktrace?: unknown } | null) => {
      const stack = cause?.stacktrace
      return typeof stack === 'string' ? stack : ''
    })
  } catch {
    // Pages may send anything.
    return []
  }
}
