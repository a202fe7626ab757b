// The line that failed, and the lines around it.
import { expect, test } from 'vitest'
import { encodeMappings, mapJson, resolveOnce, type DecodedSegment } from '../../testing/source-map.ts'
import type { OriginalFrame } from './worker/messages.ts'

const OPTIONS = { context: true, milliseconds: 20_000 }

async function resolveIn(
  source: string,
  segments: DecodedSegment[],
  column: number,
): Promise<OriginalFrame | null> {
  const json = mapJson({ sources: ['a.ts'], sourcesContent: [source], mappings: encodeMappings([segments]) })
  const [frame] = await resolveOnce({ map: json }, [{ map: 'map', line: 1, column }], OPTIONS)
  return frame ?? null
}

const name = (index: number): string => `const line${index} = '${'x'.repeat(index % 90)}'`

test.each([
  ['\n', 0, 5],
  ['\r\n', 1, 5],
  ['\n', 7_000, 5],
  ['\n', 19_998, 1],
])('five lines before and after, line feed %j, line %i', async (feed, line, after) => {
  const source = Array.from({ length: 20_000 }, (_, index) => name(index)).join(feed)
  const frame = await resolveIn(source, [[0, 0, line, 6]], 1)
  const names = (first: number, length: number): string[] =>
    Array.from({ length }, (_, index) => name(first + index))
  const before = Math.min(line, 5)
  expect(frame?.context).toEqual({
    before: names(line - before, before),
    line: name(line),
    after: names(line + 1, after),
  })
})

test('a long line is cut around the column', async () => {
  const source = Array.from({ length: 2_000 }, (_, index) => `call${index}()`).join(';')
  const column = source.indexOf('call777')
  const frame = await resolveIn(source, [[0, 0, 0, column]], 1)
  const { line = '', cut = 0 } = frame?.context ?? {}
  expect(line).toHaveLength(300)
  expect(line.slice(column - cut, column - cut + 7)).toBe('call777')
})

const MERGED = 'function pay(input) {\n  const id = input.order.id\n  return id.trim()\n}'

test.each([
  // return input.order.id.trim()
  ['the beginning of a statement, as Gecko names it', 1, 2],
  ['a property, as V8 names it', 14, 2],
  ['the dot before a property, as JavaScriptCore names it', 22, 3],
  ['a call', 23, 3],
])('%s', async (_, column, line) => {
  const segments = [
    [0, 0, 2, 2],
    [7, 0, 1, 13],
    [13, 0, 1, 19],
    [19, 0, 1, 25],
    [22, 0, 2, 12],
  ]
  expect(await resolveIn(MERGED, segments, column)).toMatchObject({ line, function: 'pay' })
})

test('the first argument of a call is not the call', async () => {
  const source = 'function pay(input) {\n  charge(\n    input)\n}'
  const segments = [
    [0, 0, 1, 2],
    [7, 0, 2, 4],
  ]
  expect(await resolveIn(source, segments, 7)).toMatchObject({ line: 2 })
})
