import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventually, exceptionOf, logOf, startTestRelay, post } from '../testing/relay-fixture.ts'
import { createScrubber } from './scrub.ts'

const { text: scrub, isSecretKey, isSecretNumber } = createScrubber()

const SECRETS: [text: string, scrubbed: string][] = [
  ['Authorization: Bearer abcdef123456.xyz', 'Authorization: Bearer [scrubbed]'],
  ['sent with Bearer abcdef123456', 'sent with Bearer [scrubbed]'],
  ['Authorization: Basic YTpi', 'Authorization: Basic [scrubbed]'],
  ['sent with basic YW5uYTpnZWhlaW0=', 'sent with basic [scrubbed]'],
  ['{"authorization":"Negotiate YIIabc"}', '{"authorization":"Negotiate [scrubbed]"}'],
  ['jwt eyJhbGciOi.eyJzdWIiOiIx.SflKxw end', 'jwt [scrubbed] end'],
  ['jwe eyJhbGciOi.eyJzdWIiOiIx.SflKxw.abc.def end', 'jwe [scrubbed] end'],
  [
    'https://shop.example/?access_token=abc123&page=2',
    'https://shop.example/?access_token=[scrubbed]&page=2',
  ],
  [
    'https://shop.example/cb?code=abc&state=xyz#done',
    'https://shop.example/cb?code=[scrubbed]&state=[scrubbed]#done',
  ],
  ['https://shop.example/#id_token=abc&page=2', 'https://shop.example/#id_token=[scrubbed]&page=2'],
  [
    'https://shop.example/login?next=%2F%3Ftoken%3Dabc',
    'https://shop.example/login?next=%2F%3Ftoken%3D[scrubbed]',
  ],
  ['https://a.example/?X-Amz-Signature=ab12&x=1', 'https://a.example/?X-Amz-Signature=[scrubbed]&x=1'],
  ['https://a.example/?SAMLResponse=PHNhbWw%2B', 'https://a.example/?SAMLResponse=[scrubbed]'],
  ['postgres://anna:geheim@db.example/shop', 'postgres://[scrubbed]@db.example/shop'],
  ['postgres://anna:geh@im@db.example/shop', 'postgres://[scrubbed]@db.example/shop'],
  ['https://ghp_123@git.example/a', 'https://[scrubbed]@git.example/a'],
  ['{"password":"hunter2","user":"anna"}', '{"password":"[scrubbed]","user":"anna"}'],
  ['{"password":"two words","user":"anna"}', '{"password":"[scrubbed]","user":"anna"}'],
  [String.raw`{"password":"a\"b","user":"anna"}`, '{"password":"[scrubbed]","user":"anna"}'],
  [String.raw`"{\"password\":\"two words\",\"a\":1}"`, String.raw`"{\"password\":\"[scrubbed]\",\"a\":1}"`],
  ['api_key = 12345, next', 'api_key = [scrubbed], next'],
  ['clientSecret: abc', 'clientSecret: [scrubbed]'],
  ['Cookie: a=b; theme=dark; sid=1', 'Cookie: [scrubbed]'],
  ["set-cookie: sid=abc; Path=/'", "set-cookie: [scrubbed]'"],
  ['card 4111 1111 1111 1111, thanks', 'card [scrubbed], thanks'],
  ['5555555555554444', '[scrubbed]'],
  ['amex 3782-822463-10005.', 'amex [scrubbed].'],
  ['{"card":"30569309025904","name":"Anna"}', '{"card":"[scrubbed]","name":"Anna"}'],
  ['6200000000000000000 paid', '[scrubbed] paid'],
]
test.each(SECRETS)('%s', (text, scrubbed) => {
  expect(scrub(text)).toBe(scrubbed)
  expect(scrub(scrubbed)).toBe(scrubbed)
})

test.each([
  'Unexpected token < in JSON at position 0',
  'Unexpected token = in JSON at position 5',
  'Unexpected token: operator (<)',
  'passwordResetView is not a function',
  'the password is wrong: try again',
  'password: undefined',
  'Basic authentication is required here',
  'fn@https://shop.example/assets/index.js:1:2',
  'at login (https://shop.example/assets/token-list.js:3:14)',
  'at https://shop.example/reset-password:12:5',
  'https://shop.example/cart?page=2&postal_code=80331',
  "Cannot read properties of undefined (reading 'price')",
  'session.id and session id',
  // Times, a wrong check digit, ids of messages and articles, a part of a longer number.
  '1795168800000000000 1795168800000 at 2026-11-21 20:49:25',
  '4111 1111 1111 1112',
  '5036517895414611968 and 4006381333931',
  '04111111111111111 41111111111111110 0.4111111111111111',
  '4111a111-1111-4111-a111-411111111111',
])('%s is not changed', (text) => {
  expect(scrub(text)).toBe(text)
})

