// What this browser keeps between pages. Its storage may be full or forbidden, then nothing is kept.

type Kind = 'localStorage' | 'sessionStorage'

/** Undefined: nothing is stored, or no JSON. */
export function readStored(key: string, kind: Kind = 'localStorage'): unknown {
  try {
    return JSON.parse(window[kind].getItem(key) ?? '')
  } catch {
    return undefined
  }
}

/** Undefined removes the value. */
export function writeStored(key: string, value: unknown, kind: Kind = 'localStorage'): void {
  try {
    if (value === undefined) window[kind].removeItem(key)
    else window[kind].setItem(key, JSON.stringify(value))
  } catch {
    // What was stored before stays.
  }
}
