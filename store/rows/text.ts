// Strangers' strings made harmless: no NUL, no half characters, no megabytes.

/** Characters of one attribute's value. Component stacks and breadcrumbs of real pages stay far below. */
export const MAX_VALUE = 64 * 1024

/** Characters of a name (a span's, an attribute's, a service's). They go into dictionaries that the engine keeps in memory. */
export const MAX_NAME = 1024

export function clean(text: unknown, longest: number): string {
  if (typeof text === 'number' || typeof text === 'boolean') return String(text)
  if (typeof text !== 'string') return ''
  const cut = text.length > longest ? text.slice(0, longest) : text
  return cut.toWellFormed().replaceAll('\0', '\uFFFD')
}

export function cleanName(text: unknown): string {
  return clean(text, MAX_NAME)
}
