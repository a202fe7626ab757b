// Deletions across crashes, restored backups, and data that waits in queues.
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ExportAnswer, ForgetAnswer } from '../../../contract/forget.ts'
import type { AuditAnswer, PeopleAnswer } from '../../../contract/people.ts'
import type { Caller } from '../../../server/caller.ts'
import { readConfig } from '../../config.ts'
import { createSequence } from '../../../server/event-loop.ts'
import { openEngine } from '../../database/engine/open.ts'
import { runCommand } from '../../testing/command.ts'
import { findInTables, sendPerson, waitForDeletions, waitForNoRows } from '../../testing/forget.ts'
import { readEvent } from '../../testing/issues.ts'
import { eventRecord, exception, logs, newDigest, newTraceId, span, spans } from '../../testing/otlp.ts'
import { senderOf } from '../../testing/people.ts'
import { sendSnapshot, snapshotOf } from '../../testing/snapshots.ts'
import { makeFolder, type TestStore } from '../../testing/store.ts'
import { newName, storeOfTest } from '../../testing/suite.ts'

/** Milliseconds after the request: while it begins, while rows are rewritten, while parts leave the disk. */
const KILLS = [20, 300, 700, 1_500, 5_000]

const NOTHING = { exceptions: 0, spans: 0, logs: 0 }

async function countRows(store: TestStore, userId: string): Promise<ForgetAnswer> {
  return (await store.post<ForgetAnswer>('/api/forget', { userId, preview: true })).body
}

/** A process has one engine. */
const inTurn = createSequence()

/** Of a store that does not run. */
function findIn(folder: string, texts: string[]): Promise<string[]> {
  return inTurn(async () => {
    const engine = await openEngine(readConfig({ DATA_DIR: folder }))
    try {
      return await findInTables((sql) => engine.query(sql), texts)
    } finally {
      await engine.close()
    }
  })
}

// The two that wait for the disk do so together.
test.concurrent('a deletion that is killed is finished, and loses nobody else', async (context) => {
  const store = await storeOfTest({}, context.onTestFinished)
  const other = await sendPerson(store, newName())
  const person = await sendPerson(store, newName())
  const before = await countRows(store, other.user)
  const { issueId } = await readEvent(store, other.digests[0]!)
  const answer = await store.post('/api/forget', { userId: person.user, now: true })
  expect(answer.status).toBe(202)
  for (const milliseconds of KILLS) {
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    await store.restart('SIGKILL')
  }
  const [deletion, ...others] = await waitForDeletions(store)
  expect([deletion?.doneAt, others]).toEqual([expect.any(String), []])
  expect(await countRows(store, person.user)).toEqual(NOTHING)
  expect(await countRows(store, other.user)).toEqual(before)
  expect((await store.status()).problems).toEqual([])
  expect((await readEvent(store, other.digests[0]!)).issueId).toBe(issueId)
  await store.end()
  expect(await findIn(store.folder, person.texts)).toEqual([])
})

async function ownerSession(store: TestStore): Promise<Caller> {
  const login = { by: 'password', passwordKey: 'key', device: '', address: '' }
  const { secret } = (await store.post<{ secret: string }>('/access/sessions', login)).body
  const hashes = [createHash('sha256').update(secret).digest('hex')]
  const caller: Caller = { by: 'session', hashes, address: '', passwordKey: 'key' }
  expect((await senderOf(store, caller).ask('/api/me')).status).toBe(200)
  return caller
}

