// Every implementation of `Occurrences` puts an occurrence at the same position as a plain list does.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../database/engine/engine.ts'
import type { Occurrence } from '../ingest/rows/occurrence.ts'
import {
  DAY,
  everything,
  issueOfLetter,
  nanoseconds,
  NO_MERGES,
  NOW,
  openFilledEngine,
  SETUPS,
  stored,
} from '../testing/occurrences.ts'
import { makeFolder } from '../testing/store.ts'
import type { Occurrences } from './occurrences.ts'
import { parseSearchTerms } from './search-terms.ts'

/** Occurrences of each list whose position is compared. */
const SAMPLE = 12

function orderOf({ ns, digest }: Occurrence): string {
  return `${ns} ${digest}`
}

function compareOrder(a: Occurrence, b: Occurrence): number {
  return orderOf(a) < orderOf(b) ? -1 : Number(orderOf(a) > orderOf(b))
}

describe.each(SETUPS)('%s', (_, setup) => {
  let engine: Engine
  let occurrences: Occurrences

  beforeAll(async () => {
    engine = await openFilledEngine(makeFolder())
    ;({ occurrences } = await setup(engine))
  })
  afterAll(() => engine.close())

  test.each([
    ['all', {}, () => true],
    ['a service', { service: ['shop-web'] }, ({ service }: Occurrence) => service === 'shop-web'],
    ['a search', { terms: parseSearchTerms('-user:ann') }, ({ user }: Occurrence) => user !== 'ann'],
    [
      'two days',
      { from: nanoseconds(NOW - 2 * DAY) },
      ({ ns }: Occurrence) => ns >= nanoseconds(NOW - 2 * DAY),
    ],
    ['nothing', { service: ['nobody'] }, () => false],
  ])('gives the position of an occurrence among %s', async (_name, filter, matches) => {
    const selection = await occurrences.select({ ...everything, ...filter }, { engine, merges: NO_MERGES })
    for (const fingerprints of [['a'], ['b', 'c']].map((letters) => letters.map(issueOfLetter))) {
      const list = stored.filter(({ issueId }) => fingerprints.includes(issueId)).toSorted(compareOrder)
      const digests = (of: (order: number) => boolean, at: Occurrence): string[] =>
        list.filter((row) => matches(row) && of(compareOrder(row, at))).map(({ digest }) => digest)
      for (const row of list.slice(0, SAMPLE)) {
        const [upTo, all] = [digests((order) => order <= 0, row), digests(() => true, row)]
        expect(await selection.position(fingerprints, { ...row, fingerprint: row.issueId })).toEqual({
          number: upTo.length,
          total: all.length,
          first: all[0] ?? null,
          last: all.at(-1) ?? null,
          previous: digests((order) => order < 0, row).at(-1) ?? null,
          next: digests((order) => order > 0, row)[0] ?? null,
        })
      }
    }
  })
})
