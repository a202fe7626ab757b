// Backup and restore by their commands, with stores as processes.
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { digestsOf, portOf, runCommand } from '../../testing/backup.ts'
import { readEvent, readIssue, sendException } from '../../testing/issues.ts'
import { exception, newDigest } from '../../testing/otlp.ts'
import { endOf, makeFolder, runStore } from '../../testing/store.ts'
import { storeOfFile, storeOfTest } from '../../testing/suite.ts'
import { checksum, type Manifest } from './manifest.ts'

/** Of one file. Some parts of the store are larger. */
const MAX_FILE_KIB = 16

/** Each test starts four to six processes that open the engine, which takes long on a busy machine. */
const SLOW = { timeout: 240_000 }

const store = storeOfFile()

test(
  'a backup of a busy store is consistent, and requests repeated after a restore count once',
  SLOW,
  async () => {
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
    const saved = await runCommand('backup', to, { DATA_DIR: store.folder, STORE_PORT: portOf(store) })
    saving = false
    await sending
    expect(saved).toEqual({
      code: 0,
      output: expect.stringMatching(/^Saved 0 spans, \d+ log records and \d+ exceptions to /),
    })
    expect(sent.length).toBeGreaterThan(acknowledged)
    expect(existsSync(join(store.folder, 'store', 'snapshot'))).toBe(false)

    expect(await runCommand('restore', to, { DATA_DIR: store.folder })).toEqual({
      code: 1,
      output: expect.stringMatching(/^The folder \S+ is in use by another store: stop that one/),
    })
    const folder = makeFolder()
    expect((await runCommand('restore', to, { DATA_DIR: folder })).code).toBe(0)
    const restored = await storeOfTest({ folder })
    const { rows } = await restored.status()
    const after = await readIssue(restored, id)
    // No occurrence without its log record, and no count without its occurrence.
    expect(rows.logs).toBe(rows.exceptions)
    expect(after.issue.count).toBe(rows.exceptions)
    const digests = new Set(await digestsOf(restored, id))
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
  },
)

test('a backup of a stopped store works too, and its issue is the same after the restore', SLOW, async () => {
  const first = await storeOfTest()
  const id = await sendException(first, { message: 'Once' })
  const before = await readIssue(first, id)
  await first.kill()

  const to = join(makeFolder(), 'saved')
  // Nothing listens on that port.
  expect((await runCommand('backup', to, { DATA_DIR: first.folder, STORE_PORT: '1' })).code).toBe(0)
  const target = makeFolder()
  expect((await runCommand('restore', to, { DATA_DIR: target })).code).toBe(0)
  expect(await runCommand('restore', to, { DATA_DIR: target })).toEqual({
    code: 1,
    output: expect.stringMatching(/^The store in \S+ already has data: set DATA_DIR to a new folder/),
  })

  // An interrupted restore leaves this file.
  writeFileSync(join(target, 'store', 'restoring'), to)
  expect(await endOf(runStore({ DATA_DIR: target }))).toEqual({
    code: 1,
    output: expect.stringMatching(/^A restore into \S+ was interrupted: run it again/),
  })
  expect((await runCommand('restore', to, { DATA_DIR: target })).code).toBe(0)
  const second = await storeOfTest({ folder: target })
  expect(await readIssue(second, id)).toEqual(before)
})

test(
  'a backup to a full disk fails with one message, and leaves no files in either place',
  SLOW,
  async () => {
    const attributes = { text: randomBytes(30_000).toString('hex') }
    await store.send('logs', exception({ attributes }))
    const to = makeFolder()
    // A limit for the size of files replaces a full disk: only root can mount a disk.
    const env = { DATA_DIR: store.folder, STORE_PORT: portOf(store) }
    expect(await runCommand('backup', to, env, MAX_FILE_KIB)).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^There is not enough space for the backup in \S+: name a folder on another disk[^\n]*\.\n$/,
      ),
    })
    expect(readdirSync(to)).toEqual([])
    expect(existsSync(join(store.folder, 'store', 'snapshot'))).toBe(false)
  },
)

