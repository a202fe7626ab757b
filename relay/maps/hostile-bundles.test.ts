// Bundles and chunks that are damaged or made to harm: each gets a sentence, and nothing of it is stored.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import {
  assemble,
  bundleOf,
  formOf,
  manifest,
  sha1,
  uploadBundle,
  type ZipEntry,
} from '../testing/artifact-bundle.ts'
import { newFolder, startTestRelay, type TestRelay } from '../testing/relay-fixture.ts'

const relay = await startTestRelay()
const MEBIBYTE = 1024 * 1024
const MANIFEST = manifest({
  'a.js.map': { type: 'source_map', url: '~/a.js.map' },
  'b.js.map': { type: 'source_map', url: '~/b.js.map' },
})
const MAP = JSON.stringify({ version: 3, sources: [], mappings: '' })
const GOOD = { name: 'a.js.map', content: MAP }
const zeros = (mebibytes: number): Buffer => Buffer.alloc(mebibytes * MEBIBYTE)

/** With a good map in front of it. */
const withEntry = (entry: Omit<ZipEntry, 'name'>): Buffer =>
  bundleOf([MANIFEST, GOOD, { name: 'b.js.map', ...entry }])

test.each([
  ['no ZIP file', Buffer.from('hello'), /cannot be read: .*end of central directory/i],
  ['half a ZIP file', withEntry({ content: MAP }).subarray(0, -30), /cannot be read/],
  ['no manifest', bundleOf([GOOD]), /no manifest\.json/],
  ['a manifest that is no JSON', bundleOf([{ ...MANIFEST, content: '{' }]), /not a JSON object/],
  ['a manifest without files', bundleOf([{ ...MANIFEST, content: '{"files":[]}' }]), /"files".*object/],
  ['a manifest that is too large', bundleOf([{ ...MANIFEST, content: zeros(9) }]), /more than 8388608/],
  ['a map that is not in it', bundleOf([MANIFEST, GOOD]), /~\/b\.js\.map.*not in it/],
  ['a path that leads upwards', bundleOf([MANIFEST, GOOD, { name: '../b.js.map', content: MAP }]), /\.\.\/b/],
  ['an absolute path', bundleOf([MANIFEST, GOOD, { name: '/etc/passwd', content: MAP }]), /\/etc\/passwd/],
  ['a file twice', bundleOf([MANIFEST, GOOD, GOOD]), /a\.js\.map is in it twice/],
  ['a map of 65 MiB', withEntry({ content: zeros(65) }), /b\.js\.map has 68157440 bytes/],
  [
    'a map with more bytes than stated',
    withEntry({ content: zeros(65), size: 100 }),
    /b\.js\.map: too many bytes/,
  ],
  [
    'a map with fewer bytes than stated',
    withEntry({ content: MAP, size: 1000 }),
    /b\.js\.map: not enough bytes/,
  ],
  ['a wrong checksum', withEntry({ content: MAP, crc: 1 }), /b\.js\.map does not match its checksum/],
  ['an encrypted map', withEntry({ content: MAP, flags: 1 }), /encrypted/],
  ['more files than it may have', bundleOf([MANIFEST, GOOD], 65_000), /65000 files, more than 20000/],
  ['more files than it has', bundleOf([MANIFEST, GOOD], 5), /cannot be read/],
])('%s', async (_, bundle, reason) => {
  const answer = await uploadBundle(relay.url, bundle)
  expect(answer).toMatchObject({ state: 'error', detail: expect.stringMatching(reason) as string })
  expect(relay.store.requests).toEqual([])
})

test('maps of 2 GiB together, in a bundle of some megabytes', async () => {
  const names = Array.from({ length: 35 }, (_, index) => `${index}.js.map`)
  const files = Object.fromEntries(names.map((name) => [name, { type: 'source_map', url: `~/${name}` }]))
  const content = zeros(60)
  const bundle = bundleOf([manifest(files), ...names.map((name) => ({ name, content }))])
  const answer = await uploadBundle(relay.url, bundle)
  expect(answer).toMatchObject({ state: 'error', detail: expect.stringContaining('2 GiB') as string })
})

