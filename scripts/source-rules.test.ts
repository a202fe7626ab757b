// Rules for the source files: imports, circles, file names, sizes, line widths and identifiers.
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { files, findCircles, isProduct, read, readImports, sources } from './testing/sources.ts'

const LINE_WIDTH = 110
/** Of product code; style sheets, SQL and tests may be longer. */
const PRODUCT_LINES = 250
const LONGEST_LINES = 300

/** A file of fewer lines that one file beside it imports belongs into that file, unless it has a test. */
const LINES_OF_A_FILE = 40

/** They stand alone: a generated file, and one whose directive (`'use client'`) counts for all of it. */
const SEPARATE_FILE = /^\/\/.*\bWritten by\b|^'use client'$/m

/** What product files of a folder may import besides it. A folder that is not listed is not limited. */
const ALLOWED_IMPORTS: Record<string, string[]> = {
  contract: [],
  otlp: [],
  server: [],
  // The texts of the set-up, which assistants read too.
  relay: ['otlp', 'server', 'web/setup'],
  store: ['contract', 'otlp', 'server', 'web/setup'],
  'web/monitoring': [],
  'web/demo': ['web/monitoring'],
  'web/console': ['contract', 'web/monitoring', 'web/setup'],
  // Only in the code that it shows.
  'web/setup': ['web/monitoring'],
}

/** Folders of the same workspace that a folder may import. Files beside them are always allowed. */
const ALLOWED_SIBLINGS: Record<string, string[]> = {
  'relay/secrets': [],
  'relay/delivery': [],
  'relay/monitoring': ['relay/delivery', 'relay/secrets'],
  'relay/console': [],
  'store/database': [],
  'store/ingest': ['store/database'],
  'store/occurrences': ['store/database', 'store/ingest'],
  'store/http': ['store/database', 'store/occurrences'],
  // Texts and the layout of mails: of what leaves the store, whatever it is about.
  'store/mail': [],
  'store/features': ['store/database', 'store/http', 'store/ingest', 'store/mail', 'store/occurrences'],
  'web/monitoring/tracing': [],
  'web/monitoring/errors': ['web/monitoring/tracing'],
  'web/monitoring/sending': ['web/monitoring/errors', 'web/monitoring/tracing'],
  'web/monitoring/feedback': ['web/monitoring/tracing'],
  'web/monitoring/frameworks': ['web/monitoring/errors', 'web/monitoring/tracing'],
  'web/monitoring/build': ['web/monitoring/errors'],
  'web/monitoring/chunks': ['web/monitoring/feedback', 'web/monitoring/snapshot', 'web/monitoring/tracing'],
  'web/console/format': [],
  // Requests, and what a screen shows of their state: loading, failed, old.
  'web/console/http': ['web/console/format', 'web/console/ui'],
  'web/console/ui': ['web/console/format'],
  'web/console/charts': ['web/console/format', 'web/console/ui'],
  'web/console/search': ['web/console/charts', 'web/console/format', 'web/console/http', 'web/console/ui'],
}

/** They know no domain: nothing of what an issue, a trace or a release is. */
const WITHOUT_DOMAIN = ['web/console/ui', 'web/console/charts', 'web/console/format']

const FEATURE = /^(?:store|web\/console)\/features\/[^/]+/

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
const productFiles = productImports.map(([file]) => file)

test('folders import only what the tables allow', () => {
  const wrong = productImports.flatMap(([file, targets]) =>
    targets.filter((target) => !isAllowed(file, target)).map((target) => `${file} imports ${target}`),
  )
  expect(wrong).toEqual([])
})

test('the image and the stale check of the browser code include what it imports from other folders', () => {
  const targets = productImports.flatMap(([file, others]) => (isIn(file, ['web']) ? others : []))
  const folders = [...new Set(targets.map((target) => target.split('/')[0]!))].filter(
    (name) => name !== 'web',
  )
  expect(folders).toEqual(['contract'])
  expect(read('Dockerfile')).toContain('COPY contract contract\n')
  expect(read('scripts/build.ts')).toContain("'contract/**/*.{ts,json}'")
})

