// Maps that nobody should send: a clear sentence, or a raw stack; the worker goes on.
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { framesOf, mapJson, type SourceMapFields } from '../../testing/source-map.ts'
import { createSymbolicator, type Symbolicator, type SymbolicatorOptions } from './worker/client.ts'

const MIB = 1024 * 1024
const GOOD = mapJson({ sources: ['good.ts'], mappings: 'AAAA' })
const OPTIONS = { context: false, milliseconds: 120_000 }

let symbolicator: Symbolicator
afterEach(() => symbolicator.close())

function start(
  maps: Record<string, string | Promise<string>>,
  options: Pick<SymbolicatorOptions, 'pauseMilliseconds' | 'maxBytes'> = {},
): void {
  symbolicator = createSymbolicator({
    pauseMilliseconds: 60_000,
    ...options,
    load: async (map) => (map in maps ? Buffer.from((await maps[map]) ?? '') : null),
  })
}

function position(map: string) {
  return { map, line: 1, column: 1 }
}

const fields = (change: SourceMapFields): string =>
  mapJson({ sources: ['a.ts'], mappings: 'AAAA', ...change })
const section = (line: number, map: object = { version: 3, sources: [], mappings: '' }): object => ({
  offset: { line, column: 0 },
  map,
})

test.each<[title: string, map: () => string, message: string]>([
  ['65 MiB', () => 'a'.repeat(65 * MIB), 'The source map has more than 64 MiB.'],
  ['no JSON', () => '<!doctype html>', 'The source map is not JSON.'],
  ['an array', () => '[]', 'The source map must be an object.'],
  ['version 2', () => '{"version":2}', 'The source map is not of version 3: its "version" must be 3.'],
  ['version of a prototype', () => '{"__proto__":{"version":3}}', 'The source map is not of version 3'],
  ['no sources', () => fields({ sources: undefined }), '"sources" of the source map must be an array.'],
  ['numbers as sources', () => fields({ sources: [1] }), '"sources" of the source map has a value that is'],
  ['no mappings', () => fields({ mappings: undefined }), '"mappings" of the source map must be a string.'],
  [
    'ignored sources',
    () => fields({ ignoreList: [1] }),
    '"ignoreList" of the source map has a value that is',
  ],
  [
    'too many sources',
    () => fields({ sources: Array.from({ length: 100_001 }, () => 'a.ts') }),
    'The source map has more than 100000 sources.',
  ],
  ['ten million values', () => `{"a":[${'0,'.repeat(10_000_000)}0]}`, 'The source map has too many values.'],
  ['deep JSON', () => `{"a":${'['.repeat(10 * MIB)}`, 'The JSON of the source map is nested too deeply.'],
  ['an open string', () => `{"a":"${'\\"'.repeat(10 * MIB)}`, 'The source map is not JSON.'],
  [
    'nested sections',
    () => fields({ sections: [section(0, { version: 3, sections: [section(0)] })] }),
    'A section of the source map has sections itself.',
  ],
  [
    'unordered sections',
    () => fields({ sections: [section(1), section(0)] }),
    'The sections of the source map overlap or are not in order.',
  ],
  [
    'many sections',
    () => fields({ sections: Array.from({ length: 10_001 }, (_, line) => section(line)) }),
    'The source map has more than 10000 sections.',
  ],
  [
    'a negative offset',
    () => fields({ sections: [section(-1)] }),
    'The "offset" of a section must have a "line" and a "column" from 0.',
  ],
  [
    'many mappings in one line',
    () => fields({ mappings: 'C,'.repeat(20 * MIB) }),
    'The source map has too many mappings.',
  ],
  [
    'unordered mappings',
    () => fields({ mappings: 'CAAA,DAAA,'.repeat(300_000) }),
    'The mappings of the source map are not in the order of their columns.',
  ],
])('%s', async (_, map, message) => {
  const text = map()
  start({ bad: text, good: GOOD })
  await expect(symbolicator.check(Buffer.from(text))).rejects.toThrow(message)
  const frames = await framesOf(symbolicator, [position('bad'), position('good')], OPTIONS)
  expect(frames).toMatchObject([null, { file: 'good.ts' }])
})

test.each([
  ['brackets', '('.repeat(500_000), 'a.ts'],
  ['types', `let a: ${'Array<'.repeat(100_000)}`, 'a.ts'],
  ['elements', '<a>'.repeat(200_000), 'a.tsx'],
  ['a long sum', `a = 1${'+1'.repeat(400_000)}`, 'a.js'],
  ['open tags', '<script '.repeat(100_000), 'a.vue'],
  ['60 MB in one line', `a${' '.repeat(60_000_000)}`, 'a.js'],
])('a source of %s has no names of functions', async (_, text, file) => {
  start({ deep: fields({ sources: [file], sourcesContent: [text] }) })
  const frames = await framesOf(symbolicator, [position('deep')], OPTIONS)
  expect(frames).toEqual([{ function: '', file, line: 1, column: 1, isIgnored: false }])
})

/** It keeps the parser busy for longer than a source may take. */
const SLOW = 'async<T>('.repeat(40)

