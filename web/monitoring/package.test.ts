// The package as `npm install` gets it: its files, its types, and a build with it.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policyHashes } from './build/vite.ts'
import { buildChunks } from './testing/built-application.ts'
import { pack, type PackedPackage } from './testing/package.ts'

/** Bytes after gzip: the entry and Vite's loader of chunks. */
const entryLimit = 3600

const folder = mkdtempSync(join(tmpdir(), 'errata-package-'))
let packed: PackedPackage
let tarball: Buffer<ArrayBuffer>

beforeAll(() => {
  packed = pack(folder)
  tarball = Buffer.from(readFileSync(packed.tarball))
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('it contains the build, its types and its documents, and nothing else', () => {
  const paths = packed.files
  expect(paths).toEqual(
    expect.arrayContaining([
      'package.json',
      'README.md',
      'CHANGELOG.md',
      'LICENSE',
      'head-snippet.txt',
      'dist/index.js',
      'dist/chunks/later.js',
      'dist/build/cli.js',
    ]),
  )
  const rest = paths.filter(
    (path) => !/^(package\.json|README\.md|CHANGELOG\.md|LICENSE|head-snippet\.txt)$/.test(path),
  )
  const folders = 'build|chunks|errors|feedback|frameworks|sending|snapshot|tracing'
  const built = new RegExp(`^dist/((${folders})/)?[\\w-]+(\\.d\\.ts|\\.js)$`)
  expect(rest.filter((path) => !built.test(path))).toEqual([])
  expect(rest.filter((path) => /test|browsers|script/.test(path))).toEqual([])
})

test('publint reports no problems', async () => {
  const { messages, pkg } = await publint({
    pack: { tarball: tarball.buffer },
    level: 'suggestion',
    strict: true,
  })
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
})

test('types resolve and match the code in every resolution mode that reads exports', async () => {
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)))
  if (!analysis.types) throw new Error('no types at all')
  expect(Object.keys(analysis.entrypoints)).toEqual([
    '.',
    './react',
    './react-router',
    './react-router-server',
    './next',
    './vue',
    './svelte',
    './openfeature',
    './node',
    './head-tags',
    './vite',
    './package.json',
  ])
  // The package is ESM: `require` and resolution without exports do not work, by design.
  const problems = analysis.problems.filter(
    (problem) => !('resolutionKind' in problem) || /^(node16-esm|bundler)$/.test(problem.resolutionKind),
  )
  expect(problems).toEqual([])
})

test('a bundler keeps the later chunks separate from the entry', async () => {
  const outputs = await buildChunks({
    build: {
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(import.meta.dirname, 'testing/application.js') },
    },
    resolve: { alias: { '@errata/monitoring': join(packed.from, 'dist/index.js') } },
  })
  const chunks = outputs.map(({ fileName }) => /(\w+)-[\w-]{8}\.js$/.exec(fileName)?.[1] ?? '')
  expect(chunks.sort()).toEqual(['application', 'client', 'copy', 'form', 'later', 'pace', 'values'])
  const entry = outputs.find(({ fileName }) => fileName.includes('application'))
  expect(gzipSync(entry?.code ?? '').length).toBeLessThanOrEqual(entryLimit)
})

test('the head snippet of the built package has the hashes that the README names', async () => {
  const built = (await import(join(packed.from, 'dist/build/vite.js'))) as { policyHashes: () => string }
  expect(built.policyHashes()).toBe(policyHashes())
})
