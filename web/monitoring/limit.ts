// What keeps a page that fails in a loop from flooding the relay.

const perMinute = 30
/** The same error again so soon is the same event for whoever reads it. */
const duplicateMs = 1000

export type Limit = {
  /** The digest under which the same was reported a moment ago. */
  twin(key: string): string | undefined
  /** Whether one more may leave; remembers it if so. */
  allow(key: string, digest: string, always: boolean): boolean
  /** How many were held back since the last that left. */
  takeHeldBack(): number
  holdBack(): void
}

export function createLimit(now: () => number = Date.now): Limit {
  let minute = 0
  let left = perMinute
  let heldBack = 0
  const recent = new Map<string, { at: number; digest: string }>()

  return {
    twin(key) {
      const last = recent.get(key)
      return last && now() - last.at < duplicateMs ? last.digest : undefined
    },
    allow(key, digest, always) {
      const at = now()
      if (at - minute > 60_000) {
        minute = at
        left = perMinute
        recent.clear()
      }
      if (left <= 0 && !always) return false
      left--
      recent.set(key, { at, digest })
      return true
    },
    takeHeldBack() {
      const count = heldBack
      heldBack = 0
      return count
    },
    holdBack() {
      heldBack++
    },
  }
}
