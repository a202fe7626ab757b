// Backup and restore by their commands, with stores as processes.
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand, type Result } from '../../testing/command.ts'
import { readEvent, readIssue, sendException } from '../../testing/issues.ts'
import type { EventsAnswer } from '../../../contract/issues.ts'
import { exception, newDigest } from '../../testing/otlp.ts'
import { endOf, makeFolder, runStore } from '../../testing/store.ts'
import { storeOfFile, storeOfTest } from '../../testing/suite.ts'
import { readConfig } from '../../config.ts'
import { checksum, type Manifest } from './manifest.ts'
import { restore } from './restore.ts'

/** Of one file. Some parts of the store are larger. */
const MAX_FILE_KIB = 16

const store = storeOfFile()

type Variables = Record<string, string>
const backup = (to: string, env: Variables, maxFileKib?: number): Promise<Result> =>
  runCommand('backup.ts', ['backup', to], env, maxFileKib)
const restoreFrom = (from: string, env: Variables): Promise<Result> =>
  runCommand('backup.ts', ['restore', from], env)

test('a backup of a busy store is consistent, and requests repeated after a restore count once', async () => {
  const sent: { digest: string; body: unknown }[] = []
  const send = async (): Promise<void> => {
    const digest = newDigest()
    const body = exception({ digest, at: Date.now(), attributes: { 'user.id': `user ${sent.length % 7}` } })
    await store.send('logs', body)
    sent.push({ digest, body })
  }
  for (let count = 0; count < 20; count++) await send()
  const id = (await readEvent(store, sent[0]!.digest)).issueId
  await store.post(`/api/issues/${id}/notes`, { body: 'Seen before' })
  await store.patch(`/api/issues/${id}`, { assignee: 'ann' })
  const before = await readIssue(store, id)

  let saving = true
  const sending = (async () => {
    while (saving) await send()
  })()
  const to = join(makeFolder(), 'saved')
  const acknowledged = sent.length
  const saved = await backup(to, { DATA_DIR: store.folder, STORE_PORT: store.port })
  saving = false
  await sending
  expect(saved).toEqual({
    code: 0,
    output: expect.stringMatching(/^Saved 0 spans, \d+ log records and \d+ exceptions to /),
  })
  expect(sent.length).toBeGreaterThan(acknowledged)
  expect(existsSync(join(store.folder, 'store', 'snapshot'))).toBe(false)

  expect(await restoreFrom(to, { DATA_DIR: store.folder })).toEqual({
    code: 1,
    output: expect.stringMatching(/^The folder \S+ is in use by another store: stop that one/),
  })
  const folder = makeFolder()
  expect((await restoreFrom(to, { DATA_DIR: folder })).code).toBe(0)
  const restored = await storeOfTest({ folder })
  const { rows } = await restored.status()
  const after = await readIssue(restored, id)
  // No occurrence without its log record, and no count without its occurrence.
  expect(rows.logs).toBe(rows.exceptions)
  expect(after.issue.count).toBe(rows.exceptions)
  const pages = await restored.readPages<EventsAnswer>(`/api/issues/${id}/events?limit=100`)
  const digests = new Set(pages.flatMap(({ events }) => events.map(({ digest }) => digest)))
  expect(sent.slice(0, acknowledged).filter(({ digest }) => !digests.has(digest))).toEqual([])
  expect(after.issue).toMatchObject({
    id,
    status: before.issue.status,
    assignee: 'ann',
    message: before.issue.message,
    culprit: before.issue.culprit,
    firstSeen: before.issue.firstSeen,
  })
  expect([after.notes, after.activity]).toEqual([before.notes, before.activity])

  for (const { body } of sent) await restored.send('logs', body)
  expect((await restored.status()).rows).toMatchObject({
    logs: sent.length,
    exceptions: sent.length,
  })
  expect((await readIssue(restored, id)).issue.count).toBe(sent.length)
})

test('a backup of a stopped store works too, and its issue is the same after the restore', async () => {
  const first = await storeOfTest()
  const id = await sendException(first, { message: 'Once' })
  const before = await readIssue(first, id)
  await first.kill()

  const to = join(makeFolder(), 'saved')
  // Nothing listens on that port.
  expect((await backup(to, { DATA_DIR: first.folder, STORE_PORT: '1' })).code).toBe(0)
  const target = makeFolder()
  expect((await restoreFrom(to, { DATA_DIR: target })).code).toBe(0)
  expect(await restoreFrom(to, { DATA_DIR: target })).toEqual({
    code: 1,
    output: expect.stringMatching(/^The store in \S+ already has data: set DATA_DIR to a new folder/),
  })

  // An interrupted restore leaves this file.
  writeFileSync(join(target, 'store', 'restoring'), to)
  expect(await endOf(runStore({ DATA_DIR: target }))).toEqual({
    code: 1,
    output: expect.stringMatching(/^A restore into \S+ was interrupted: run it again/),
  })
  expect((await restoreFrom(to, { DATA_DIR: target })).code).toBe(0)
  const second = await storeOfTest({ folder: target })
  expect(await readIssue(second, id)).toEqual(before)
})

