// Bodies whose stacks are being mapped: they wait in memory, decoded, outside of the sequence in which bodies
// are decoded, so their bytes are limited.

/** Of the bodies with stacks of one service, so that one service does not use the space of the others. */
const MAX_SERVICE_BYTES = 8 * 1024 * 1024

const MAX_BYTES = 32 * 1024 * 1024

export type WaitingBodies = {
  /**
   * Adds a body with stacks of these services. Returns the function that removes it; null: too many bytes
   * wait. A body of any size may wait alone.
   */
  add(services: Set<string>, bytes: number): (() => void) | null
}

export function createWaitingBodies(): WaitingBodies {
  const byService = new Map<string, number>()
  let total = 0
  const change = (services: Set<string>, bytes: number): void => {
    total += bytes
    for (const service of services) {
      const sum = (byService.get(service) ?? 0) + bytes
      if (sum > 0) byService.set(service, sum)
      else byService.delete(service)
    }
  }
  return {
    add(services, bytes) {
      const isFull = [...services].some((service) => exceeds(byService.get(service) ?? 0, MAX_SERVICE_BYTES))
      if (isFull || exceeds(total, MAX_BYTES)) return null
      change(services, bytes)
      return () => change(services, -bytes)

      function exceeds(waiting: number, most: number): boolean {
        return waiting > 0 && waiting + bytes > most
      }
    },
  }
}
