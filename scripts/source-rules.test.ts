// Rules for the source files: imports, circles, file names, sizes, line widths and identifiers.
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { files, findCircles, isProduct, read, readImports, sources } from './testing/sources.ts'

const LINE_WIDTH = 110
/** Of product code; style sheets, SQL and tests may be longer. */
const PRODUCT_LINES = 250
const LONGEST_LINES = 300

/** What product files of a folder may import besides it. A folder that is not listed is not limited. */
const ALLOWED_IMPORTS: Record<string, string[]> = {
  otlp: [],
  settings: [],
  relay: ['otlp', 'settings'],
  store: ['otlp', 'settings'],
  'web/monitoring': [],
  'web/demo': ['web/monitoring'],
  'web/console': [
    'web/monitoring',
    'web/setup',
    'contract/issues.ts',
    'contract/status.ts',
    'contract/maps.ts',
    'contract/releases.ts',
    'contract/traces.ts',
    'contract/vitals.ts',
    'contract/digest.ts',
  ],
  // Only in the code that it shows.
  'web/setup': ['web/monitoring'],
}

/** Folders of the same workspace that a folder may import. Files beside them are always allowed. */
const ALLOWED_SIBLINGS: Record<string, string[]> = {
  'relay/forward': [],
  'relay/monitoring': ['relay/forward'],
  'store/api': [
    'store/engine',
    'store/issue',
    'store/issues',
    'store/maps',
    'store/occurrences',
    'store/rows',
  ],
  'store/engine': [],
  'store/issue': [],
  'store/issues': [
    'store/engine',
    'store/issue',
    'store/maps',
    'store/occurrences',
    'store/rows',
    'contract/issues.ts',
  ],
  'store/maps': ['store/engine', 'store/issue', 'store/rows', 'store/tables'],
  'store/occurrences': ['store/engine', 'store/rows'],
  'store/receive': ['store/engine', 'store/maps', 'store/rows'],
  'store/rows': ['store/issue'],
  'store/tables': ['store/engine'],
}

/** Participles and vague words; a noun says more: rows, match, event, text, total. */
const BANNED_NAMES = [
  'asked',
  'counted',
  'found',
  'given',
  'held',
  'kept',
  'known',
  'mine',
  'place',
  'said',
  'seen',
  'told',
  'whole',
  'words',
]

/** Tables, links, expressions of the collector, and texts that a browser or an SDK sends. */
const UNWRAPPABLE = /^\||https?:|!= nil|^\s*(stacktrace: )?['`].{80,}['`],$/

const imports = readImports()
const productImports = [...imports].filter(([file]) => isProduct(file))

test('folders import only what the tables allow', () => {
  const wrong = productImports.flatMap(([file, targets]) =>
    targets.filter((target) => !isAllowed(file, target)).map((target) => `${file} imports ${target}`),
  )
  expect(wrong).toEqual([])
})

test('the image and the stale check of the browser code include what it imports from other folders', () => {
  const targets = productImports.flatMap(([file, others]) => (isIn(file, ['web']) ? others : []))
  const outside = [...new Set(targets)].filter((target) => !isIn(target, ['web']))
  expect(outside.length).toBeGreaterThan(0)
  for (const list of ['Dockerfile', 'scripts/build.ts'])
    expect(outside.filter((target) => !read(list).includes(target))).toEqual([])
})

test('no files import each other in a circle, types included', () => {
  const circles = findCircles(new Map(productImports))
  expect(circles).toEqual([])
})

test('no folders import each other in a circle', () => {
  const folders = new Map<string, Set<string>>()
  for (const [file, targets] of productImports) {
    const folder = folders.get(folderOf(file)) ?? new Set()
    for (const target of targets) if (folderOf(target) !== folderOf(file)) folder.add(folderOf(target))
    folders.set(folderOf(file), folder)
  }
  const circles = findCircles(new Map([...folders].map(([folder, targets]) => [folder, [...targets]])))
  expect(circles).toEqual([])
})

test('names of source files are in kebab-case, but for tables and routes of SvelteKit', () => {
  expect(
    sources.filter((file) => !/(^|\/)\+?[a-z0-9]+([-.][a-z0-9]+)*$|^store\/tables\/[a-z_]+\.sql$/.test(file)),
  ).toEqual([])
})

test(`lines have at most ${LINE_WIDTH} columns`, () => {
  const checked = files.filter((file) => /\.(ts|tsx|mjs|css|sql|md|yaml)$/.test(file))
  const wide = checked
    .filter((file) => !file.endsWith('bench/README.md'))
    .flatMap((file) => {
      const lines = read(file).split('\n')
      const number = lines.findIndex((line) => line.length > LINE_WIDTH && !UNWRAPPABLE.test(line))
      return number < 0 ? [] : [`${file}:${number + 1}`]
    })
  expect(wide).toEqual([])
})

test(`product code has at most ${PRODUCT_LINES} lines a file, other files at most ${LONGEST_LINES}`, () => {
  expect(sources.filter((file) => read(file).split('\n').length - 1 > lineLimit(file))).toEqual([])
})

test('product files begin with a comment that says what they are for', () => {
  const files = [...imports.keys()].filter((file) => isProduct(file))
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => !/^(#!.*\n)?(\/\/ |\/\*\*)/.test(read(file)))).toEqual([])
})

test('nothing is named with a participle or a vague word', () => {
  const declaration = new RegExp(`\\b(?:const|let|function|type|class) (?:${BANNED_NAMES.join('|')})\\b`, 'g')
  const names = [...imports.keys()].flatMap((file) =>
    [...read(file).matchAll(declaration)].map(([name]) => `${file}: ${name}`),
  )
  expect(names).toEqual([])
})

function isAllowed(file: string, target: string): boolean {
  const isSibling = target.split('/')[0] === file.split('/')[0] && target.split('/').length > 2
  const tables = isSibling ? { ...ALLOWED_IMPORTS, ...ALLOWED_SIBLINGS } : ALLOWED_IMPORTS
  return Object.entries(tables).every(
    ([folder, others]) => !isIn(file, [folder]) || isIn(target, [folder, ...others]),
  )
}

function lineLimit(file: string): number {
  return isProduct(file) && /\.(ts|tsx|mjs)$/.test(file) ? PRODUCT_LINES : LONGEST_LINES
}

/** `folders` may contain files too. */
function isIn(path: string, folders: string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`))
}

/**
 * Files directly in a workspace count as folders, because they connect its folders; so does the API's
 * contract, which is only types. Folders of the store include their subfolders.
 */
function folderOf(file: string): string {
  if (/^store\/api\/(?:map-|release-|trace-)?contract\.ts$/.test(file)) return file
  if (/^store\/[^/]+\//.test(file)) return file.split('/', 2).join('/')
  return /^(relay|store|scripts|web(\/console|\/monitoring)?)\/[^/]+$/.test(file) ? file : dirname(file)
}