test('a source that keeps the worker busy is left out: the rest of its map is read', async () => {
  const slow = mapJson({
    sources: ['slow.ts', 'quick.ts'],
    sourcesContent: [SLOW, 'function pay() {\n  fail()\n}'],
    mappings: 'AAAA,CCCE',
  })
  start({ slow, good: GOOD })
  const positions = [position('good'), position('slow'), { ...position('slow'), column: 2 }]
  const frames = [
    { file: 'good.ts' },
    { file: 'slow.ts', line: 1, function: '' },
    { file: 'quick.ts', line: 2, function: 'pay' },
  ]
  for (let request = 0; request < 2; request++)
    expect(await symbolicator.resolve(positions, OPTIONS)).toMatchObject({ frames, isComplete: false })
  const quick = await symbolicator.resolve(positions.slice(2), OPTIONS)
  expect(quick).toMatchObject({ frames: frames.slice(2), isComplete: true })
  expect(symbolicator.failures()).toMatchObject([{ map: 'slow', source: 0, file: 'slow.ts', failures: 1 }])
})

test('a source that was left out is tried again after a while', async () => {
  const maps = { map: fields({ sourcesContent: [SLOW] }), other: GOOD }
  // One map fits into the memory: the second one displaces the first.
  start(maps, { pauseMilliseconds: 1, maxBytes: 1 })
  expect((await symbolicator.resolve([position('map')], OPTIONS)).isComplete).toBe(false)
  await framesOf(symbolicator, [position('other')], OPTIONS)
  await pause(5)
  maps.map = fields({ sourcesContent: ['function pay() {}'], mappings: 'AAAS' })
  expect(await symbolicator.resolve([position('map')], OPTIONS)).toMatchObject({
    frames: [{ file: 'a.ts', function: 'pay' }],
    isComplete: true,
  })
  expect(symbolicator.failures()).toEqual([])
})

test('a map that cannot be read is tried again and again', async () => {
  start({ malformed: '{' }, { pauseMilliseconds: 1 })
  for (let failures = 1; failures <= 4; failures++) {
    expect((await symbolicator.resolve([position('malformed')], OPTIONS)).isComplete).toBe(false)
    const [failure] = symbolicator.failures()
    expect(failure).toMatchObject({ source: null, failures, reason: 'The source map is not JSON.' })
    await pause(Math.max(0, failure!.retryAt - Date.now()) + 1)
  }
})

test('a map that the database does not return is asked for again', async () => {
  let isOpen = false
  symbolicator = createSymbolicator({
    pauseMilliseconds: 1,
    load: () => (isOpen ? Promise.resolve(Buffer.from(GOOD)) : Promise.reject(new Error('closed'))),
  })
  expect((await symbolicator.resolve([position('map')], OPTIONS)).isComplete).toBe(false)
  isOpen = true
  await pause(5)
  expect((await symbolicator.resolve([position('map')], OPTIONS)).isComplete).toBe(true)
})

test('maps that displace each other in memory are all read', async () => {
  const code = 'function pay(cart) { return cart.lines.map((line) => line.price) }\n'.repeat(200)
  const names = Array.from({ length: 40 }, (_, index) => `map ${index}`)
  const maps = Object.fromEntries(names.map((name) => [name, fields({ sourcesContent: [code] })]))
  start(maps, { maxBytes: 1 })
  const { frames, isComplete } = await symbolicator.resolve(names.map(position), OPTIONS)
  expect(isComplete).toBe(true)
  expect(frames.map((frame) => frame?.function)).toEqual(names.map(() => 'pay'))
})

test('the services take turns: a service with many sources does not delay another one', async () => {
  const code = 'function pay(cart) { return cart.lines.map((line) => line.price) }\n'.repeat(500)
  const sources = Array.from({ length: 20 }, (_, index) => `${index}.ts`)
  const many = mapJson({
    sources,
    sourcesContent: sources.map(() => code),
    mappings: sources.map((_, index) => (index === 0 ? 'AAAA' : 'CCAA')).join(','),
  })
  start({ many, one: fields({ sources: ['one.ts'], sourcesContent: [code] }) })
  const positions = sources.map((_, index) => ({ map: 'many', line: 1, column: index + 1 }))
  const ends: string[] = []
  const resolve = async (service: string, all: { map: string; line: number; column: number }[]) => {
    const frames = await framesOf(symbolicator, all, { ...OPTIONS, service })
    expect(frames.map((frame) => frame?.function)).toEqual(all.map(() => 'pay'))
    ends.push(service)
  }
  await Promise.all([resolve('many', positions), resolve('one', [position('one')])])
  expect(ends).toEqual(['one', 'many'])
})

test('after the time limit the answer has no frame, and a later request has it', async () => {
  const later = Promise.withResolvers<string>()
  start({ later: later.promise, good: GOOD })
  await framesOf(symbolicator, [position('good')], OPTIONS)
  const options = { context: false, milliseconds: 3_000 }
  expect(await framesOf(symbolicator, [position('later'), position('good')], options)).toMatchObject([
    null,
    { file: 'good.ts' },
  ])
  later.resolve(GOOD)
  expect(await framesOf(symbolicator, [position('later'), position('none')], OPTIONS)).toMatchObject([
    { file: 'good.ts' },
    null,
  ])
})

test('names and lines of a source have no control characters', async () => {
  const text = `\u202efunction total() { \u001b[31m } // ${'x'.repeat(1000)}`
  const map = fields({ sources: ['../\u0000\u202ea.ts'], sourcesContent: [text], mappings: 'AAAkB' })
  start({ map })
  const [frame] = await framesOf(symbolicator, [position('map')], { ...OPTIONS, context: true })
  expect(JSON.stringify(frame)).not.toMatch(/\\u|\u202e/)
  expect(frame?.context?.line).toBe(` function total() {  [31m } // ${'x'.repeat(1000)}`.slice(0, 300))
})
