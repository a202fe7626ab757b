import { expect, test } from 'vitest'
import type { Frame } from '../../../../store/api/contract.ts'
import { groupFrames, packageOf, placeOf } from './frames.ts'

const frame = (file: string, inApp: boolean): Frame => ({ function: 'f', file, line: 1, column: 2, inApp })

test('frames of one package in a row fold, own ones stand alone', () => {
  const dom = 'node_modules/react-dom/cjs/client.js'
  const groups = groupFrames([
    frame('src/a.ts', true),
    frame(dom, false),
    frame(dom, false),
    frame('node_modules/scheduler/i.js', false),
    frame('src/b.ts', true),
  ])
  expect(
    groups.map((group) => (group.own ? group.frame.file : `${group.frames.length} from ${group.from}`)),
  ).toEqual(['src/a.ts', '2 from react-dom', '1 from scheduler', 'src/b.ts'])
})

test('without an own frame nothing is folded away', () => {
  expect(groupFrames([frame('a.js', false), frame('b.js', false)]).every(({ own }) => own)).toBe(true)
})

test('names of packages', () => {
  expect(packageOf('webpack:///node_modules/@tanstack/query-core/build/x.js')).toBe('@tanstack/query-core')
  expect(packageOf('http://localhost/node_modules/.vite/deps/react-dom_client.js?v=1')).toBe(
    'react-dom_client',
  )
  expect(packageOf('https://cdn.example/lib/chart.min.js?v=1')).toBe('chart.min.js')
  expect(packageOf('')).toBe('elsewhere')
})

test('a place says what is known of it', () => {
  expect(placeOf({ ...frame('a.js', true), line: null, column: null })).toBe('a.js')
  expect(placeOf(frame('', true))).toBe('(unknown):1:2')
  expect(placeOf(frame('https://shop.example/src/a.ts', true), 'https://shop.example')).toBe('/src/a.ts:1:2')
})
