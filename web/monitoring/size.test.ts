// Size of the files that a page loads, and the imports of its chunks.

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { buildApplication, buildChunks, buildScriptTag, type Chunk } from './testing/built-application.ts'
import { headScripts } from './build/head-code.ts'
import { headTags, policyHashes } from './build/head-tags.ts'
import { headScriptsFile } from './build/write-head.ts'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const gzipBytes = (text: string) => gzipSync(text, { level: 9 }).length

/** Bytes after gzip -9. Every page waits for the entry; the chunks load later. */
const budget: Record<string, number> = {
  'monitoring.js': 3000,
  client: 9100,
  copy: 3650,
  form: 1500,
  later: 20_000,
  pace: 5000,
  values: 1000,
}
/** What runs in every head, and all that the plugin writes into a page. */
const snippetBudget = 360
/** What a framework's entry adds to a page that has the package. */
const helperBudget = 1000
const headBudget = 2000

let chunks: Chunk[]
beforeAll(async () => {
  chunks = await buildScriptTag()
}, 30_000)

test('each chunk is within its budget', () => {
  const sizes = chunks.map(({ fileName, code }): [name: string, bytes: number] => [
    fileName.replace(/^monitoring\/|-.*/g, ''),
    gzipBytes(code),
  ])
  expect(sizes.map(([name]) => name).sort()).toEqual(Object.keys(budget).sort())
  for (const [name, bytes] of sizes) expect(bytes, name).toBeLessThanOrEqual(budget[name] ?? 0)
})

test('no file name contains a word that content blockers match', () => {
  for (const { fileName } of chunks)
    expect(fileName).not.toMatch(/trac|telemetry|sentry|otel|analytics|beacon|vitals/i)
})

test('no chunk imports the entry, because a script tag would run it a second time', () => {
  for (const { fileName, imports } of chunks) expect(imports, fileName).toEqual([])
})

test('the client chunk of a built application imports nothing of its entry, which may throw', async () => {
  const chunks = await buildApplication()
  const client = chunks.find(({ fileName }) => fileName.includes('client'))
  expect(chunks.map(({ fileName }) => fileName)).toContain('entry.js')
  expect(client?.imports).toEqual([])
}, 30_000)

test('the head snippet is within its budget, and has two scripts with a hash each', () => {
  expect(gzipBytes(headScripts[0])).toBeLessThanOrEqual(snippetBudget)
  const all = headTags({ service: 'shop', release: '1.4.2' })
  expect(gzipBytes(all)).toBeLessThanOrEqual(headBudget)
  // One end tag each: nothing inside ends a script early.
  expect(all.match(/<\/script/g)).toHaveLength(2)
  expect(policyHashes()).toMatch(/^'sha256-[\w+/]{43}=' 'sha256-[\w+/]{43}='$/)
})

test('the generated files are up to date; if not, run `node web/monitoring/build/write-head.ts`', () => {
  expect(read('build/head-code.ts')).toBe(headScriptsFile())
  expect(read('head-snippet.txt')).toBe(`${headTags({ service: 'YOUR-SERVICE', release: 'YOUR-RELEASE' })}\n`)
  expect(read('README.md')).toContain(`\n${policyHashes()}\n`)
})

test.for(['react-router.tsx', 'next-error-page.tsx', 'vue.ts', 'svelte.ts'])(
  '%s adds little to a page, and nothing of the client chunk',
  async (file) => {
    const [chunk] = await buildChunks({
      build: {
        lib: { entry: fileURLToPath(new URL(`frameworks/${file}`, import.meta.url)), formats: ['es'] },
        // What the entry and `./react` contain already.
        rolldownOptions: { external: /^react|\/(core|digest|guard|react)\.tsx?$/, output: { minify: true } },
      },
    })
    if (!chunk) throw new Error('no chunk was built')
    expect(gzipBytes(chunk.code)).toBeLessThanOrEqual(helperBudget)
    const names = Object.keys(chunk.modules).map((module) => basename(module))
    expect(names.filter((name) => /exception|cause|record/.test(name))).toEqual([])
  },
)
