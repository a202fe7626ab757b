// Answers that only this process can change, each under its key: asked once, and each anew after it was changed.

/** Answers that are kept. A store with more asks for all of them each time: memory is for the engine. */
const MOST_KEPT = 200_000

/** Keys that are asked for by name. Beyond, all are asked for at once. */
const MOST_NAMED = 500

export type Kept<Value> = {
  /** As they are now: whatever was `changed` before the call is in. */
  read(): Promise<ReadonlyMap<string, Value>>
  changed(keys: string[]): void
}

/** All there are. `ask` is given the keys it is asked for, or null for all. */
export function keepAll<Value>(ask: (keys: string[] | null) => Promise<Map<string, Value>>): Kept<Value> {
  let known: Map<string, Value> | null = null
  let stale = new Set<string>()
  let turn: Promise<unknown> = Promise.resolve()

  async function renewed(): Promise<ReadonlyMap<string, Value>> {
    if (known !== null && stale.size === 0) return known
    const asked = known === null || stale.size > MOST_NAMED ? null : [...stale]
    const before = stale
    // What changes from here on may not be in the answer any more, and is asked for the next time.
    stale = new Set()
    try {
      const found = await ask(asked)
      if (asked === null || known === null) known = found
      else for (const key of asked) put(known, key, found.get(key))
      const all = known
      if (known.size > MOST_KEPT) known = null
      return all
    } catch (error) {
      for (const key of before) stale.add(key)
      throw error
    }
  }

  return {
    read() {
      const mine = turn.then(renewed)
      turn = mine.catch(() => {})
      return mine
    },
    changed(keys) {
      for (const key of keys) stale.add(key)
    },
  }
}

export type Remembered<Value> = {
  /** Those of `keys` that there are, as they are now. */
  read(keys: string[]): Promise<ReadonlyMap<string, Value>>
  changed(keys: string[]): void
}

/** Those that were asked for last, at most so many. */
export function rememberLast<Value>(
  most: number,
  ask: (keys: string[]) => Promise<Map<string, Value>>,
): Remembered<Value> {
  const known = new Map<string, Value>()
  const asking = new Set<Set<string>>()

  async function renew(keys: string[]): Promise<Map<string, Value>> {
    const changedMeanwhile = new Set<string>()
    asking.add(changedMeanwhile)
    try {
      const found = await ask(keys)
      for (const [key, value] of found) if (!changedMeanwhile.has(key)) known.set(key, value)
      return found
    } finally {
      asking.delete(changedMeanwhile)
    }
  }

  return {
    async read(keys) {
      const there = new Map(keys.flatMap((key) => entry(known, key)))
      const missing = keys.filter((key) => !there.has(key))
      if (missing.length > 0) for (const [key, value] of await renew(missing)) there.set(key, value)
      for (const key of known.keys()) {
        if (known.size <= most) break
        known.delete(key)
      }
      return there
    },
    changed(keys) {
      for (const key of keys) {
        known.delete(key)
        for (const changedMeanwhile of asking) changedMeanwhile.add(key)
      }
    },
  }
}

function entry<Value>(known: Map<string, Value>, key: string): [string, Value][] {
  const value = known.get(key)
  return value === undefined ? [] : [[key, value]]
}

function put<Value>(known: Map<string, Value>, key: string, value: Value | undefined): void {
  if (value === undefined) known.delete(key)
  else known.set(key, value)
}
