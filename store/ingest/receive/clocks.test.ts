// Timestamps of pages whose clock is years off.
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { readEvent } from '../../testing/issues.ts'
import { exceptionRecord, keyValues, logs, newDigest, span, spans } from '../../testing/otlp.ts'
import { storeOfFile } from '../../testing/suite.ts'

const DAY = 86_400_000

const store = storeOfFile()

// This test is the first: it reads the number of all rows.
test('timestamps years away are stored in one partition at each end of the allowed range', async () => {
  const start = Date.now()
  const clockError = keyValues({ 'exception.type': 'ClockError' })
  const years = Array.from(
    { length: 200 },
    (_, at) => Date.now() + (at % 2 === 0 ? 1 : -1) * (10 * 365 + at) * DAY,
  )
  await store.send(
    'traces',
    spans(
      years.map((at) => ({
        ...span({ at }),
        events: [{ name: 'exception', timeUnixNano: `${at}000000`, attributes: clockError }],
      })),
    ),
  )
  await store.send('logs', logs(years.map((at) => exceptionRecord({ at }))))
  expect((await store.status()).rows).toEqual({
    spans: 200,
    logs: 200,
    exceptions: 400,
  })
  // The names of parts begin with their day, or with the Monday of its week.
  const parts = readdirSync(join(store.folder, 'store', 'engine', 'store'), { recursive: true }).map((path) =>
    basename(String(path)),
  )
  const days = new Set(parts.flatMap((part) => /^(20\d{6})_\d+_\d+_\d+$/.exec(part)?.[1] ?? []))
  const edges = [-29, 0, 1].flatMap((off) => [start, Date.now()].map((now) => now + off * DAY))
  const mondays = edges.map((at) => at - ((new Date(at).getUTCDay() + 6) % 7) * DAY)
  const allowed = new Set(
    [...edges, ...mondays].map((at) => new Date(at).toISOString().slice(0, 10).replaceAll('-', '')),
  )
  expect(days.size).toBeGreaterThanOrEqual(2)
  expect([...days].filter((day) => !allowed.has(day))).toEqual([])
})

test('a timestamp years away is moved into the allowed range, and the original is stored too', async () => {
  const [past, future] = [newDigest(), newDigest()]
  await store.send(
    'logs',
    logs([
      exceptionRecord({ digest: past, at: Date.UTC(2016, 10, 21) }),
      exceptionRecord({ digest: future, at: Date.UTC(2036, 10, 21) }),
    ]),
  )
  const [old, early] = [await readEvent(store, past), await readEvent(store, future)]
  expect(Date.now() - Date.parse(old.at)).toBeLessThan(30 * DAY)
  expect(Date.parse(early.at)).toBeLessThanOrEqual(Date.now())
  expect(old.attributes['errata.original_time']).toBe('1479686400000000000')
})

test('an error of a device whose clock is ahead has the instant at which it was received', async () => {
  const [soon, ahead] = [newDigest(), newDigest()]
  const start = Date.now()
  await store.send('logs', logs([exceptionRecord({ digest: soon, at: start + 60_000 })]))
  await store.send('logs', logs([exceptionRecord({ digest: ahead, at: start + 600_000 })]))
  const [fast, wrong] = [await readEvent(store, soon), await readEvent(store, ahead)]
  expect(Date.parse(fast.at)).toBe(start + 60_000)
  expect(fast.attributes['errata.original_time']).toBeUndefined()
  expect(Date.parse(wrong.at)).toBeGreaterThanOrEqual(start)
  expect(Date.parse(wrong.at)).toBeLessThanOrEqual(Date.now())
  expect(wrong.attributes['errata.original_time']).toBe(`${start + 600_000}000000`)
})