test('a feature imports another one only through its index.ts', () => {
  const wrong = productImports.flatMap(([file, targets]) =>
    targets
      .filter(
        (target) =>
          isOtherFeature(file, target) && !/^[^/]+(?:\/console)?\/features\/[^/]+\/index\.ts$/.test(target),
      )
      .map((target) => `${file} imports ${target}`),
  )
  expect(wrong).toEqual([])
})

test('controls and charts know no domain', () => {
  const wrong = productImports.flatMap(([file, targets]) =>
    isIn(file, WITHOUT_DOMAIN)
      ? targets.filter((target) => isIn(target, ['contract'])).map((target) => `${file}: ${target}`)
      : [],
  )
  expect(wrong).toEqual([])
})

test('a feature has the same word in the contract, the store, the console and the tests', () => {
  const features = new Set(
    productFiles.flatMap((file) => /^store\/features\/([^/]+)\//.exec(file)?.[1] ?? []),
  )
  expect(features.size).toBeGreaterThan(5)
  const missing = [...features].flatMap((word) =>
    [
      new RegExp(`^contract/${word}\\.ts$`),
      new RegExp(`^web/console/(?:features/)?${word}/`),
      new RegExp(`^e2e/${word}[^/]*\\.test\\.ts$`),
    ]
      .filter((pattern) => !files.some((file) => pattern.test(file)))
      .map((pattern) => `${word}: ${pattern.source}`),
  )
  expect(missing).toEqual([])
})

test(`a file under ${LINES_OF_A_FILE} lines with one importer beside it is a part of it`, () => {
  const importers = new Map<string, string[]>()
  for (const [file, targets] of productImports)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file])
  const small = productFiles.filter((file) => {
    const [importer, ...others] = importers.get(file) ?? []
    return (
      importer !== undefined &&
      others.length === 0 &&
      dirname(importer) === dirname(file) &&
      !/(^|\/)index\.tsx?$/.test(file) &&
      read(file).split('\n').length - 1 < LINES_OF_A_FILE &&
      !SEPARATE_FILE.test(read(file)) &&
      !files.some((name) => name.startsWith(`${file.replace(/\.tsx?$/, '')}.`) && /\.test\.tsx?$/.test(name))
    )
  })
  expect(small).toEqual([])
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
    sources.filter(
      (file) => !/(^|\/)\+?[a-z0-9]+([-.][a-z0-9]+)*$|^store\/database\/tables\/[a-z_]+\.sql$/.test(file),
    ),
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
  const isSibling = target.split('/')[0] === file.split('/')[0]
  const tables = isSibling ? { ...ALLOWED_IMPORTS, ...ALLOWED_SIBLINGS } : ALLOWED_IMPORTS
  return Object.entries(tables).every(
    ([folder, others]) =>
      !isIn(file, [folder]) ||
      isIn(target, [folder, ...others]) ||
      (folder in ALLOWED_SIBLINGS && dirname(target) === dirname(folder)),
  )
}

function lineLimit(file: string): number {
  return isProduct(file) && /\.(ts|tsx|mjs)$/.test(file) ? PRODUCT_LINES : LONGEST_LINES
}

/** `folders` may contain files too. */
function isIn(path: string, folders: string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`))
}

function isOtherFeature(file: string, target: string): boolean {
  const [feature, other] = [FEATURE.exec(file)?.[0], FEATURE.exec(target)?.[0]]
  return feature !== undefined && other !== undefined && feature !== other
}

/** The files that connect the folders of a workspace count as folders of their own; features are one each. */
function folderOf(file: string): string {
  const feature = FEATURE.exec(file)?.[0]
  if (feature !== undefined) return feature
  if (/^(contract|relay|store|scripts|web(\/console(\/app)?|\/monitoring)?)\/[^/]+$/.test(file)) return file
  return /^(store|web\/console)\/[^/]+/.exec(file)?.[0] ?? dirname(file)
}
