// JSON that somebody else has written: pages may send anything.

/** Undefined: the text is not JSON. */
export function parseJson(text: string): unknown {
  // The most frequent text that is not JSON: to throw takes longer than to parse.
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Empty: the text is not a list. */
export function parseList(text: string): unknown[] {
  const list = parseJson(text)
  return Array.isArray(list) ? list : []
}

/** An object, and no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