test('a restore of a changed or damaged backup fails with one message', SLOW, async () => {
  await store.send('logs', exception())
  const saved = join(makeFolder(), 'saved')
  expect(
    (await runCommand('backup', saved, { DATA_DIR: store.folder, STORE_PORT: portOf(store) })).code,
  ).toBe(0)
  const manifest = JSON.parse(readFileSync(join(saved, 'backup.json'), 'utf8')) as Manifest
  const parts = (table: string): string =>
    join('tables', table, readdirSync(join(saved, 'tables', table))[0]!)
  const other = / is not the one that "npm run backup" wrote: /
  const [first, ...rest] = manifest.tables
  const cases: [what: string, change: (folder: string) => void, message: RegExp][] = [
    [
      'another format',
      (folder) => write(folder, { ...manifest, format: 99 }),
      / has format 99, and this program reads format 2/,
    ],
    ['no list of tables', (folder) => write(folder, { ...manifest, tables: 7 }), other],
    [
      'a name that is a path',
      (folder) => write(folder, { ...manifest, tables: [{ ...first, name: '../../x' }, ...rest] }),
      other,
    ],
    [
      'another statement',
      (folder) =>
        write(folder, { ...manifest, tables: [{ ...first, create: 'DROP DATABASE otel' }, ...rest] }),
      other,
    ],
    [
      'a table that is left out',
      (folder) =>
        write(folder, { ...manifest, tables: manifest.tables.filter(({ name }) => name !== 'otel_logs') }),
      other,
    ],
    [
      'more rows than there are',
      (folder) =>
        write(folder, {
          ...manifest,
          tables: manifest.tables.map((table) => ({ ...table, rows: table.rows + 1 })),
        }),
      / should have \d+ rows and has \d+: the copy is damaged/,
    ],
    [
      'a view that is left out',
      (folder) =>
        writeFileSync(
          join(folder, 'backup.json'),
          JSON.stringify({ ...manifest, views: manifest.views.slice(1) }),
        ),
      other,
    ],
    [
      'a part without a file',
      (folder) => rmSync(join(folder, parts('otel_logs'), 'columns.txt')),
      /table otel_logs cannot be read completely: the copy is damaged/,
    ],
    [
      'a changed byte',
      (folder) => flip(join(folder, parts('exceptions'))),
      /table exceptions cannot be read completely: the copy is damaged/,
    ],
  ]
  // Concurrently, because the start of a process takes most of the time.
  await Promise.all(
    cases.map(async ([what, change, message]) => {
      const folder = join(makeFolder(), 'changed')
      cpSync(saved, folder, { recursive: true })
      change(folder)
      const { code, output } = await runCommand('restore', folder, { DATA_DIR: makeFolder() })
      expect({ what, code, output }).toEqual({ what, code: 1, output: expect.stringMatching(message) })
      expect(output.trimEnd().split('\n')).toHaveLength(1)
    }),
  )
})

/** With a valid checksum, so that only the content is wrong. */
function write(folder: string, manifest: object): void {
  const sum = checksum(manifest as Manifest)
  writeFileSync(join(folder, 'backup.json'), JSON.stringify({ ...manifest, sum }))
}

/** Changes a byte in the data of a part. */
function flip(part: string): void {
  const file = join(part, 'data.bin')
  const bytes = readFileSync(file)
  bytes[bytes.length >> 1]! ^= 0xff
  writeFileSync(file, bytes)
}

test('an impossible backup or restore fails with one message', SLOW, async () => {
  const empty = makeFolder()
  const cases: ['backup' | 'restore', string, Record<string, string>, RegExp][] = [
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
      { DATA_DIR: empty, STORE_PORT: portOf(store) },
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
    expect(await runCommand(name, folder, env)).toEqual({
      code: 1,
      output: expect.stringMatching(message),
    })
})
