import {
  mkdtempSync,
  openSync,
  closeSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { type Spool, createSpool } from './spool.ts'

const PAGE = 4096
const MIB = 1024 * 1024
const ENVELOPES = 200
const folders: string[] = []
const spools: Spool[] = []
afterEach(async () => {
  await Promise.all(spools.splice(0).map((spool) => spool.close()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

test('a page of zeros costs the envelopes on it', async () => {
  const { file, reopen } = await filled(textOf)
  write(file, 20 * PAGE, Buffer.alloc(PAGE))
  const { found, said } = await reopen()
  expectMost(found, ENVELOPES - 10)
  expect(said).toHaveLength(1)
  expect(said[0]).toMatch(`the spool was damaged: ${found.length} whole envelopes were found in it and go on`)
})

test.each([2, 3])('page %i is where all others hang, and costs none of them or its own', async (page) => {
  const { file, reopen } = await filled(textOf)
  write(file, (page - 1) * PAGE, Buffer.alloc(PAGE))
  expectMost((await reopen()).found, ENVELOPES - 10)
})

test('a file that was cut keeps what is in front of the cut', async () => {
  const { file, reopen } = await filled(textOf)
  truncateSync(file, Math.floor(statSync(file).size / 2) + 1_000)
  const { found, said } = await reopen()
  expectMost(found, ENVELOPES / 2 - 10)
  expect(said).toHaveLength(1)
})

test('a header that is lost costs nothing', async () => {
  const { file, reopen } = await filled(textOf)
  write(file, 0, Buffer.alloc(100, 'x'))
  const { found, said } = await reopen()
  expectMost(found, ENVELOPES)
  expect(said).toHaveLength(1)
})

test('an envelope of many pages is lost alone when one of them is', async () => {
  const { file, reopen } = await filled((index) => `${index} ${String(index).repeat(5_000)}`)
  const bytes = readFileSync(file)
  write(
    file,
    bytes.lastIndexOf('150150150150') - (bytes.lastIndexOf('150150150150') % PAGE),
    Buffer.alloc(PAGE),
  )
  const { found } = await reopen((index) => `${index} ${String(index).repeat(5_000)}`)
  expect(found).toEqual(numbers(ENVELOPES).filter((index) => index !== 150))
})

test('one wrong byte in an envelope is seen, although the file is in order', async () => {
  const { file, reopen } = await filled(textOf)
  write(file, readFileSync(file).indexOf('envelope 77 '), Buffer.from('E'))
  const { found, said } = await reopen()
  expect(found).toEqual(numbers(ENVELOPES).filter((index) => index !== 77))
  expect(said).toEqual(['the spool was damaged: 1 envelopes in it are lost'])
})

test('what was sent already does not come back, and the new file goes on like any other', async () => {
  const { file, reopen } = await filled(textOf, 120)
  write(file, 24, Buffer.alloc(8, 0xff))
  write(file, 44, Buffer.alloc(4, 0xff))
  const { found, said, spool } = await reopen()
  expect(said).toHaveLength(1)
  expect(found).toEqual(numbers(ENVELOPES).slice(120))
  await spool.append('logs', Buffer.from(textOf(900)))
  expect(await contents(spool, textOf)).toEqual([...found, 900])
  expect(readdirSync(path.dirname(file)).filter((name) => name.endsWith('.damaged'))).toHaveLength(1)
  await spool.close()
  const again = await reopen()
  expect(again.found).toEqual([...found, 900])
  expect(again.said).toEqual([])
})

test('a disk that goes bad while the relay runs is met the same way', async () => {
  const { file, spool, said } = await filled(textOf, 0, false)
  write(file, 20 * PAGE, Buffer.alloc(PAGE))
  // A commit of somebody else makes SQLite read its pages again.
  write(file, 24, Buffer.from([9, 9, 9, 9]))
  expectMost(await contents(spool, textOf), ENVELOPES - 10)
  expect(said).toHaveLength(1)
})

test('whichever bytes of the header are wrong, the relay starts and every envelope is there', async () => {
  const { file, reopen } = await filled(textOf)
  const whole = readFileSync(file)
  for (const at of [0, 16, 18, 20, 28, 44, 101, 105]) {
    const bytes = Buffer.from(whole)
    bytes.fill(0xee, at, at + 2)
    writeFileSync(file, bytes)
    const { found, spool } = await reopen()
    expect([at, found]).toEqual([at, numbers(ENVELOPES)])
    await spool.append('logs', Buffer.from(textOf(900)))
    await spool.close()
  }
})

/** A spool with envelopes in it, of which the oldest `sent` were sent. */
async function filled(text: (index: number) => string, sent = 0, isClosed = true) {
  const directory = mkdtempSync(path.join(tmpdir(), 'spool-'))
  folders.push(directory)
  const first = open(directory)
  await Promise.all(numbers(ENVELOPES).map((index) => first.spool.append('logs', Buffer.from(text(index)))))
  const ids = (await first.spool.take(ENVELOPES)).slice(0, sent).map(({ id }) => id)
  if (sent > 0) await first.spool.drop(ids)
  if (isClosed) await first.spool.close()
  return { ...first, file: path.join(directory, 'envelopes.sqlite'), reopen }

  async function reopen(expected = text) {
    const next = open(directory)
    return { ...next, found: await contents(next.spool, expected) }
  }
}

function open(directory: string): { spool: Spool; said: string[] } {
  const said: string[] = []
  const log = pino(
    { level: 'error' },
    { write: (line) => void said.push((JSON.parse(line) as { msg: string }).msg) },
  )
  const spool = createSpool({ directory, limit: 64 * MIB, log })
  spools.push(spool)
  return { spool, said }
}

/** The numbers of the envelopes, in their order; each must be what it was. */
async function contents(spool: Spool, text: (index: number) => string): Promise<number[]> {
  return (await spool.take(10 * ENVELOPES)).map(({ bytes }) => {
    const content = Buffer.from(bytes).toString()
    const index = Number(/\d+/.exec(content)![0])
    expect(content).toBe(text(index))
    return index
  })
}

function expectMost(found: number[], least: number): void {
  expect(found).toEqual(found.toSorted((a, b) => a - b))
  expect(new Set(found).size).toBe(found.length)
  expect(found.length).toBeGreaterThanOrEqual(least)
}

function textOf(index: number): string {
  return `envelope ${index} ${'x'.repeat(900)}`
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

function write(file: string, at: number, bytes: Buffer): void {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, bytes, 0, bytes.length, at)
  closeSync(descriptor)
}
