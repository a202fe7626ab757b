// Random sequences of everything that happens to a spool, compared with a plain list.
import { readFileSync, writeFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newFolder } from '../testing/relay-fixture.ts'
import { drain, openSpool, overwrite, segmentFiles } from '../testing/spool-fixture.ts'

const LIMIT = 64 * 1024
const RUNS = 80

const append = fc.record({
  kind: fc.constant('append' as const),
  sizes: fc.array(fc.nat(3_000), { maxLength: 8 }),
})
const deliver = fc.record({ kind: fc.constant('deliver' as const), count: fc.integer({ min: 1, max: 12 }) })
const restart = fc.constant({ kind: 'restart' as const })
const tear = fc.record({ kind: fc.constant('tear' as const), bytes: fc.integer({ min: 1, max: 200 }) })
const damage = fc.record({ kind: fc.constant('damage' as const), position: fc.nat() })
const sound = fc.oneof({ weight: 4, arbitrary: append }, { weight: 3, arbitrary: deliver }, restart, tear)
const unsound = fc.oneof({ weight: 4, arbitrary: sound }, damage)

type Operation = typeof unsound extends fc.Arbitrary<infer Value> ? Value : never

test('a spool behaves like a list: appended, delivered and restarted in any order', () =>
  check(fc.array(sound, { maxLength: 25 }), ({ left, list, lost }) => {
    expect(left).toEqual(list)
    expect(lost).toBe(0)
  }))

test('each wrong byte costs one envelope at most, and the others keep their order', () =>
  check(fc.array(unsound, { maxLength: 25 }), ({ left, list, lost, damages }) => {
    let position = -1
    for (const text of left) expect((position = list.indexOf(text, position + 1))).toBeGreaterThanOrEqual(0)
    expect(list.length - left.length).toBeLessThanOrEqual(damages)
    expect(lost).toBeLessThanOrEqual(damages)
  }))

type Result = { left: string[]; list: string[]; lost: number; damages: number }

async function check(operations: fc.Arbitrary<Operation[]>, verify: (result: Result) => void): Promise<void> {
  await fc.assert(
    fc.asyncProperty(operations, async (sequence) => verify(await run(sequence))),
    { numRuns: RUNS },
  )
}

/** `list`: what was acknowledged and not delivered, `left`: what the spool has of it in the end. */
async function run(operations: Operation[]): Promise<Result> {
  const directory = newFolder()
  let fixture = openSpool(directory, LIMIT)
  let list: string[] = []
  let count = 0
  let damages = 0
  let lost = 0
  const reopen = async (change: () => void) => {
    await fixture.spool.close()
    lost += fixture.lost()
    change()
    fixture = openSpool(directory, LIMIT)
  }
  for (const operation of operations) {
    if (operation.kind === 'append') {
      const texts = operation.sizes.map((size) => `${count++} `.padEnd(size, 'x'))
      const results = await Promise.allSettled(
        texts.map((text) => fixture.spool.append('logs', Buffer.from(text))),
      )
      list.push(...texts.filter((_, index) => results[index]!.status === 'fulfilled'))
    } else if (operation.kind === 'deliver') {
      const envelopes = await fixture.spool.take(operation.count)
      const texts = envelopes.map(({ bytes }) => Buffer.from(bytes).toString())
      if (damages === 0) expect(texts).toEqual(list.slice(0, texts.length))
      list = list.slice(texts.length === 0 ? list.length : list.indexOf(texts.at(-1)!) + 1)
      if (envelopes.length > 0) await fixture.spool.drop(envelopes.at(-1)!)
    } else if (operation.kind === 'restart') await reopen(() => {})
    else if (operation.kind === 'tear') await reopen(() => tearEnd(directory, operation.bytes))
    else if (damageByte(directory, operation.position)) damages++
  }
  await reopen(() => {})
  const left = await drain(fixture.spool)
  expect(fixture.spool.size()).toEqual({ bytes: 0, envelopes: 0 })
  return { left, list, lost: lost + fixture.lost(), damages }
}

/** The beginning of a record at the end, as a kill in the middle of a write leaves it. */
function tearEnd(directory: string, bytes: number): void {
  const newest = segmentFiles(directory).at(-1)
  if (newest === undefined) return
  const record = readFileSync(newest).subarray(0, bytes)
  if (record.length > 0) writeFileSync(newest, record.subarray(0, -1), { flag: 'a' })
}

function damageByte(directory: string, position: number): boolean {
  const files = segmentFiles(directory)
  const file = files[position % Math.max(1, files.length)]
  const bytes = file === undefined ? Buffer.alloc(0) : readFileSync(file)
  if (bytes.length === 0) return false
  const offset = position % bytes.length
  overwrite(file!, offset, Buffer.from([bytes[offset]! ^ 0x5a]))
  return true
}