test.concurrent('a restored backup of before is without the person at its start', async (context) => {
  const store = await storeOfTest({}, context.onTestFinished)
  const other = await sendPerson(store, newName())
  const person = await sendPerson(store, newName())
  // Used and ended after the backup: they do not come back with it.
  await store.post('/api/invites', { role: 'admin', services: ['*'] })
  const session = await ownerSession(store)
  const saved = join(makeFolder(), 'saved')
  const env = { DATA_DIR: store.folder, STORE_PORT: store.port }
  expect((await runCommand('backup.ts', ['backup', saved], env)).code).toBe(0)
  await store.post('/api/forget', { userId: person.user, now: true })
  const [deletion] = await waitForDeletions(store)
  await store.end()

  const folder = makeFolder()
  mkdirSync(join(folder, 'store'))
  copyFileSync(join(store.folder, 'store', 'forgotten.json'), join(folder, 'store', 'forgotten.json'))
  const before = Date.now()
  const result = await runCommand('backup.ts', ['restore', saved], { DATA_DIR: folder })
  const after = Date.now()
  expect(result).toEqual({ code: 0, output: expect.stringContaining('1 deletion of a person') })
  const restored = await storeOfTest({ folder }, context.onTestFinished)
  expect(await waitForDeletions(restored)).toHaveLength(1)
  expect(await countRows(restored, person.user)).toEqual(NOTHING)
  expect((await senderOf(restored, session).ask('/api/me')).status).toBe(401)
  expect((await restored.read<PeopleAnswer>('/api/people')).invites).toEqual([])
  const { entries } = await restored.read<AuditAnswer>('/api/audit')
  const { at: madeAt } = JSON.parse(readFileSync(join(saved, 'backup.json'), 'utf8')) as { at: string }
  expect(entries.slice(0, 2)).toEqual([
    expect.objectContaining({
      act: 'user.repeated',
      method: 'command',
      target: deletion!.hash.slice(0, 16),
      after: { requestedAt: deletion!.requestedAt, inBackup: true },
    }),
    expect.objectContaining({
      act: 'backup.restored',
      method: 'command',
      target: madeAt,
      after: { folder: saved, user: userInfo().username },
    }),
  ])
  const restoredAt = Date.parse(entries[1]!.at)
  expect([restoredAt > before, restoredAt < after]).toEqual([true, true])
  expect(await countRows(restored, other.user)).toEqual({ exceptions: 2, spans: 3, logs: 5 })
  await restored.end()
  expect(await findIn(folder, person.texts)).toEqual([])
})

test('a request without "now" waits for the night, also across a restart', async () => {
  const store = await storeOfTest()
  const person = await sendPerson(store, newName())
  const { body } = await store.post<ForgetAnswer>('/api/forget', { userId: person.user })
  expect(body.doneBy).toMatch(/T04:00:00.000Z$/)
  await store.restart('SIGKILL')
  const { deletions } = await store.read<{ deletions: unknown[] }>('/api/forget')
  expect(deletions).toEqual([expect.objectContaining({ doneAt: null, doneBy: body.doneBy })])
  expect(await countRows(store, person.user)).toEqual({ exceptions: 2, spans: 3, logs: 5 })
  // The same request again is the same deletion.
  await store.post('/api/forget', { userId: person.user, now: true })
  await waitForNoRows(store, person.user)
  expect((await store.read<{ deletions: unknown[] }>('/api/forget')).deletions).toHaveLength(1)
})

test('what waited in a queue is not stored, and a later visit is', async () => {
  const store = await storeOfTest()
  const person = await sendPerson(store, newName())
  const { session, user } = person
  const before = Date.now()
  await store.post('/api/forget', { userId: user, now: true })
  await waitForNoRows(store, user)
  const [second, traceId] = [newName(), newTraceId()]
  const ids = { 'user.id': user, 'session.id': second }
  // A session that the store has never had: first without the user, as before a login.
  await store.send('logs', logs([eventRecord('x', { 'session.id': second }, before)]))
  await store.send('logs', logs([eventRecord('y', ids, before)]))
  await store.send('traces', spans([span({ traceId, at: before, attributes: ids })]))
  await store.send('logs', logs([eventRecord('z', { 'session.id': second }, before)]))
  await store.send('logs', logs([eventRecord('z', { 'session.id': session }, before)]))
  await store.send('logs', exception({ at: before, attributes: { 'user.id': user } }))
  await store.send('traces', spans([span({ traceId, at: before })], { service: 'orders-api' }))
  for (const ids of [{ user }, { session }])
    await sendSnapshot(store, snapshotOf(newDigest(), newName(), { at: before, ...ids }))
  const snapshotsOf = async (person: string) =>
    (await store.read<ExportAnswer>(`/api/export?${person}`)).snapshots
  expect(await snapshotsOf(`userId=${user}`)).toEqual([])
  expect(await snapshotsOf(`sessionId=${session}`)).toEqual([])
  expect(await countRows(store, user)).toEqual(NOTHING)
  expect((await store.status()).rows).toMatchObject({ logs: 1, exceptions: 0 })
  const digest = newDigest()
  await store.restart('SIGKILL')
  await store.send('logs', logs([eventRecord('z', { 'session.id': second }, before)]))
  await store.send('logs', exception({ digest, attributes: { 'user.id': user, 'session.id': second } }))
  expect((await readEvent(store, digest)).userId).toBe(user)
  expect((await store.status()).rows).toMatchObject({ logs: 2, exceptions: 1 })
  await sendSnapshot(store, snapshotOf(digest, newName(), { at: Date.now(), user }))
  expect(await snapshotsOf(`userId=${user}`)).toHaveLength(1)
})
