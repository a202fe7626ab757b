// Counting what is selected, by issue: how often, how many people and sessions, and when.
import type { Buckets } from '../buckets.ts'
import { momentOf } from './partition.ts'
import type { Selection } from './selection.ts'

export type Tally = { count: number; users: number; sessions: number; trend: number[] }

/** Which group each issue is counted in, by the issue's number; `NONE`: in none, as is one that was named since. */
export type Groups = { of: Int32Array; count: number }
export const NONE = -1

export function countEach(selection: Selection, groups: Groups): Uint32Array {
  const counts = new Uint32Array(groups.count)
  for (const { day, size, rows } of selection.days) {
    for (let at = 0; at < size; at++) {
      const group = groups.of[day.issues[rows === null ? at : rows[at]!]!] ?? NONE
      if (group !== NONE) counts[group]!++
    }
  }
  return counts
}

/** How many people each group met. */
export function usersOfEach(selection: Selection, groups: Groups): Uint32Array {
  return distinctOfEach(selection, groups, 'users', countEach(selection, groups))
}

export function tallyEach(selection: Selection, groups: Groups, buckets: Buckets): Tally[] {
  const counts = countEach(selection, groups)
  const users = distinctOfEach(selection, groups, 'users', counts)
  const sessions = distinctOfEach(selection, groups, 'sessions', counts)
  const trends = trendOfEach(selection, groups, buckets)
  return trends.map((trend, group) => ({
    count: counts[group]!,
    users: users[group]!,
    sessions: sessions[group]!,
    trend,
  }))
}

export function trendOfEach(
  selection: Selection,
  groups: Groups,
  { first, step, count }: Buckets,
): number[][] {
  const trends = Array.from({ length: groups.count }, () => Array.from({ length: count }, () => 0))
  const [start, length] = [momentOf(first), Number(step)]
  for (const { day, size, rows } of selection.days) {
    for (let at = 0; at < size; at++) {
      const row = rows === null ? at : rows[at]!
      const group = groups.of[day.issues[row]!] ?? NONE
      if (group === NONE) continue
      const nanoseconds =
        (day.seconds[row]! - start.seconds) * 1e9 + (day.nanoseconds[row]! - start.nanoseconds)
      // As the engine's `BUCKET`: what lies outside is counted in the outermost.
      trends[group]![Math.min(Math.max(Math.floor(nanoseconds / length), 0), count - 1)]!++
    }
  }
  return trends
}

/** How many different marks each group has. A set of open addresses in one piece of memory. */
function distinctOfEach(
  selection: Selection,
  groups: Groups,
  column: 'users' | 'sessions',
  rowsOfEach: Uint32Array,
): Uint32Array {
  const counts = new Uint32Array(groups.count)
  const most = rowsOfEach.reduce((sum, number) => sum + number, 0)
  // Half of the places are empty, so that few are looked at. A place: the group and one, and the two halves of the mark.
  const mask = 2 ** Math.ceil(Math.log2(2 * most + 2)) - 1
  const places = selection.scratch.zeros(3 * (mask + 1))
  for (const { day, size, rows } of selection.days) {
    const halves = new Uint32Array(day[column].buffer)
    for (let at = 0; at < size; at++) {
      const row = rows === null ? at : rows[at]!
      const group = groups.of[day.issues[row]!] ?? NONE
      const [low, high] = [halves[2 * row]!, halves[2 * row + 1]!]
      if (group === NONE || (low | high) === 0) continue
      let place = (low ^ Math.imul(high, 0x85_eb_ca_6b) ^ Math.imul(group, 0x9e_37_79_b1)) & mask
      while (
        places[3 * place] !== 0 &&
        !(places[3 * place] === group + 1 && places[3 * place + 1] === low && places[3 * place + 2] === high)
      )
        place = (place + 1) & mask
      if (places[3 * place] !== 0) continue
      places[3 * place] = group + 1
      places[3 * place + 1] = low
      places[3 * place + 2] = high
      counts[group]!++
    }
  }
  return counts
}