test('a bundle with any damage is answered', async () => {
  relay.store.answer = (request, response) => request.resume().on('end', () => response.end('{}'))
  const bundle = withEntry({ content: MAP.repeat(20) })
  const damage = fc.record({ at: fc.nat(bundle.length - 1), byte: fc.nat(255) })
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (damages) => {
      const damaged = Buffer.from(bundle)
      for (const { at, byte } of damages) damaged[at] = byte
      expect((await uploadBundle(relay.url, damaged)).state).toMatch(/^(?:ok|error)$/)
    }),
  )
})

test('chunks of another bundle', async () => {
  const bundle = withEntry({ content: MAP })
  const answer = await uploadBundle(relay.url, bundle, { checksum: sha1(Buffer.from('other')) })
  expect(answer).toMatchObject({ state: 'error', detail: 'The bundle does not match its checksum.' })
})

const CHECKSUM = sha1(Buffer.from('x'))
const gzip = gzipSync(Buffer.from('x'))

test.each([
  ['another checksum', formOf([[sha1(gzip), gzip]]), 400, /does not match/],
  ['a path for a checksum', formOf([['../../x', gzip]]), 400, /does not match/],
  ['no gzip', formOf([[CHECKSUM, Buffer.from('x')]]), 400, /not gzip/],
  ['a compressed bomb', formOf([[CHECKSUM, gzipSync(zeros(100))]]), 413, /524288 bytes, unpacked/],
  ['a large chunk', formOf([[CHECKSUM, zeros(0.6)]], 'file'), 413, /524288 bytes/],
  ['a large body', formOf([[CHECKSUM, zeros(2)]], 'file'), 413, /1048576 bytes/],
  ['two chunks', formOf([1, 2].map(() => [CHECKSUM, gzip])), 400, /more than one chunk/],
  ['another name', formOf([[CHECKSUM, gzip]], 'avatar'), 400, /file_gzip/],
  ['no form', 'x', 415, /multipart/],
])('a request with %s is refused', async (_, body, status, reason) => {
  const before = chunkFiles()
  const answer = await fetch(chunkUpload(relay), { method: 'POST', body })
  expect(answer.status).toBe(status)
  expect(await answer.json()).toEqual({ detail: expect.stringMatching(reason) as string })
  expect(chunkFiles()).toEqual(before)
})

test.runIf(process.getuid?.() === 0)('uploads leave free space on the disk', async () => {
  const folder = newFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', folder])
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  const small = await startTestRelay({ DATA_DIR: folder })
  const statuses: number[] = []
  for (let sent = 0; sent < 66; sent++) {
    const chunk = randomBytes(MEBIBYTE / 2)
    const body = formOf([[sha1(chunk), chunk]], 'file')
    statuses.push((await fetch(chunkUpload(small), { method: 'POST', body })).status)
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 507])
  const { bavail, blocks } = statfsSync(folder)
  expect(bavail / blocks).toBeGreaterThan(1 / 12)
})

test.each([
  [{ checksum: '../x' }, /^checksum/],
  [{ chunks: ['../../etc/passwd'] }, /^chunks/],
  [{ chunks: Array(1025).fill(CHECKSUM) }, /^chunks/],
  [{ projects: 'shop' }, /^projects/],
  [{ version: 1 }, /^version/],
  [{ dist: 'x'.repeat(251) }, /^version and dist/],
])('a request to assemble with %j is refused', async (more, reason) => {
  const answer = await assemble(relay.url, { checksum: CHECKSUM, chunks: [], projects: ['shop'], ...more })
  expect(answer).toEqual({ detail: expect.stringMatching(reason) as string })
})

function chunkUpload({ url }: TestRelay): string {
  return `${url}/api/0/organizations/acme/chunk-upload/`
}

function chunkFiles(): string[] {
  return readdirSync(path.join(relay.folder, 'map-uploads')).toSorted()
}
