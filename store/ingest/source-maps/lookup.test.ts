// Positions are mapped as a reference library maps them, whatever the map looks like.
import { FlattenMap, originalPositionFor, type SectionedSourceMapInput } from '@jridgewell/trace-mapping'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { framesOf, encodeMappings, encodeVlq, mapJson, resolveOnce } from '../../testing/source-map.ts'
import type { InvalidMapError } from './map-json.ts'
import { createSymbolicator } from './worker/client.ts'

const maps = new Map<string, string>()
const symbolicator = createSymbolicator({ load: async (map) => Buffer.from(maps.get(map) ?? '') })
afterAll(() => symbolicator.close())

const SOURCES = 3
const NAMES = 4
/** Most are small, as real ones are; a few need several digits, and several blocks of a compact map. */
const number = fc.oneof({ weight: 4, arbitrary: fc.nat(60) }, fc.nat(2 ** 27))
const segment = fc.oneof(
  fc.tuple(number),
  fc.tuple(number, fc.nat(SOURCES - 1), number, number),
  fc.tuple(number, fc.nat(SOURCES - 1), number, number, fc.nat(NAMES - 1)),
)
const line = fc.uniqueArray(segment, { selector: ([column]) => column, maxLength: 40, size: 'medium' })
const plain = fc.array(line, { maxLength: 30, size: 'medium' }).map((lines) => ({
  version: 3,
  sources: Array.from({ length: SOURCES }, (_, index) => `${index}.ts`),
  names: Array.from({ length: NAMES }, (_, index) => `name${index}`),
  mappings: encodeMappings(lines),
}))
const offset = fc.record({ line: fc.nat(20), column: fc.nat(60) })
const sectioned = fc
  .uniqueArray(fc.record({ offset, map: plain }), {
    selector: (section) => `${section.offset.line}:${section.offset.column}`,
    maxLength: 5,
  })
  .map((sections) => ({
    version: 3,
    sections: sections.toSorted(({ offset: a }, { offset: b }) => a.line - b.line || a.column - b.column),
  }))
const location = fc.record({ line: fc.integer({ min: 1, max: 40 }), column: fc.nat(70) })

test('a position gets the last mapping before it in its line', async () => {
  let tries = 0
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(plain, sectioned),
      fc.array(location, { minLength: 20, maxLength: 40 }),
      async (map, locations) => {
        const reference = new FlattenMap(map as unknown as SectionedSourceMapInput)
        const hash = String(tries++)
        maps.set(hash, JSON.stringify(map))
        const positions = locations.flatMap(({ line: row, column }) => {
          const position = { map: hash, line: row, column: column + 1 }
          return [{ ...position, isCalledByNext: true }, position]
        })
        const frames = await framesOf(symbolicator, positions, { context: false, milliseconds: 20_000 })
        const expected = locations.map((position) => {
          const { source, line: row, column, name } = originalPositionFor(reference, position)
          return source === null ? null : [source, row, column + 1, name ?? '']
        })
        const actual = frames
          .filter((_, index) => index % 2 === 0)
          .map((frame) => frame && [frame.file, frame.line, frame.column, frame.function])
        expect(actual).toEqual(expected)
      },
    ),
    { numRuns: 300 },
  )
})

const NUMBERS = 'A number in "mappings" of the source map has more than 32 bits.'

test.each([
  ['AAAA', [1, 1]],
  [`AA${encodeVlq(2 ** 28)}A`, 'A mapping of the source map has a line that does not exist.'],
  [`AA${encodeVlq(2 ** 28 - 1)}A`, [2 ** 28, 1]],
  ['KA', '"mappings" of the source map is not base64 VLQ.'],
  ['AAAAB', [1, 1]],
  ['AAAAAA', 'A mapping of the source map has too many fields.'],
  ['AADA', 'A mapping of the source map has a line that does not exist.'],
  ['AAAD', 'A mapping of the source map has a column that does not exist.'],
  ['ACAA', 'A mapping of the source map has a source that does not exist.'],
  ['AAAAC', 'A mapping of the source map has a name that does not exist.'],
  ['DAAA', 'A mapping of the source map has a column that does not exist.'],
  ['AA', '"mappings" of the source map is not base64 VLQ.'],
  ['AAAg', '"mappings" of the source map is not base64 VLQ.'],
  ['AA A', '"mappings" of the source map is not base64 VLQ.'],
  ['AAA\u0100', '"mappings" of the source map is not base64 VLQ.'],
  ['ggggggggA', NUMBERS],
  ['////////P', NUMBERS],
  [',,AAAA,', [1, 1]],
])('mappings %j', async (mappings, expected) => {
  const json = mapJson({ sources: ['a.ts'], names: ['name'], mappings })
  const [frame] = await resolveOnce({ map: json }, [{ map: 'map', line: 1, column: 9 }])
  const message = await symbolicator.check(Buffer.from(json)).then(
    () => '',
    (error: InvalidMapError) => error.message,
  )
  expect(frame ? [frame.line, frame.column] : message).toEqual(expected)
  expect(message === '').toBe(frame !== null)
})
