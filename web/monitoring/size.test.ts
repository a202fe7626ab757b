import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { boot } from './boot.ts'
import { headTags, policyHashes, scriptText } from './vite.ts'
import { scriptTag } from './script-build.ts'

/** Bytes after gzip -9. The entry is on the critical path of every page, the rest comes later. */
const budget = { 'monitoring.js': 3000, client: 7000, later: 20_000, pace: 3200 }

test(
  'what a page loads stays within its budget, and its parts have neutral names',
  { timeout: 30_000 },
  async () => {
    const built = await build({
      ...scriptTag('unused'),
      build: { ...scriptTag('unused').build, write: false },
    })
    const chunks = [built].flat().flatMap((output) => ('output' in output ? output.output : []))
    const sizes = Object.fromEntries(
      chunks.map((chunk) => [
        chunk.fileName.replace(/^monitoring\/|-.*/g, ''),
        chunk.type === 'chunk' ? gzipSync(chunk.code, { level: 9 }).length : 0,
      ]),
    )
    expect(Object.keys(sizes).sort()).toEqual(Object.keys(budget).sort())
    for (const [name, limit] of Object.entries(budget)) expect(sizes[name], name).toBeLessThanOrEqual(limit)
    for (const { fileName } of chunks)
      expect(fileName).not.toMatch(/trac|telemetry|sentry|otel|analytics|beacon|vitals/i)
  },
)

test(
  'no part imports the entry, which a script tag would run a second time',
  { timeout: 30_000 },
  async () => {
    const built = await build({
      ...scriptTag('unused'),
      build: { ...scriptTag('unused').build, write: false },
    })
    const chunks = [built].flat().flatMap((output) => ('output' in output ? output.output : []))
    for (const chunk of chunks) if (chunk.type === 'chunk') expect(chunk.imports, chunk.fileName).toEqual([])
  },
)

test('what runs in every head is small, and what waits for the worst is bounded; both have a hash for the policy', () => {
  expect(gzipSync(scriptText(boot), { level: 9 }).length).toBeLessThanOrEqual(300)
  const all = headTags({ service: 'shop', release: '1.4.2' })
  expect(gzipSync(all, { level: 9 }).length).toBeLessThanOrEqual(2000)
  // One of each: nothing in them ends a script early.
  expect(all.match(/<\/script/g)).toHaveLength(2)
  expect(policyHashes()).toMatch(/^'sha256-[\w+/]{43}=' 'sha256-[\w+/]{43}='$/)
})

test('what the README offers to copy is what the plugin writes', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')
  expect(readme).toContain(`\n${headTags({ service: 'YOUR-SERVICE', release: 'YOUR-RELEASE' })}\n`)
  expect(readme).toContain(`\n${policyHashes()}\n`)
})
