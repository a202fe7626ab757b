import { expect, test } from 'vitest'
import { readTraces } from '../../otlp/read.ts'
import { writeTraces } from '../../otlp/write.ts'
import { startTestRelay, post } from '../testing/relay-fixture.ts'
import { CLIENT_ADDRESS } from './checked.ts'
import { CLIENT, DOUBTS, EXCEPTIONS, mended, normal, randomFrom, requestOf, text } from './plain.scene.ts'
import { createScrubber } from './scrub.ts'
import { createWalk } from './walk.ts'

const walk = createWalk(createScrubber())
const MUTATIONS = 6_000
const SEED = 20_261_121

test('the collector has them with the address the relay saw', async () => {
  const scene = await startTestRelay({ CLIENT_ADDRESS: 'full' })
  const headers = { 'content-type': 'application/x-protobuf' }
  expect((await post(`${scene.url}/monitoring/v1/traces`, writeTraces(requestOf({})), headers)).status).toBe(
    200,
  )
  expect(scene.collector.spans.map(({ name }) => name)).toEqual(['GET /cart', 'GET /cart'])
  expect(scene.collector.resources[0]!.resource!.attributes).toEqual([
    text('service.name', 'shop'),
    text(CLIENT_ADDRESS, '127.0.0.1'),
  ])
  const metrics = await (await fetch(`${scene.url}/metrics`)).text()
  expect(metrics).toMatch(/^errata_relay_accepted_items_total\{signal="traces"\} 2$/m)
  await scene.close()
})

test('spans that need no change arrive as on the other way, stamped', () => {
  const body = writeTraces(requestOf({}))
  const walked = walk(body, CLIENT)!
  expect(walked.items).toBe(2)
  expect(normal(walked.bytes)).toEqual(mended(readTraces(body)).bytes)
  expect(readTraces(walked.bytes).resourceSpans![0]!.resource!.attributes!.at(-1)!.key).toBe(CLIENT_ADDRESS)
  expect(walk(body, '')!.bytes.equals(body)).toBe(true)
})

test.each([...DOUBTS, ...EXCEPTIONS])('%s goes the other way', (_, request) => {
  expect(walk(writeTraces(request), CLIENT)).toBeUndefined()
})

test('text that is no UTF-8, an unknown field, a field that comes twice and a cut body go the other way', () => {
  const body = writeTraces(requestOf({}))
  const broken = Buffer.from(body)
  broken[broken.indexOf('GET /cart')] = 0xff
  expect(walk(broken, CLIENT)).toBeUndefined()
  expect(walk(Buffer.concat([body, Buffer.from('1a0161', 'hex')]), CLIENT)).toBeUndefined()
  expect(walk(body.subarray(0, -1), CLIENT)).toBeUndefined()
  const span = '0a10' + 'ab'.repeat(16) + '1208' + 'cd'.repeat(8)
  expect(walk(nested(span), CLIENT)).toBeDefined()
  expect(walk(nested(span + '1208' + 'cd'.repeat(8)), CLIENT)).toBeUndefined()
})

test(`whatever is walked says the same on both ways (${MUTATIONS} mutations, seed ${SEED})`, () => {
  const random = randomFrom(SEED)
  const bodies = [requestOf({}), requestOf({ kind: 3, status: { code: 2, message: 'no' }, flags: 1 })].map(
    (request) => writeTraces(request),
  )
  let walkedThrough = 0
  for (let index = 0; index < MUTATIONS; index++) {
    const body = Buffer.from(bodies[index % bodies.length]!)
    for (let times = random(3); times >= 0; times--)
      body[random(body.length)] = random(2) === 0 ? random(256) : random(32)
    const walked = walk(body, CLIENT)
    if (walked === undefined) continue
    walkedThrough++
    const expected = mended(readTraces(body))
    expect(normal(walked.bytes)).toEqual(expected.bytes)
    expect([expected.accepted, expected.rejected, expected.exceptions, expected.repaired]).toEqual([
      walked.items,
      0,
      [],
      0,
    ])
  }
  expect(walkedThrough).toBeGreaterThan(MUTATIONS / 20)
})

/** A span in hex, in its scope, resource and request. */
function nested(span: string): Buffer {
  return within(0x0a, within(0x12, within(0x12, Buffer.from(span, 'hex'))))
}

function within(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag, content.length]), content])
}
