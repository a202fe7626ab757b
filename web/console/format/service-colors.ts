// The look of a service comes from its name: a colour, and beyond eight services a pattern.

const COLORS = 8
/** Plain, with stripes, with a band. */
const PATTERNS = 3

/**
 * A look (1 to 24) for each name: 1 to 8 are the plain colours, 9 to 16 and 17 to 24 the same colours with
 * patterns. Where two names hash to the same colour, one gets the next free look. The 25th and further names
 * have the colour of their hash.
 */
export function assignColors(names: Iterable<string>): Map<string, number> {
  return assignLooks([...names].sort(), colorOf)
}

/** For services that are seen together: of two that look the same, the later one gets a free look. */
export function distinctColors(
  names: Iterable<string>,
  assigned: ReadonlyMap<string, number>,
): Map<string, number> {
  return assignLooks(names, (name) => (assigned.get(name) ?? colorOf(name) + 1) - 1)
}

/** The wanted look, counted from 0, for the first name that wants it; a free one for the others. */
function assignLooks(names: Iterable<string>, wanted: (name: string) => number): Map<string, number> {
  const free = new Set(Array.from({ length: PATTERNS * COLORS }, (_, look) => look))
  const looks = new Map<string, number>()
  const collisions: string[] = []
  for (const name of new Set(names)) {
    const look = wanted(name)
    if (free.delete(look)) looks.set(name, look + 1)
    else collisions.push(name)
  }
  for (const name of collisions) looks.set(name, takeFree(free, colorOf(name)) + 1)
  return looks
}

/** The first free look from the colour on, plain ones first; the colour itself if none is free. */
function takeFree(free: Set<number>, color: number): number {
  for (let pattern = 0; pattern < PATTERNS; pattern += 1)
    for (let step = 0; step < COLORS; step += 1) {
      const look = pattern * COLORS + ((color + step) % COLORS)
      if (free.delete(look)) return look
    }
  return color
}

/** From 0: the hash of the name. */
function colorOf(name: string): number {
  let hash = 0
  for (const letter of name) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0
  return hash % COLORS
}
