import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Event } from '../../../contract/issues.ts'
import { readConfig } from '../../config.ts'
import { openEngine } from '../engine/open.ts'
import { exception, newDigest } from '../../testing/otlp.ts'
import { endOf, makeFolder, runStore, startStore } from '../../testing/store.ts'
import { applySchema } from './schema.ts'

test('a migration changes tables with data, also after a crash in the middle of it, and once', async () => {
  const folder = makeFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const digest = newDigest()
  const store = await startStore({ folder })
  expect((await store.send('logs', exception({ digest, message: 'Kept' }))).status).toBe(200)
  await store.kill()

  const migrations = join(folder, 'migrations')
  mkdirSync(migrations)
  const addColumn = 'ALTER TABLE exceptions ADD COLUMN IF NOT EXISTS Words UInt64 DEFAULT length(Message)'
  const fillTable = `CREATE TABLE IF NOT EXISTS words (Digest String, Words UInt64)
ENGINE = MergeTree ORDER BY Digest;
TRUNCATE TABLE words;
INSERT INTO words SELECT Digest, Words FROM exceptions`
  const write = (...statements: string[]): void =>
    writeFileSync(join(migrations, '002_words.sql'), `-- Made up.\n${statements.join(';\n')}\n`)
  const config = readConfig({ DATA_DIR: folder })
  const engine = await openEngine(config)
  const version = async (): Promise<unknown> =>
    (await engine.query('SELECT max(Version) AS version, count() AS rows FROM schema_version'))[0]

  // The last statement fails, as a crash would cut the file short.
  write(addColumn, fillTable, 'SELECT throwIf(1)')
  await expect(applySchema(engine, config, migrations)).rejects.toThrow()
  expect(await version()).toEqual({ version: 1, rows: 1 })
  write(addColumn, fillTable)
  await applySchema(engine, config, migrations)
  await applySchema(engine, config, migrations)
  expect(await version()).toEqual({ version: 2, rows: 2 })
  expect(await engine.query('SELECT Digest, Words FROM words')).toEqual([{ Digest: digest, Words: 4 }])
  await engine.close()

  // A store without that migration leaves the newer tables alone.
  const { code, output } = await endOf(runStore({ DATA_DIR: folder }))
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/^[^\n]+ version 2, newer than version 1 [^\n]+\.\n$/),
  ])

  const newer = await openEngine(config)
  await newer.command('ALTER TABLE schema_version DELETE WHERE Version = 2 SETTINGS mutations_sync = 2')
  await newer.close()
  const after = await startStore({ folder })
  expect((await after.ask<Event>(`/api/events/${digest}`)).body.message).toBe('Kept')
  expect(await after.stop()).toBe(0)
})
