import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../testing/relay-fixture.ts'
import { drain, locate, openSpool, overwrite, segmentFiles } from '../testing/spool-fixture.ts'

const PAGE = 4096
const MIB = 1024 * 1024
const HEADER_BYTES = 19
const COUNT = 200
/** Makes segments of 64 KiB: the envelopes lie in three of them. */
const LIMIT = MIB / 2

test('a page of zeros costs the envelopes on it; log and metrics say how many', async () => {
  const directory = await filled()
  overwrite(segmentFiles(directory)[1]!, 5 * PAGE, Buffer.alloc(PAGE))
  const { spool, messages, lost } = openSpool(directory, LIMIT)
  const numbers = numbersOf(await drain(spool))
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(numbers.length).toBeGreaterThan(COUNT - 8)
  expect(lost()).toBe(COUNT - numbers.length)
  expect(messages).toEqual([`the spool was damaged: ${lost()} envelopes in it are lost`])
})

test.each([0, 4, 8, 11, 12, 17, 18, HEADER_BYTES])(
  'a wrong byte at %i of a record costs this envelope alone',
  async (at) => {
    const directory = await filled()
    const { file, offset } = locate(directory, 'envelope 77 ')
    overwrite(file, offset - HEADER_BYTES + at, Buffer.from([0xee]))
    const { spool, lost } = openSpool(directory, LIMIT)
    expect(numbersOf(await drain(spool))).toEqual(range(COUNT).filter((number) => number !== 77))
    expect(lost()).toBe(1)
  },
)

test('an envelope of many pages is lost alone when one of them is', async () => {
  const directory = await filled(longTextOf, 64 * MIB)
  const { file, offset } = locate(directory, 'envelope 150 ')
  overwrite(file, offset + 2 * PAGE, Buffer.alloc(PAGE))
  const texts = await drain(openSpool(directory, 64 * MIB).spool)
  expect(texts).toEqual(
    range(COUNT)
      .filter((number) => number !== 150)
      .map(longTextOf),
  )
})

test('a file that was cut keeps what is in front of the cut, and the files behind it', async () => {
  const directory = await filled()
  const [, file] = segmentFiles(directory)
  truncateSync(file!, Math.floor(statSync(file!).size / 2) + 100)
  const { spool, messages, lost } = openSpool(directory, LIMIT)
  const numbers = numbersOf(await drain(spool))
  expect(numbers.length).toBeGreaterThan(COUNT / 2)
  expect([numbers[0], numbers.at(-1)]).toEqual([0, COUNT - 1])
  expect(lost()).toBe(COUNT - numbers.length)
  expect(messages).toHaveLength(1)
})

test('what is left of an interrupted write is skipped, and the spool goes on behind it', async () => {
  const directory = await filled()
  const file = segmentFiles(directory).at(-1)!
  const { offset } = locate(directory, 'envelope 198 ')
  writeFileSync(file, readFileSync(file).subarray(offset - HEADER_BYTES, offset + 500), { flag: 'a' })
  const { spool, messages, lost } = openSpool(directory, LIMIT)
  await spool.append('logs', Buffer.from(textOf(COUNT)))
  expect(numbersOf(await drain(spool))).toEqual(range(COUNT + 1))
  expect(lost()).toBe(0)
  expect(messages).toEqual([
    `the last ${HEADER_BYTES + 500} bytes of the spool are not an intact envelope: ` +
      'never acknowledged, or damaged',
  ])
})

test('what was delivered does not come back after a restart, also next to damage', async () => {
  const directory = await filled()
  const first = openSpool(directory, LIMIT)
  const envelopes = await first.spool.take(40)
  await first.spool.drop(envelopes.at(-1)!)
  await first.spool.close()
  const { file, offset } = locate(directory, 'envelope 40 ')
  overwrite(file, offset, Buffer.from('E'))
  const { spool, lost } = openSpool(directory, LIMIT)
  await spool.append('logs', Buffer.from(textOf(COUNT)))
  expect(numbersOf(await drain(spool))).toEqual(range(COUNT + 1).slice(41))
  expect(lost()).toBe(1)
  expect(spool.size()).toEqual({ bytes: 0, envelopes: 0 })
})

test('damage that appears while the relay runs is met the same way', async () => {
  const directory = newFolder()
  const { spool, lost } = openSpool(directory, LIMIT)
  await fill(spool, textOf)
  const { file, offset } = locate(directory, 'envelope 150 ')
  overwrite(file, offset, Buffer.from('E'))
  expect(numbersOf(await drain(spool))).toEqual(range(COUNT).filter((number) => number !== 150))
  expect(lost()).toBe(1)
})

test('a damaged cursor loses nothing: envelopes of the oldest file are sent again', async () => {
  const directory = await filled()
  const first = openSpool(directory, LIMIT)
  await first.spool.drop((await first.spool.take(10)).at(-1)!)
  await first.spool.close()
  overwrite(path.join(directory, 'cursor'), 0, Buffer.from('9'))
  const { spool, messages } = openSpool(directory, LIMIT)
  expect(numbersOf(await drain(spool))).toEqual(range(COUNT))
  expect(messages).toEqual(['the cursor of the spool is damaged: some envelopes may be sent twice'])
})

test('a file that is no segment at all is reported, and the spool works', async () => {
  const directory = newFolder()
  writeFileSync(path.join(directory, '0000000000000001.log'), 'no segment, and long enough. '.repeat(200))
  const { spool, messages } = openSpool(directory, LIMIT)
  await spool.append('logs', Buffer.from(textOf(0)))
  expect(numbersOf(await drain(spool))).toEqual([0])
  expect(messages).toHaveLength(1)
})

test.each(['cursor', 'the oldest segment', 'the newest segment'])(
  'while %s cannot be read, the spool is not empty; afterwards everything is there',
  async (name) => {
    const directory = await filled()
    const first = openSpool(directory, LIMIT)
    await first.spool.drop((await first.spool.take(10)).at(-1)!)
    await first.spool.close()
    const segments = segmentFiles(directory)
    const file =
      name === 'cursor' ? path.join(directory, name) : segments.at(name.includes('oldest') ? 0 : -1)!
    renameSync(file, `${file}.aside`)
    mkdirSync(file)
    const { spool, lost } = openSpool(directory, LIMIT)
    for (let attempt = 0; attempt < 3; attempt++)
      await expect(spool.take(50)).rejects.toThrow(/EISDIR|is not a file/)
    rmdirSync(file)
    renameSync(`${file}.aside`, file)
    expect(numbersOf(await drain(spool))).toEqual(range(COUNT).slice(10))
    expect(lost()).toBe(0)
  },
)

/** A folder whose spool was closed with envelopes in it. */
async function filled(text = textOf, limit = LIMIT): Promise<string> {
  const directory = newFolder()
  const { spool } = openSpool(directory, limit)
  await fill(spool, text)
  await spool.close()
  return directory
}

async function fill({ append }: ReturnType<typeof openSpool>['spool'], text: typeof textOf): Promise<void> {
  for (let number = 0; number < COUNT; number += 10) {
    const group = range(10).map((index) => append('logs', Buffer.from(text(number + index))))
    await Promise.all(group)
  }
}

/** Each text must be what it was. */
function numbersOf(texts: string[]): number[] {
  return texts.map((text) => {
    const number = Number(/\d+/.exec(text)![0])
    expect(text).toBe(textOf(number))
    return number
  })
}

function textOf(number: number): string {
  return `envelope ${number} ${'x'.repeat(900)}`
}

function longTextOf(number: number): string {
  return `envelope ${number} ${String(number).repeat(5_000)}`
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
