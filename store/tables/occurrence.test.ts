import { expect, test } from 'vitest'
import type { Event } from '../api/contract.ts'
import { readConfig } from '../config.ts'
import { openEngine } from '../engine/engine.ts'
import { exception, newDigest, newTraceId } from '../testing/otlp.ts'
import { makeFolder, startStore } from '../testing/store.ts'

const HOSTILE = `Broken "quote", \\ backslash,\n\ttab, é 漢 😀 </script> {"digest":"no"}`

test('an occurrence of a store of schema 32 reads the same once that store is brought here', { timeout: 60_000 }, async () => {
  const folder = makeFolder()
  const digest = newDigest()
  const attributes = { 'user.id': `ann's`, 'errata.given_digest': '77', 'odd "key"': HOSTILE }
  const before = await startStore({ folder })
  await before.send('logs', exception({ digest, message: HOSTILE, traceId: newTraceId(), severity: 21, attributes }))
  const { status, body } = await before.ask<Event>(`/api/events/${digest}`)
  expect([status, body.message, body.userId, body.severity, body.attributes['odd "key"']]).toEqual([200, HOSTILE, `ann's`, 21, HOSTILE])
  await before.kill()

  const engine = await openEngine(readConfig({ DATA_DIR: folder }))
  await engine.run('ALTER TABLE exceptions DROP COLUMN Occurrence SETTINGS mutations_sync = 2')
  await engine.run('ALTER TABLE schema_version DELETE WHERE Version > 32 SETTINGS mutations_sync = 2')
  await engine.close()

  const after = await startStore({ folder })
  expect((await after.ask<Event>(`/api/events/${digest}`)).body).toEqual(body)
  expect((await after.ask<Event>('/api/events/77')).body).toEqual(body)
  await after.stop()
})
