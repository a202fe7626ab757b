// Which colour a service has: the same on every screen, never that of another one while there are enough.

const HUES = 8

/** A hue (1 to 8) per name. It hangs on the name itself; only who finds the own one taken gives way to the next free one. */
export function hues(names: Iterable<string>): Map<string, number> {
  const given = new Map<string, number>()
  const late: string[] = []
  const free = new Set(Array.from({ length: HUES }, (_, index) => index))
  for (const name of [...new Set(names)].sort()) {
    if (free.delete(hash(name) % HUES)) given.set(name, (hash(name) % HUES) + 1)
    else late.push(name)
  }
  for (const name of late) {
    let hue = hash(name) % HUES
    while (free.size > 0 && !free.has(hue)) hue = (hue + 1) % HUES
    free.delete(hue)
    given.set(name, hue + 1)
  }
  return given
}

function hash(name: string): number {
  let value = 0
  for (const letter of name) value = (Math.imul(value, 31) + (letter.codePointAt(0) ?? 0)) >>> 0
  return value
}
