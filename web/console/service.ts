// Which colour a service has: the same on every screen, never that of another one while there are enough.

const HUES = 8

/** A hue (1 to 8) per name. It hangs on the name itself, so that a newcomer rarely moves the others; a taken one gives way to the next. */
export function hues(names: Iterable<string>): Map<string, number> {
  const taken = new Set<number>()
  const given = new Map<string, number>()
  for (const name of [...new Set(names)].sort()) {
    let hue = hash(name) % HUES
    while (taken.has(hue) && taken.size < HUES) hue = (hue + 1) % HUES
    taken.add(hue)
    given.set(name, hue + 1)
  }
  return given
}

function hash(name: string): number {
  let value = 0
  for (const letter of name) value = (Math.imul(value, 31) + (letter.codePointAt(0) ?? 0)) >>> 0
  return value
}
