import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { policyHash, bootSnippet } from './vite.ts'
import { scriptTag } from './script.build.ts'

/** Bytes after gzip -9. The entry is on the critical path of every page, the rest comes later. */
const budget = { 'monitoring.js': 3000, client: 6500, later: 20_000, pace: 3200 }

test('what a page loads stays within its budget, and its parts have neutral names', { timeout: 30_000 }, async () => {
  const built = await build({ ...scriptTag('unused'), build: { ...scriptTag('unused').build, write: false } })
  const chunks = [built].flat().flatMap((output) => ('output' in output ? output.output : []))
  const sizes = Object.fromEntries(
    chunks.map((chunk) => [
      chunk.fileName.replace(/^monitoring\/|-.*/g, ''),
      chunk.type === 'chunk' ? gzipSync(chunk.code, { level: 9 }).length : 0,
    ]),
  )
  expect(Object.keys(sizes).sort()).toEqual(Object.keys(budget).sort())
  for (const [name, limit] of Object.entries(budget)) expect(sizes[name], name).toBeLessThanOrEqual(limit)
  for (const { fileName } of chunks) expect(fileName).not.toMatch(/trac|telemetry|sentry|otel|analytics|beacon|vitals/i)
})

test('no part imports the entry, which a script tag would run a second time', { timeout: 30_000 }, async () => {
  const built = await build({ ...scriptTag('unused'), build: { ...scriptTag('unused').build, write: false } })
  const chunks = [built].flat().flatMap((output) => ('output' in output ? output.output : []))
  for (const chunk of chunks) if (chunk.type === 'chunk') expect(chunk.imports, chunk.fileName).toEqual([])
})

test('the head snippet is one script with a hash for the policy', () => {
  const snippet = bootSnippet({ service: 'shop' })
  expect(gzipSync(snippet, { level: 9 }).length).toBeLessThanOrEqual(1000)
  expect(snippet).not.toContain('</script')
  expect(policyHash(snippet)).toMatch(/^'sha256-[\w+/]{43}='$/)
})
