// Read-through caches of values that only this process changes: a key is queried once, and after a change.

import { createSequence } from '../../../../server/event-loop.ts'

/** Entries of a full cache, some 200 bytes each. A larger result is not kept and is queried on every read. */
const MAX_ENTRIES = 200_000

/** Changed keys that one query names. Beyond, all are queried. */
const MAX_NAMED_KEYS = 500

/** Reads that needed no query, and reads that did. */
export type CacheCounters = { hits: number; misses: number }

type Query<Keys, Value> = (keys: Keys) => Promise<Map<string, Value>>

type FullCache<Value> = {
  counters: CacheCounters
  /** All values, with every change that was passed to `invalidate` before the call. */
  read(): Promise<ReadonlyMap<string, Value>>
  invalidate(keys: string[]): void
  clear(): void
}

/** Keeps all values. `query` reads the values of some keys, or all (null). */
export function createFullCache<Value>(query: Query<string[] | null, Value>): FullCache<Value> {
  const counters = { hits: 0, misses: 0 }
  let values: Map<string, Value> | null = null
  let changed = new Set<string>()
  const inTurn = createSequence()

  async function refresh(): Promise<ReadonlyMap<string, Value>> {
    if (values !== null && changed.size === 0) {
      counters.hits++
      return values
    }
    counters.misses++
    const pending = changed
    const keys = values === null || pending.size > MAX_NAMED_KEYS ? null : [...pending]
    // What changes while the query runs may be missing in its result: it belongs to the next query.
    changed = new Set()
    try {
      const rows = await query(keys)
      const result = keys === null ? rows : replace(values ?? new Map<string, Value>(), keys, rows)
      values = result.size > MAX_ENTRIES ? null : result
      return result
    } catch (error) {
      for (const key of pending) changed.add(key)
      throw error
    }
  }

  return {
    counters,
    read: () => inTurn(refresh),
    invalidate(keys) {
      for (const key of keys) changed.add(key)
    },
    clear() {
      void inTurn(async () => {
        values = null
      })
    },
  }
}

function replace<Value>(
  values: Map<string, Value>,
  keys: string[],
  rows: Map<string, Value>,
): Map<string, Value> {
  for (const key of keys) {
    const value = rows.get(key)
    if (value === undefined) values.delete(key)
    else values.set(key, value)
  }
  return values
}

type LruCache<Value> = Omit<FullCache<Value>, 'read'> & {
  /** The values of those keys that have one. */
  read(keys: string[]): Promise<ReadonlyMap<string, Value>>
  /** The value of a key was changed. `change` returns the new one; undefined: only a query knows it. */
  update(key: string, change: (value: Value | undefined) => Value | undefined): void
}

/** Keeps the values of the keys that were read last, at most `maxEntries`. */
export function createLruCache<Value>(maxEntries: number, query: Query<string[], Value>): LruCache<Value> {
  const counters = { hits: 0, misses: 0 }
  const values = new Map<string, Value>()
  /** Grows with every change: a result that was queried before one is returned, but not kept. */
  let version = 0

  return {
    counters,
    async read(keys) {
      const result = new Map<string, Value>()
      for (const key of keys) {
        const value = values.get(key)
        if (value === undefined) continue
        // Moves the key to the end: the first key of a Map is the one that was read longest ago.
        values.delete(key)
        values.set(key, value)
        result.set(key, value)
      }
      const missing = keys.filter((key) => !result.has(key))
      if (missing.length === 0) {
        counters.hits++
        return result
      }
      counters.misses++
      const versionOfQuery = version
      for (const [key, value] of await query(missing)) {
        result.set(key, value)
        if (version === versionOfQuery) values.set(key, value)
      }
      evict()
      return result
    },
    update(key, change) {
      version++
      const value = change(values.get(key))
      if (value === undefined) return
      values.set(key, value)
      evict()
    },
    invalidate(keys) {
      version++
      for (const key of keys) values.delete(key)
    },
    clear() {
      version++
      values.clear()
    },
  }

  function evict(): void {
    for (const key of values.keys()) {
      if (values.size <= maxEntries) break
      values.delete(key)
    }
  }
}
