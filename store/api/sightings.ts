// The occurrences that a question is about, where they are held in numbers (store/register). What words and other terms find is asked of the
// engine, in one plain question, and everything is counted here.
import { FOUND_COLUMNS, Found } from '../occurrences/memory/match-set.ts'
import type { Selection } from '../occurrences/memory/selection.ts'
import { NONE, type Groups } from '../occurrences/memory/aggregate.ts'
import type { Filters } from './http/filters.ts'
import { occurrences } from '../occurrences/exception-filter.ts'
import type { Grouped } from '../issues/issue-state.ts'

/** Null: not all of them are held, and the engine has to count. */
export async function sightings({ engine, register }: Grouped, filters: Filters): Promise<Selection | null> {
  if (!register?.holds(filters.from)) return null
  const where = occurrences(filters)
  const found =
    filters.terms.length === 0
      ? null
      : new Found(
          await engine.askBytes(
            'RowBinary',
            `SELECT ${FOUND_COLUMNS} FROM exceptions WHERE ${where.sql}`,
            where.parameters,
          ),
        )
  // What was stored while the engine answered is not among what it found; and what was let go meanwhile is held no longer.
  return register.holds(filters.from) ? register.select(filters, found) : null
}

/** Each of the issues in a group of its own, in their order. */
export function groupsOf({ issues }: Selection, { merges }: Grouped, ids: string[]): Groups {
  const of = new Int32Array(issues.texts.length).fill(NONE)
  for (const [group, id] of ids.entries()) {
    for (const fingerprint of merges.fingerprintsOf(id)) {
      const number = issues.find(fingerprint)
      if (number !== undefined) of[number] = group
    }
  }
  return { of, count: ids.length }
}

/** Every issue that there ever was in a group of its own. */
export function allGroups({ issues }: Selection, { merges }: Grouped): { groups: Groups; ids: string[] } {
  const numbers = new Map<string, number>()
  const of = Int32Array.from(issues.texts, (fingerprint) => {
    const id = merges.issueOf(fingerprint)
    const known = numbers.get(id)
    if (known === undefined) numbers.set(id, numbers.size)
    return known ?? numbers.size - 1
  })
  return { groups: { of, count: numbers.size }, ids: [...numbers.keys()] }
}
