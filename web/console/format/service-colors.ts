// The colour of a service: from its name, and within a trace of many services from the order of appearance.

const COLORS = 8

/** A colour (1 to 8) for each name. Where two names hash to the same colour, one gets the next free one. */
export function assignColors(names: Iterable<string>): Map<string, number> {
  const colors = new Map<string, number>()
  const collisions: string[] = []
  const free = new Set(Array.from({ length: COLORS }, (_, index) => index))
  for (const name of [...new Set(names)].sort()) {
    const color = hash(name) % COLORS
    if (free.delete(color)) colors.set(name, color + 1)
    else collisions.push(name)
  }
  for (const name of collisions) {
    let color = hash(name) % COLORS
    while (free.size > 0 && !free.has(color)) color = (color + 1) % COLORS
    free.delete(color)
    colors.set(name, color + 1)
  }
  return colors
}

/**
 * A different colour for each name of one trace: up to eight have the colours of lists. More get them by
 * order of appearance: 1 to 8, then 9 to 16, which are the same colours with stripes, then from the start
 * again.
 */
export function colorsOfTrace(names: Iterable<string>): Map<string, number> {
  const unique = [...new Set(names)]
  if (unique.length <= COLORS) return assignColors(unique)
  return new Map(unique.map((name, index) => [name, (index % (2 * COLORS)) + 1]))
}

function hash(name: string): number {
  let value = 0
  for (const letter of name) value = (Math.imul(value, 31) + (letter.codePointAt(0) ?? 0)) >>> 0
  return value
}