describe('an attribute', () => {
  test('is a secret by its name, except for names of sessions and authors', () => {
    const secret = [
      'http.request.header.authorization',
      'user.password',
      'api_key',
      'accessToken',
      'x.access_token',
      'clientSecret',
      'CVC',
    ]
    expect(secret.filter((key) => !isSecretKey(key))).toEqual([])
    expect(
      ['session.id', 'author', 'tokens.used', 'url.full', 'key', 'errata.digest'].filter((key) =>
        isSecretKey(key),
      ),
    ).toEqual([])
  })

  test('is a secret if it is a card number, and not if it is a time', () => {
    expect([4111111111111111, '4111111111111111'].every((value) => isSecretNumber(value))).toBe(true)
    expect(
      [1795168800000, '1795168800000000000', 4.2, 0, -4111111111111111].some((value) =>
        isSecretNumber(value),
      ),
    ).toBe(false)
  })
})

test('configured names are secrets in texts and as attributes, however their parts are joined', () => {
  const more = createScrubber(['iban', 'customer-number', 'straße'])
  expect(more.text('iban: DE02120300000000202051, next')).toBe('iban: [scrubbed], next')
  expect(more.text('https://shop.example/?customer_number=17&page=2')).toBe(
    'https://shop.example/?customer_number=[scrubbed]&page=2',
  )
  expect(more.text('{"customerNumber":"17"}')).toBe('{"customerNumber":"[scrubbed]"}')
  expect(['user.iban', 'customer.number', 'Straße'].every((key) => more.isSecretKey(key))).toBe(true)
  expect(more.isSecretKey('customer')).toBe(false)
  expect(scrub('iban: DE02120300000000202051')).toBe('iban: DE02120300000000202051')
})

test('neither the log nor the collector receives a secret, also of a configured name', async () => {
  const relay = await startTestRelay({ SCRUB: 'iban' })
  const record = exceptionOf('SECRET00', {
    'exception.message': 'no iban=DE0212 for token=GEHEIM',
    'user.iban': 'DE0212',
    password: 'GEHEIM',
  })
  const card = { key: 'card', value: { intValue: '4111111111111111' } }
  expect(
    (
      await post(
        `${relay.url}/monitoring`,
        logOf({
          ...record,
          attributes: [...(record['attributes'] as object[]), card],
          body: { stringValue: 'token=GEHEIM' },
        }),
      )
    ).status,
  ).toBe(200)
  const line = await eventually(() => {
    const entry = relay.log().find(({ digest }) => digest === 'SECRET00')
    expect(entry).toBeDefined()
    return entry!
  })
  expect(line['message']).toBe('no iban=[scrubbed] for token=[scrubbed]')
  expect(relay.collector.logRecords).toHaveLength(1)
  expect(JSON.stringify([relay.collector.logRecords, relay.log()])).not.toMatch(/GEHEIM|DE0212|41111/)
  await relay.close()
})

test('a secret after its name is replaced, whatever is before and after it', () => {
  const surroundings = fc.string({ unit: fc.constantFrom(...Array.from('abc AB12 .,;:/-_\n{"é')) })
  const secret = fc.string({
    unit: fc.constantFrom(...Array.from('0123456789abcdef')),
    minLength: 16,
    maxLength: 32,
  })
  const sentence = fc.record({
    start: surroundings,
    name: fc.constantFrom('token', 'apiKey', 'client_secret', 'PASSWORD', 'x-session-id', 'cvc'),
    separator: fc.constantFrom('=', ': ', '":"'),
    secret,
    end: surroundings,
  })
  fc.assert(
    fc.property(sentence, ({ start, name, separator, secret, end }) => {
      expect(scrub(`${start} ; ${name}${separator}${secret} ${end}`)).not.toContain(secret)
    }),
    { numRuns: 2_000 },
  )
})

/** Each of them, repeated, makes some pattern try a match at every position. */
const HOSTILE =
  String.raw`eyJa- eyJaaaaa eyJaaaaa. token= token a@:// ://a :a@ password: password":" Bearer_ bearer__
  basic_a basic_aaaaaaaaaaaaaaaa
  x- ?code= &code cookie:a= cookie:_ a=b; 4111_ 4 4- 1_ \ \" session
  unexpected_token= token=bearer_ token:1: api_key _`
    .split(/\s+/)
    .map((part) => part.replaceAll('_', ' '))

test.each(HOSTILE)('a text of %j takes time in proportion to its length', (part) => {
  // One text takes as long as sixteen pieces of it. A pattern of quadratic cost takes sixteen times as long.
  // The measure is the least processor time of several tries.
  const text = part.repeat(Math.ceil((64 * 1024) / part.length))
  const piece = text.slice(0, text.length / 16)
  const pieces = leastWork(() => {
    for (let index = 0; index < 16; index++) scrub(piece)
  })
  expect(leastWork(() => scrub(text))).toBeLessThan(6 * pieces + 20_000)
})

function leastWork(act: () => unknown): number {
  const tries = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    act()
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.min(...tries)
}
