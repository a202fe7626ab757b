// A made-up next version of the schema: tables with data are migrated to it, and everything that reads the
// schema knows it.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig, type Config } from '../../config.ts'
import { openStore } from '../../store.ts'
import { runCommand } from '../../testing/command.ts'
import { readEvent } from '../../testing/issues.ts'
import { exception, newDigest } from '../../testing/otlp.ts'
import { endOf, makeFolder, runStore } from '../../testing/store.ts'
import { storeOfTest } from '../../testing/suite.ts'
import { restore } from '../backup/restore.ts'
import { snapshotFolder, takeSnapshot } from '../backup/snapshot.ts'
import { copyTables } from '../copy/copy-tables.ts'
import { openRowCounts } from '../disk/row-counts.ts'
import type { Engine } from '../engine/engine.ts'
import { openEngine } from '../engine/open.ts'
import { verify } from '../verify/verify.ts'
import { applySchema } from './apply-schema.ts'
import { FIRST_VERSION, readSchema, SCHEMA, type Schema } from './schema.ts'

const NEXT = SCHEMA.version + 1

const ADD_COLUMN = `ALTER TABLE issues
  ADD COLUMN IF NOT EXISTS Environments SimpleAggregateFunction(groupUniqArrayArray, Array(String))`

const FILL_TABLE = `TRUNCATE TABLE words;
INSERT INTO words SELECT Digest, length(Message) FROM exceptions`

const WORDS = `-- Made up.
-- Shard key: cityHash64(Digest)
CREATE TABLE IF NOT EXISTS words (Digest String, Words UInt64)
ENGINE = \${replicated}MergeTree ORDER BY Digest;

CREATE MATERIALIZED VIEW IF NOT EXISTS words_mv TO words AS
SELECT Digest, length(Message) AS Words FROM exceptions
`

test('a migration that crashed runs again, once, and only forwards', async () => {
  const store = await storeOfTest()
  const { folder } = store
  const digest = newDigest()
  await store.send('logs', exception({ digest, message: 'Kept' }))
  await store.end()
  const config = readConfig({ DATA_DIR: folder })
  const engine = await openEngine(config)
  // The last statement fails, as a crash would end the migration there.
  await expect(applySchema(engine, config, nextSchema(`${FILL_TABLE};\nSELECT throwIf(1)`))).rejects.toThrow()
  expect(await versions(engine)).toEqual([SCHEMA.version])
  for (let count = 0; count < 2; count++) await applySchema(engine, config, nextSchema())
  expect(await versions(engine)).toEqual([SCHEMA.version, NEXT])
  expect(await engine.query('SELECT * FROM words')).toEqual([{ Digest: digest, Words: 4 }])
  await engine.close()

  const refused = new RegExp(String.raw`^[^\n]+ schema ${NEXT}, [^\n]+ up to ${SCHEMA.version}: [^\n]+\.\n$`)
  const started = await endOf(runStore({ DATA_DIR: folder }))
  expect([started.code, started.output]).toEqual([1, expect.stringMatching(refused)])
  const verified = await runCommand('database/verify/command.ts', [], { DATA_DIR: folder })
  expect(verified).toEqual({ code: 1, output: expect.stringMatching(refused) })

  const next = await openEngine(config)
  await next.command(`ALTER TABLE schema_version DELETE WHERE Version = ${NEXT} SETTINGS mutations_sync = 2`)
  await next.close()
  await store.start()
  expect((await readEvent(store, digest)).message).toBe('Kept')
})

test('each migration can run on tables that have its changes already', async () => {
  const config = readConfig({ DATA_DIR: makeFolder() })
  const engine = await openEngine(config)
  await applySchema(engine, config)
  const before = await statements(engine)
  await engine.command('TRUNCATE TABLE schema_version')
  await engine.command(`INSERT INTO schema_version (Version) VALUES (${FIRST_VERSION})`)
  await applySchema(engine, config)
  expect(await versions(engine)).toEqual([FIRST_VERSION, SCHEMA.version])
  expect(await statements(engine)).toEqual(before)
  await engine.close()
})

test.each([FIRST_VERSION - 1, 60])(
  'tables of version %i are older than the first release',
  async (version) => {
    const folder = makeFolder()
    const engine = await openEngine(readConfig({ DATA_DIR: folder }))
    await engine.command('CREATE TABLE schema_version (Version UInt32) ENGINE = MergeTree ORDER BY Version')
    await engine.command(`INSERT INTO schema_version VALUES (${version})`)
    await engine.close()
    const { code, output } = await endOf(runStore({ DATA_DIR: folder }))
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^[^\n]+ older than the first release [^\n]+\.\n$/),
    ])
  },
)

test('tables that lack a column are refused with one message', async () => {
  const store = await storeOfTest()
  const { folder } = store
  await store.kill()
  const engine = await openEngine(readConfig({ DATA_DIR: folder }))
  await engine.command('DROP VIEW web_vitals_mv')
  await engine.command('ALTER TABLE web_vitals DROP COLUMN Poor')
  await engine.close()
  const { code, output } = await endOf(runStore({ DATA_DIR: folder }))
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/^The table web_vitals has no column Poor[^\n]+\.\n$/),
  ])
})