test('a backup to a full disk fails with one message, and leaves no files in either place', async () => {
  const attributes = { text: randomBytes(30_000).toString('hex') }
  await store.send('logs', exception({ attributes }))
  const to = makeFolder()
  // A limit for the size of files replaces a full disk: only root can mount a disk.
  const env = { DATA_DIR: store.folder, STORE_PORT: store.port }
  expect(await backup(to, env, MAX_FILE_KIB)).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^There is not enough space for the backup in \S+: name a folder on another disk[^\n]*\.\n$/,
    ),
  })
  expect(readdirSync(to)).toEqual([])
  expect(existsSync(join(store.folder, 'store', 'snapshot'))).toBe(false)
})

test('a restore of a changed or damaged backup fails with one message', async () => {
  await store.send('logs', exception())
  const saved = join(makeFolder(), 'saved')
  expect((await backup(saved, { DATA_DIR: store.folder, STORE_PORT: store.port })).code).toBe(0)
  const manifest = JSON.parse(readFileSync(join(saved, 'backup.json'), 'utf8')) as Manifest
  const parts = (table: string): string =>
    join('tables', table, readdirSync(join(saved, 'tables', table))[0]!)
  const other = / is not the one that "npm run backup" wrote: /
  const [first, ...rest] = manifest.tables
  const changes: [(folder: string) => void, RegExp][] = [
    [changed({ format: 99 }), / has format 99, and this program reads format 2/],
    [changed({ tables: 7 }), other],
    // A name that is a path, another statement, a table that is left out, and more rows than there are.
    [changed({ tables: [{ ...first, name: '../../x' }, ...rest] }), other],
    [changed({ tables: [{ ...first, create: 'DROP DATABASE otel' }, ...rest] }), other],
    [changed({ tables: manifest.tables.filter(({ name }) => name !== 'otel_logs') }), other],
    [
      changed({ tables: manifest.tables.map((table) => ({ ...table, rows: table.rows + 1 })) }),
      / should have \d+ rows and has \d+: the copy is damaged/,
    ],
    // A view that is left out, without a new checksum.
    [(folder) => writeManifest(folder, { ...manifest, views: manifest.views.slice(1) }), other],
    [
      (folder) => rmSync(join(folder, parts('otel_logs'), 'columns.txt')),
      /table otel_logs cannot be read completely: the copy is damaged/,
    ],
    [
      (folder) => flip(join(folder, parts('exceptions'))),
      /table exceptions cannot be read completely: the copy is damaged/,
    ],
  ]
  for (const [change, message] of changes) {
    const folder = join(makeFolder(), 'changed')
    cpSync(saved, folder, { recursive: true })
    change(folder)
    await expect(restore(readConfig({ DATA_DIR: makeFolder() }), folder)).rejects.toThrow(message)
  }

  /** With a valid checksum, so that only the content is wrong. */
  function changed(change: object): (folder: string) => void {
    const content = { ...manifest, ...change }
    return (folder) => writeManifest(folder, { ...content, sum: checksum(content) })
  }
})

function writeManifest(folder: string, manifest: object): void {
  writeFileSync(join(folder, 'backup.json'), JSON.stringify(manifest))
}

/** Changes a byte in the data of a part. */
function flip(part: string): void {
  const file = join(part, 'data.bin')
  const bytes = readFileSync(file)
  bytes[bytes.length >> 1]! ^= 0xff
  writeFileSync(file, bytes)
}

test('an impossible backup or restore fails with one message', async () => {
  const empty = makeFolder()
  const cases: ['backup' | 'restore', string, Variables, RegExp][] = [
    [
      'backup',
      store.folder,
      { DATA_DIR: store.folder },
      /^\S+ is not empty: name a new folder for each backup\.\n$/,
    ],
    [
      'backup',
      join(empty, 'a'),
      { DATA_DIR: empty, STORE_PORT: '1' },
      /^There is no store in \S+: set DATA_DIR to the folder of the store\.\n$/,
    ],
    [
      'backup',
      join(empty, 'b'),
      { DATA_DIR: empty, STORE_PORT: store.port },
      /^The store that runs at \S+ keeps its data in \S+, not in /,
    ],
    [
      'backup',
      join(empty, 'c'),
      { CLICKHOUSE_URL: 'http://clickhouse.example:8123/otel' },
      /^With CLICKHOUSE_URL the data is on the ClickHouse server/,
    ],
    ['restore', empty, { DATA_DIR: empty }, /^\S+ contains no complete backup/],
  ]
  for (const [name, folder, env, message] of cases)
    expect(await runCommand('backup.ts', [name, folder], env)).toEqual({
      code: 1,
      output: expect.stringMatching(message),
    })
})
