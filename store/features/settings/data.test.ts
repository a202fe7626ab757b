// What is stored, for how long and how much, and the names of secrets, through the store's port.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AuditAnswer } from '../../../contract/people.ts'
import type { Problem } from '../../../contract/problem.ts'
import type { DataAnswer, ScrubNames } from '../../../contract/settings.ts'
import { runCommand } from '../../testing/command.ts'
import { exception, logs, span, spans, vitalRecord } from '../../testing/otlp.ts'
import { sendSnapshot, snapshotOf } from '../../testing/snapshots.ts'
import { makeFolder } from '../../testing/store.ts'
import { storeOfFile } from '../../testing/suite.ts'

const DAY_MS = 86_400_000

const store = storeOfFile({ env: { RETENTION_DAYS: '20', SNAPSHOT_DAYS: '3', BACKUP_DAYS: '12' } })

const readData = () => store.read<DataAnswer>('/api/data')
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

test('each kind has its time, its oldest day, its rows and its size', async () => {
  const oldest = Date.now() - 3 * DAY_MS
  await store.send('logs', exception({ service: 'shop', at: oldest }))
  await store.send('logs', exception({ service: 'shop' }))
  await store.send('traces', spans([span({ at: oldest }), span({ at: oldest })], { service: 'shop' }))
  await store.send('logs', logs([vitalRecord({ value: 900, at: oldest, route: '/' })], { service: 'shop' }))
  await sendSnapshot(store, snapshotOf('K3M9QXP7', 'seen'))
  const { kinds, backupDays } = await readData()
  expect(backupDays).toBe(12)
  expect(kinds.map(({ kind, days, variable }) => [kind, days, variable])).toEqual([
    ['events', 20, 'RETENTION_DAYS'],
    ['traces', 20, 'RETENTION_DAYS'],
    ['feedback', 20, 'RETENTION_DAYS'],
    ['snapshots', 3, 'SNAPSHOT_DAYS'],
    ['measures', 90, null],
    ['maps', 90, null],
    ['commits', 365, null],
    ['issues', null, null],
    ['alerts', 90, null],
    ['audit', 365, null],
    ['other', null, null],
  ])
  const [events, traces, feedback, snapshots, measures] = kinds
  expect(events).toMatchObject({ oldest: dayOf(oldest), rows: 3 })
  expect(traces).toMatchObject({ oldest: dayOf(oldest), rows: 2 })
  expect(feedback).toMatchObject({ oldest: null, rows: 0, bytes: 0, bytesPerDay: null })
  expect(snapshots).toMatchObject({ oldest: dayOf(Date.now()), rows: 1, bytesPerDay: null })
  expect(measures).toMatchObject({ oldest: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), rows: null })
  // The only complete day.
  expect(events!.bytesPerDay).toBeGreaterThan(0)
  expect(events!.bytes).toBeGreaterThan(events!.bytesPerDay!)
  const { bytes } = await store.status()
  expect(kinds.reduce((sum, kind) => sum + kind.bytes, 0)).toBeCloseTo(bytes, -5)
})

test('the last backup is shown, with its folder, size and duration', async () => {
  expect((await readData()).lastBackup).toBeNull()
  const folder = join(makeFolder(), 'saved')
  const env = { DATA_DIR: store.folder, STORE_PORT: store.port }
  expect((await runCommand('backup.ts', ['backup', folder], env)).code).toBe(0)
  const { lastBackup } = await readData()
  expect(lastBackup).toMatchObject({ folder, seconds: expect.any(Number) })
  expect(Date.now() - Date.parse(lastBackup!.at)).toBeLessThan(600_000)
  expect(lastBackup!.bytes).toBeGreaterThan(statSync(join(folder, 'backup.json')).size)
})

const setNames = (names: unknown) =>
  store.ask<ScrubNames & Problem>('/api/scrub-names', { method: 'PUT', body: JSON.stringify({ names }) })

test('names of secrets are set as a list, and a change is in the audit log', async () => {
  expect(await store.read<ScrubNames>('/api/scrub-names')).toEqual({ names: [], changedAt: null })
  expect((await setNames(['loyalty-no', 'birth date', 'loyalty-no'])).status).toBe(200)
  const names = ['birth date', 'loyalty-no']
  expect(await store.read('/api/scrub-names')).toEqual({ names, changedAt: expect.any(String) })
  const { entries } = await store.read<AuditAnswer>('/api/audit')
  expect(entries[0]).toMatchObject({ act: 'scrub-names.changed', before: { names: [] }, after: { names } })
})

test.each([
  ['must be a list', 'iban'],
  ['must be a list', Array.from({ length: 101 }, (_, at) => `name ${at}`)],
  ['"id" cannot be added', ['id']],
  ['"(a+)+" cannot be added', ['iban', '(a+)+']],
  ['"7" cannot be added', [7]],
])('names: %s', async (detail, names) => {
  const { status, body } = await setNames(names)
  expect([status, body.detail]).toEqual([400, expect.stringContaining(detail)])
})
