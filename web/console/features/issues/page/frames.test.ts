import { expect, test } from 'vitest'
import type { Frame } from '../../../../../contract/issues.ts'
import { groupFrames, locationOf, packageName } from './frames.ts'

const frame = (file: string, inApp: boolean): Frame => ({ function: 'f', file, line: 1, column: 2, inApp })

test('frames of one package in a row are folded, those of the application stand alone', () => {
  const dom = 'node_modules/react-dom/cjs/client.js'
  const groups = groupFrames([
    frame('src/a.ts', true),
    frame(dom, false),
    frame(dom, false),
    frame('node_modules/scheduler/i.js', false),
    frame('src/b.ts', true),
  ])
  expect(
    groups.map((group) => (group.inApp ? group.frame.file : `${group.frames.length} from ${group.source}`)),
  ).toEqual(['src/a.ts', '2 from react-dom', '1 from scheduler', 'src/b.ts'])
})

test('beside mapped frames, those of scripts without a source map are folded', () => {
  const raw = { function: 't', file: 'https://a.example/index.js', line: 1, column: 9 }
  const groups = groupFrames([
    { ...frame('src/a.ts', true), raw },
    frame('https://a.example/assets/old.js', true),
    frame('https://a.example/assets/old.js', true),
  ])
  expect(
    groups.map((group) => (group.inApp ? group.frame.file : `${group.frames.length} from ${group.source}`)),
  ).toEqual(['src/a.ts', '2 from old.js'])
})

test('without a frame of the application nothing is folded', () => {
  const groups = groupFrames([frame('a.js', false), frame('b.js', false)])
  expect(groups.every(({ inApp }) => inApp)).toBe(true)
})

test.for([
  ['webpack:///node_modules/@tanstack/query-core/build/x.js', '@tanstack/query-core'],
  ['http://localhost/node_modules/.vite/deps/react-dom_client.js?v=1', 'react-dom_client'],
  ['https://cdn.example/lib/chart.min.js?v=1', 'chart.min.js'],
  ['', 'an unknown file'],
] as const)('the package of %s is %s', ([file, name]) => {
  expect(packageName(file)).toBe(name)
})

test('a location has what is known of it', () => {
  expect(locationOf({ ...frame('a.js', true), line: null, column: null })).toBe('a.js')
  expect(locationOf(frame('', true))).toBe('(unknown):1:2')
})

test('a file on the origin of the page is shown without the origin', () => {
  const app = frame('https://shop.example/src/a.ts', true)
  expect(locationOf(app, 'https://shop.example')).toBe('/src/a.ts:1:2')
})
