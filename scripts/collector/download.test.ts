// Downloads from a local server in place of the official release page.
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getConfig } from '../config.ts'
import { archiveName, downloadCollector, officialVersion } from './download.ts'

const folder = mkdtempSync(join(tmpdir(), 'errata-download-'))
const name = archiveName()
let archive: Buffer
let checksums = ''
let server: Server
let releases = ''

beforeAll(async () => {
  writeFileSync(join(folder, 'otelcol-contrib'), '#!/bin/sh\necho a collector\n')
  execFileSync('tar', ['-czf', 'archive.tar.gz', 'otelcol-contrib'], { cwd: folder })
  archive = readFileSync(join(folder, 'archive.tar.gz'))
  server = createServer(({ url = '' }, response) => {
    if (url.endsWith('_checksums.txt')) response.end(checksums)
    else if (url.endsWith(`/v${officialVersion}/${name}`)) response.end(archive)
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
  const checksum = createHash('sha256').update(archive).digest('hex')
  checksums = `${'0'.repeat(64)}  something-else.tar.gz\n${checksum}  ${name}\n`
  const target = join(folder, 'accepted')
  expect(await downloadCollector({ ...getConfig({}), releases }, target)).toEqual({ ok: true })
  expect(execFileSync(target, { encoding: 'utf8' })).toBe('a collector\n')
})

test('an archive with another checksum is not used', async () => {
  checksums = `${'0'.repeat(64)}  ${name}\n`
  const target = join(folder, 'forged')
  expect(await downloadCollector({ ...getConfig({}), releases }, target)).toEqual({
    ok: false,
    reason: `The checksum of ${name} differs from the published checksum: the file is not used.`,
  })
  expect(existsSync(target)).toBe(false)
})

test('no internet is a reason, not a crash', async () => {
  const result = await downloadCollector(
    { ...getConfig({}), releases: 'http://127.0.0.1:1' },
    join(folder, 'none'),
  )
  expect(result).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/^The official release cannot be downloaded here \(.+\)\.$/),
  })
})
