// How often issues usually come: events of the same hours on the days before.
import { DAY_NS, greatest } from '../../database/instants.ts'
import { filtersOf, type Filters, type Period } from '../../http/filters.ts'
import type { FingerprintTable } from '../../occurrences/fingerprint-table.ts'
import type { QueryContext } from '../issues/index.ts'

/** Days before the period that it is compared with: all days of a week. */
const DAYS = 7n

/** An issue is louder with this multiple of its usual events; fewer events than this are chance. */
const LOUDER_FACTOR = 3
const MIN_LOUDER_EVENTS = 10

/** An issue is quiet if this many events usually come and none has come, which is not by chance. */
const MIN_QUIET_EVENTS = 10

/** By the number of an issue. `average`: of the times since its first event; null: it is too young. */
export type UsualEvents = {
  cameBefore(number: number): boolean
  average(number: number, firstSeen: bigint): number | null
}

export async function readUsual(
  context: QueryContext,
  filters: Filters,
  fingerprints: FingerprintTable,
): Promise<UsualEvents> {
  const windows = sameHoursBefore(filters)
  const counts = await Promise.all(
    windows.map(async (window) => {
      const selection = await context.occurrences.select(filtersOf(window, namesOf(filters)), context)
      return (await selection.countByIssue('events', fingerprints)).events
    }),
  )
  return {
    cameBefore: (number) => counts.some((events) => events[number]),
    average(number, firstSeen) {
      const sinceFirst = counts.filter((_, at) => windows[at]!.from >= firstSeen)
      if (sinceFirst.length === 0) return null
      return sinceFirst.reduce((sum, events) => sum + (events[number] ?? 0), 0) / sinceFirst.length
    },
  }
}

/** The newest first. Of a period of several days, as many as fit into the week before; at least one. */
function sameHoursBefore({ from, to }: Period): Period[] {
  const days = (to - from + DAY_NS - 1n) / DAY_NS
  const count = days > DAYS ? 1 : Number(DAYS / days)
  return Array.from({ length: count }, (_, at) => {
    const shift = BigInt(at + 1) * days * DAY_NS
    return { from: greatest(from - shift, 0n), to: greatest(to - shift, 0n) }
  })
}

function namesOf({ service, environment }: Filters): Pick<Filters, 'service' | 'environment'> {
  return { service, environment }
}

/** What follows from the events of the period and the usual ones. */
export function changeOfRate(events: number, usual: number | null): 'louder' | 'quiet' | null {
  if (usual === null) return null
  if (events === 0) return usual >= MIN_QUIET_EVENTS ? 'quiet' : null
  return events >= MIN_LOUDER_EVENTS && events >= LOUDER_FACTOR * usual ? 'louder' : null
}
