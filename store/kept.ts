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

/** `ask` is given the keys it is asked for, or null for all there are. */
export function keep<Value>(ask: (keys: string[] | null) => Promise<Map<string, Value>>): Kept<Value> {
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

function put<Value>(known: Map<string, Value>, key: string, value: Value | undefined): void {
  if (value === undefined) known.delete(key)
  else known.set(key, value)
}
