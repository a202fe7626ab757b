import { expect, test } from 'vitest'
import { readTraces } from '../../otlp/read.ts'
import type { TracesRequest } from '../../otlp/otlp-json.ts'
import { openScene, post } from '../scene.ts'
import { CLIENT_ADDRESS } from './checked.ts'
import { CLIENT, DOUBTS, bent, mended, normal, randomFrom, requestOf, text } from './plain.scene.ts'
import { createScrubber } from './scrub.ts'
import { createTranslation } from './translate.ts'

const translation = createTranslation(createScrubber())
const translate = (body: Buffer, client: string) => translation(body, ['traces', 'logs', 'metrics'], client)
const MUTATIONS = 10_000
const SEED = 20_261_121
/** Negative numbers, empty values and members that are not there go the other way in JSON. */
const PLAIN = requestOf({ attributes: usual() }, { attributes: usual() })

test('the collector has them with the address the relay saw', async () => {
  const scene = await openScene({ CLIENT_ADDRESS: 'full' })
  expect((await post(`${scene.url}/monitoring`, PLAIN)).status).toBe(200)
  expect(scene.collector.spans.map(({ name }) => name)).toEqual(['GET /cart', 'GET /cart'])
  expect(scene.collector.resources[0]!.resource!.attributes).toEqual([
    text('service.name', 'shop'),
    text(CLIENT_ADDRESS, '127.0.0.1'),
  ])
  expect(await (await fetch(`${scene.url}/metrics`)).text()).toMatch(
    /^errata_relay_accepted_items_total\{signal="traces"\} 2$/m,
  )
  await scene.close()
})

test('spans that need no change arrive as on the other way, stamped; with white space and members in another order too', () => {
  const { bytes, items } = translate(json(PLAIN), CLIENT)!
  expect(items).toBe(2)
  expect(normal(bytes)).toEqual(mended(copy(PLAIN)).bytes)
  expect(readTraces(bytes).resourceSpans![0]!.resource!.attributes!.at(-1)!.key).toBe(CLIENT_ADDRESS)
  expect(
    translate(Buffer.from(`\r\n ${JSON.stringify(PLAIN, undefined, '\t')} `), CLIENT)!.bytes.equals(bytes),
  ).toBe(true)
  const turned = copy(PLAIN)
  for (const span of turned.resourceSpans![0]!.scopeSpans![0]!.spans!)
    for (const [name, value] of Object.entries(span).toReversed()) {
      delete (span as Record<string, unknown>)[name]
      Object.assign(span, { [name]: value })
    }
  expect(normal(translate(json(turned), CLIENT)!.bytes)).toEqual(normal(bytes))
  expect(normal(translate(json(PLAIN), '')!.bytes)).toEqual(mended(copy(PLAIN), '').bytes)
})

test.each([
  ['escaped characters', 'a "quoted"\n\tline \\ / \u0001'],
  ['characters of two, three and four bytes', 'Ærlig € 🙂'],
  ['half a character, which becomes U+FFFD', '\ud83d'],
  ['128 bytes', 'x'.repeat(128)],
  ['4,096 bytes', 'x'.repeat(4096)],
  ['4,096 bytes with an escape', `\n${'x'.repeat(4095)}`],
  ['words that only look like secrets', 'https://shop.example/@me/token-list.js'],
])('a text of %s', (_, value) => {
  const request = requestOf({ attributes: [text('a', value)] }, { attributes: [] })
  expect(normal(translate(json(request), CLIENT)!.bytes)).toEqual(mended(copy(request)).bytes)
})

test.each(DOUBTS)('%s goes the other way', (_, request) => {
  expect(translate(json(request), CLIENT)).toBeUndefined()
})

const WHOLE = JSON.stringify(PLAIN)
test.each([
  ['a cut body', WHOLE.slice(0, -1)],
  ['text behind the end', `${WHOLE}x`],
  ['a byte-order mark', `\ufeff${WHOLE}`],
  ['a member that comes twice', WHOLE.replace('"kind":', '"kind":1,"kind":')],
  ['an unknown member', WHOLE.replace('"kind":', '"future":1,"kind":')],
  ['another signal in the same body', WHOLE.replace(/\}$/, ',"resourceLogs":[]}')],
  ['null', WHOLE.replace('"kind":2', '"kind":null')],
  ['a comma too many', WHOLE.replace('"kind":2', '"kind":2,')],
  ['a number with a leading zero', WHOLE.replace('"kind":2', '"kind":02')],
  ['a number with a point at its end', WHOLE.replace('0.5', '5.')],
  ['a fraction where none can be', WHOLE.replace('"kind":2', '"kind":2.0')],
  ['a time of more than 64 bits', WHOLE.replace('1795168800000000000', '17951688000000000000')],
  ['a raw line break in a text', WHOLE.replace('GET /cart', 'GET\n/cart')],
  [
    'a name of an address of its own in escapes',
    WHOLE.replace('"http.route"', String.raw`"client\u002eaddress"`),
  ],
  ['a name of a secret in escapes', WHOLE.replace('"http.route"', String.raw`"pass\u0077ord"`)],
  ['a secret in escapes', WHOLE.replace('GET /cart', String.raw`GET /?t\u006fken=abc`)],
  ['a bad escape', WHOLE.replace('GET /cart', String.raw`\x`)],
])('%s goes the other way', (_, body) => {
  expect(body).not.toBe(WHOLE)
  expect(translate(Buffer.from(body), CLIENT)).toBeUndefined()
})

test('bytes that are no UTF-8 go the other way', () => {
  const broken = json(PLAIN)
  broken[broken.indexOf('GET /cart')] = 0xff
  expect(translate(broken, CLIENT)).toBeUndefined()
})

test(`whatever is translated says the same on both ways (${MUTATIONS} mutations, seed ${SEED})`, () => {
  const random = randomFrom(SEED)
  const seed = json(PLAIN)
  let translatedThrough = 0
  for (let index = 0; index < MUTATIONS; index++) {
    const body = bent(seed, random)
    const translated = translate(body, CLIENT)
    if (translated === undefined) continue
    translatedThrough++
    const expected = mended(JSON.parse(body.toString()) as TracesRequest)
    expect(normal(translated.bytes), body.toString()).toEqual(expected.bytes)
    expect([expected.accepted, expected.rejected, expected.exceptions, expected.repaired]).toEqual([
      translated.items,
      0,
      [],
      0,
    ])
  }
  expect(translatedThrough).toBeGreaterThan(MUTATIONS / 20)
})

function usual() {
  return [
    text('http.route', '/cart'),
    text('user', 'Ærlig'),
    { key: 'status', value: { intValue: 200 } },
    { key: 'size', value: { intValue: '1834' } },
    { key: 'share', value: { doubleValue: 0.5 } },
    { key: 'change', value: { doubleValue: -1.25e-7 } },
    { key: 'cached', value: { boolValue: true } },
    { key: 'stale', value: { boolValue: false } },
  ]
}

function json(request: TracesRequest): Buffer {
  return Buffer.from(JSON.stringify(request))
}

/** The way that mends changes what it is given. */
function copy(request: TracesRequest): TracesRequest {
  return JSON.parse(JSON.stringify(request)) as TracesRequest
}
