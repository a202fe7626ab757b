// The official release as a server of ours: what is published is taken, what is not what was published is not.
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getConfig } from '../config.ts'
import { downloadCollector, officialVersion } from './download.ts'

const folder = mkdtempSync(join(tmpdir(), 'errata-download-'))
const archiveName = `otelcol-contrib_${officialVersion}_${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}.tar.gz`
let archive: Buffer
let sums = ''
let server: Server
let releases = ''

beforeAll(async () => {
  writeFileSync(join(folder, 'otelcol-contrib'), '#!/bin/sh\necho a collector\n')
  execFileSync('tar', ['-czf', 'archive.tar.gz', 'otelcol-contrib'], { cwd: folder })
  archive = readFileSync(join(folder, 'archive.tar.gz'))
  server = createServer(({ url = '' }, response) => {
    if (url.endsWith('_checksums.txt')) response.end(sums)
    else if (url.endsWith(`/v${officialVersion}/${archiveName}`)) response.end(archive)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  releases = `http://127.0.0.1:${(server.address() as { port: number }).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the release with the published checksum becomes an executable', async () => {
  sums = `${'0'.repeat(64)}  something-else.tar.gz\n${createHash('sha256').update(archive).digest('hex')}  ${archiveName}\n`
  const target = join(folder, 'taken')
  expect(await downloadCollector({ ...getConfig({}), releases }, target)).toEqual({ ok: true })
  expect(execFileSync(target, { encoding: 'utf8' })).toBe('a collector\n')
})

test('an archive with another checksum is not used', async () => {
  sums = `${'0'.repeat(64)}  ${archiveName}\n`
  const target = join(folder, 'forged')
  expect(await downloadCollector({ ...getConfig({}), releases }, target)).toEqual({
    ok: false,
    reason: `The checksum of ${archiveName} is not the published one: not used.`,
  })
  expect(existsSync(target)).toBe(false)
})

test('no internet is a reason, not a crash', async () => {
  const got = await downloadCollector(
    { ...getConfig({}), releases: 'http://127.0.0.1:1' },
    join(folder, 'none'),
  )
  expect(got).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/^The official release cannot be downloaded here \(.+\)\.$/),
  })
})
