// What the status shows of Sentry's SDKs: how projects are named, and what was not stored.
import type { Config } from '../../config.ts'
import type { Metrics } from '../../metrics.ts'

/** For people who may use the console. */
export type SentryState = {
  /** Services by the numbers of projects. */
  projects: Record<string, string>
  /** Keys that may send; none: all. */
  keys: string[]
  /** Items that were not stored since the relay started, by type. */
  leftOut: Record<string, number>
}
/** `count`: numbers of items by their type. */
type State = { count: (leftOut: ReadonlyMap<string, number>) => void; read: () => SentryState }

export function createState({ sentryProjects, sentryKeys }: Config, metrics: Metrics): State {
  const total = new Map<string, number>()
  return { count, read }

  function count(leftOut: ReadonlyMap<string, number>): void {
    for (const [type, items] of leftOut) {
      metrics.count('errata_relay_sentry_items_left_out_total', { type }, items)
      total.set(type, (total.get(type) ?? 0) + items)
    }
  }

  function read(): SentryState {
    return {
      projects: Object.fromEntries(sentryProjects),
      keys: sentryKeys,
      leftOut: Object.fromEntries(total),
    }
  }
}
