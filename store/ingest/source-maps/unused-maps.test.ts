// Source maps that no stack has needed for long are deleted, with their content.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openTestEngine } from '../../testing/engine.ts'
import { mapJson } from '../../testing/source-map.ts'
import { makeFolder } from '../../testing/store.ts'
import { openSourceMaps } from './source-maps.ts'

const DAY = 24 * 3_600_000

test('of three old maps only the one that a stack has needed stays; a new one stays too', async () => {
  const engine = await openTestEngine(makeFolder(), 30)
  const origin = { services: ['shop'], release: '1.0', repository: '', revision: '', root: '' }
  const maps = await openSourceMaps({ engine, cluster: null, limit: null, log: pino({ level: 'silent' }) })
  for (const file of ['new.js', 'used.js', 'unused.js', 'copy.js']) {
    const source = file === 'copy.js' ? 'unused.js' : file
    await maps.put({ ...origin, file, json: Buffer.from(mapJson({ sources: [source], mappings: 'AAAA' })) })
  }
  await maps.close()
  // Two files have one map, whose chunks are as old as they are.
  const old = (Date.now() - 100 * DAY) / 1000
  await engine.command(`INSERT INTO source_map_files SELECT * REPLACE (toDateTime64(${old}, 9) AS UploadedAt)
    FROM source_map_files WHERE File != 'new.js'`)
  await engine.command(
    `ALTER TABLE source_map_files DELETE WHERE File != 'new.js' AND UploadedAt > now() - 86400
     SETTINGS mutations_sync = 1`,
  )
  await engine.command(`INSERT INTO source_maps SELECT * REPLACE (toDateTime(${Math.floor(old)}) AS StoredAt)
    FROM source_maps`)
  await engine.command(
    'ALTER TABLE source_maps DELETE WHERE StoredAt > now() - 86400 SETTINGS mutations_sync = 1',
  )
  await engine.insert(
    'stack_files',
    JSON.stringify({ ServiceName: 'shop', Release: '1.0', File: 'used.js', Mapped: 1, LastSeen: 2e9 }),
    'use',
  )

  const again = await openSourceMaps({ engine, cluster: null, limit: null, log: pino({ level: 'silent' }) })
  expect(await again.removeUnused(101)).toBe(0)
  expect(await again.removeUnused(90)).toBe(2)
  expect(
    again
      .index()
      .files()
      .map(({ file }) => file)
      .toSorted(),
  ).toEqual(['new.js', 'used.js'])
  await expect
    .poll(async () => (await engine.query<{ Map: string }>('SELECT DISTINCT Map FROM source_maps')).length)
    .toBe(2)
  await again.close()
  await engine.close()
})