test('verify, a start, backup, restore and copy know a migrated schema', async () => {
  const schema = nextSchema()
  const config = readConfig({ DATA_DIR: makeFolder() })
  const old = await openEngine(config)
  await applySchema(old, config)
  await insert(old, 'AAAA0001')
  await old.close()

  let store = await openStore(config, pino({ level: 'silent' }), schema)
  await insert(store.engine, 'AAAA0002')
  expect(await environments(store.engine)).toEqual([[], ['production']])
  const migrated = await statements(store.engine)
  await store.engine.command('TRUNCATE TABLE issues')
  await store.engine.command('DROP TABLE words_mv SYNC')
  await store.close()

  const damaged = await openEngine(config)
  const rowCounts = openRowCounts({ engine: damaged, folder: config.folder, retentionDays: 30, schema })
  const values = { replicated: '', retentionDays: 30 } as const
  expect(await verify({ engine: damaged, schema, values, rowCounts })).toEqual({
    lost: [],
    repaired: ['The view words_mv was missing and was created.', '2 missing rows of issues were added.'],
  })
  await insert(damaged, 'AAAA0003')
  expect(await environments(damaged)).toEqual([['production'], ['production'], ['production']])
  expect(await statements(damaged)).toEqual(migrated)
  await damaged.command('DROP TABLE issues_mv SYNC')
  await damaged.close()

  // A start repairs it as well.
  store = await openStore(config, pino({ level: 'silent' }), schema)
  expect(await statements(store.engine)).toEqual(migrated)
  await takeSnapshot({ engine: store.engine, exclusive: store.writer.exclusive, folder: config.folder })
  const { url, stop } = await startServer()
  const server = { ...config, clickhouseUrl: url }
  const target = await openEngine(server)
  await copyTables({ source: store.engine, target, targetConfig: server, folder: config.folder, schema })
  await checkComplete(target)
  await target.close()
  await stop()
  await store.close()

  const saved = snapshotFolder(config.folder)
  const restored = readConfig({ DATA_DIR: makeFolder() })
  await expect(restore(restored, saved)).rejects.toThrow(`schema ${NEXT}`)
  await restore(restored, saved, schema)
  await check(restored, schema, checkComplete)

  // A new store has the same tables as a migrated one.
  await check(readConfig({ DATA_DIR: makeFolder() }), schema, async (engine) => {
    expect(await statements(engine)).toEqual(migrated)
  })

  async function checkComplete(engine: Engine): Promise<void> {
    await insert(engine, 'AAAA0004')
    expect(await versions(engine)).toContain(NEXT)
    expect(await environments(engine)).toEqual(Array.from({ length: 4 }, () => ['production']))
    expect(await engine.query('SELECT count() AS words FROM words')).toEqual([{ words: 4 }])
  }
})

async function check(config: Config, schema: Schema, work: (engine: Engine) => Promise<void>): Promise<void> {
  const store = await openStore(config, pino({ level: 'silent' }), schema)
  await work(store.engine)
  await store.close()
}

/** The files of today with a column, a changed view and a table more, and a migration that makes the same. */
function nextSchema(fill = FILL_TABLE): Schema {
  const folder = makeFolder()
  cpSync(import.meta.dirname, folder, { recursive: true, filter: (name) => !name.endsWith('.ts') })
  const file = join(folder, 'issues.sql')
  const issues = readFileSync(file, 'utf8')
    .replace(/(Releases SimpleAggregateFunction\(.*\))\n/, `$1,\n${ADD_COLUMN.split('NOT EXISTS ')[1]}\n`)
    .replace(
      'AS Releases\n',
      "AS Releases,\n  groupUniqArrayIf(toString(e.Environment), e.Environment != '') AS Environments\n",
    )
  writeFileSync(file, issues)
  writeFileSync(join(folder, 'words.sql'), WORDS)
  mkdirSync(join(folder, 'migrations'), { recursive: true })
  writeFileSync(join(folder, 'migrations', `${NEXT}-words.sql`), `-- Made up.\n${ADD_COLUMN};\n${fill}\n`)
  return readSchema(folder)
}

async function insert(engine: Engine, digest: string): Promise<void> {
  const row = { IssueId: digest.padStart(16, '0'), Digest: digest, Environment: 'production' }
  const Timestamp = String(Math.floor(Date.now() / 1_000))
  await engine.insert('exceptions', JSON.stringify({ ...row, Timestamp, ServiceName: 'shop' }), digest)
}

async function environments(engine: Engine): Promise<string[][]> {
  const rows = await engine.query<{ Environments: string[] }>(
    'SELECT Environments FROM issues FINAL ORDER BY IssueId',
  )
  return rows.map(({ Environments }) => Environments)
}

async function versions(engine: Engine): Promise<number[]> {
  const rows = await engine.query<{ Version: number }>('SELECT Version FROM schema_version ORDER BY Version')
  return rows.map(({ Version }) => Version)
}

function statements(engine: Engine): Promise<unknown[]> {
  return engine.query(
    `SELECT name, create_table_query AS sql FROM system.tables
     WHERE database = currentDatabase() ORDER BY name`,
  )
}

/** A process of its own: a process can open one folder with the embedded engine. */
async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const module = join(import.meta.dirname, '../../testing/clickhouse-stand-in.ts')
  const script = `const { startClickhouseStandIn } = await import(${JSON.stringify(module)})
    const server = await startClickhouseStandIn()
    console.log(server.url)
    process.stdin.on('end', () => server.stop()).resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  for await (const url of createInterface({ input: child.stdout }))
    return {
      url,
      async stop() {
        child.stdin.end()
        await ended
      },
    }
  throw new Error('the server did not start')
}
