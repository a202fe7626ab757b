// Source maps that no stack has needed for long are deleted, with their content.
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Engine } from '../../database/engine/engine.ts'
import { openTestEngine } from '../../testing/engine.ts'
import { mapJson } from '../../testing/source-map.ts'
import { makeFolder } from '../../testing/store.ts'
import { MapsFullError } from './map-space.ts'
import { openSourceMaps, type SourceMaps } from './source-maps.ts'

const MEGABYTE = 1_000_000
const DAY = 24 * 3_600_000
const ORIGIN = { services: ['shop'], repository: '', revision: '', root: '' }
const log = pino({ level: 'silent' })

/** Without a release, one megabyte on the disk. */
function putBig(maps: SourceMaps, file: string) {
  const content = randomBytes(MEGABYTE).toString('base64')
  const json = Buffer.from(mapJson({ sources: [file], sourcesContent: [content], mappings: 'AAAA' }))
  return maps.put({ ...ORIGIN, release: '', file, json })
}

/** All files but `new.js` are that number of days old. Returns the time in seconds. */
async function makeOld(engine: Engine, days: number): Promise<number> {
  const old = (Date.now() - days * DAY) / 1000
  await engine.command(`INSERT INTO source_map_files SELECT * REPLACE (toDateTime64(${old}, 9) AS UploadedAt)
    FROM source_map_files WHERE File != 'new.js'`)
  await engine.command(
    `ALTER TABLE source_map_files DELETE WHERE File != 'new.js' AND UploadedAt > now() - 3600
     SETTINGS mutations_sync = 1`,
  )
  return old
}

test('of three old maps only the one that a stack has needed stays; a new one stays too', async () => {
  const engine = await openTestEngine(makeFolder(), 30)
  const origin = { ...ORIGIN, release: '1.0' }
  const maps = await openSourceMaps({ engine, cluster: null, limit: null, log })
  for (const file of ['new.js', 'used.js', 'unused.js', 'copy.js']) {
    const source = file === 'copy.js' ? 'unused.js' : file
    await maps.put({ ...origin, file, json: Buffer.from(mapJson({ sources: [source], mappings: 'AAAA' })) })
  }
  // A style sheet is in use as the maps of its release are.
  for (const release of ['1.0', '0.9'])
    await maps.put({ ...ORIGIN, release, file: 'a.css', json: Buffer.from(`.of-${release} {}`) })
  await maps.close()
  // Two files have one map, whose chunks are as old as they are.
  const old = await makeOld(engine, 100)
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

  const again = await openSourceMaps({ engine, cluster: null, limit: null, log })
  expect(await again.removeUnused(101)).toBe(0)
  expect(await again.removeUnused(90)).toBe(3)
  expect(
    again
      .index()
      .files()
      .map(({ file }) => file)
      .toSorted(),
  ).toEqual(['a.css', 'new.js', 'used.js'])
  await expect
    .poll(async () => (await engine.query<{ Map: string }>('SELECT DISTINCT Map FROM source_maps')).length)
    .toBe(3)
  await again.close()
  await engine.close()
})

test('without a release, a build replaces maps of an earlier one, and none of its own', async () => {
  const engine = await openTestEngine(makeFolder(), 30)
  const open = () => openSourceMaps({ engine, cluster: null, limit: 3 * MEGABYTE, log })
  const earlier = await open()
  for (const file of ['a.js', 'b.js']) await putBig(earlier, file)
  await earlier.close()
  await makeOld(engine, 1)

  const maps = await open()
  for (const file of ['new.js', 'c.js']) await putBig(maps, file)
  const files = maps.index().files()
  expect(files.map(({ file }) => file).toSorted()).toEqual(['c.js', 'new.js'])
  await expect(putBig(maps, 'd.js')).rejects.toThrow(MapsFullError)
  await maps.close()
  await engine.close()
})
