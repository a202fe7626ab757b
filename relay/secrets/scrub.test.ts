import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventually, exceptionOf, logOf, startTestRelay, post } from '../testing/relay-fixture.ts'
import {
  HARMLESS_BLOCKS,
  HARMLESS_KEYS,
  HARMLESS_TEXTS,
  SECRET_BLOCKS,
  SECRET_KEYS,
  SECRET_TEXTS,
  readCase,
} from '../testing/scrub-cases.ts'
import { FORM_NAMES, MESSAGES, SECRET_FORMS } from '../testing/scrub-forms.ts'
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

test.each([...SECRET_TEXTS, ...SECRET_BLOCKS])('%j loses its secrets', (marked) => {
  const { text, secrets } = readCase(marked)
  const scrubbed = scrub(text)
  const parts = secrets.flatMap((secret) => secret.split(/[\s"\\]+/)).filter((word) => word.length > 2)
  expect(secrets.length).toBeGreaterThan(0)
  expect([...secrets, ...parts].filter((part) => scrubbed.includes(part))).toEqual([])
  expect(scrub(scrubbed)).toBe(scrubbed)
})

test.each([...HARMLESS_TEXTS, ...HARMLESS_BLOCKS])('%j is not changed', (text) => {
  expect(scrub(text)).toBe(text)
})

test.each(SECRET_TEXTS.filter((text) => /^[[{]/.test(text) && !/^\[\w|u0022|\\"key/.test(text)))(
  '%s stays JSON if it is JSON',
  (marked) => {
    const { text } = readCase(marked)
    expect(() => void JSON.parse(text)).not.toThrow()
    expect(() => void JSON.parse(scrub(text))).not.toThrow()
  },
)

test.each([1, 2, 3])('texts within JSON %i times lose the same, and stay JSON', (depth) => {
  const nest = (text: string) => {
    for (let level = 0; level < depth; level++) text = JSON.stringify([{ at: 1, kind: 'console', text }])
    return text
  }
  for (const marked of [...SECRET_TEXTS, ...SECRET_BLOCKS]) {
    const { text, secrets } = readCase(marked)
    const scrubbed = scrub(nest(text))
    expect(() => void JSON.parse(scrubbed), scrubbed).not.toThrow()
    expect(secrets.filter((secret) => secret.length > 3 && scrubbed.includes(secret))).toEqual([])
  }
  for (const text of HARMLESS_TEXTS) expect(scrub(nest(text))).toBe(nest(text))
})

test('cases are scrubbed the same in the middle of other texts', () => {
  const surroundings = fc.constantFrom(
    '',
    'x ',
    '\n',
    '(',
    'Error: ',
    '"a":1, ',
    ' at f (https://a.example/x.js:1:2)\n',
  )
  const marked = fc.constantFrom(...SECRET_TEXTS, ...SECRET_BLOCKS)
  const harmless = fc.constantFrom(...HARMLESS_TEXTS)
  fc.assert(
    fc.property(surroundings, marked, harmless, (before, item, after) => {
      const { text, secrets } = readCase(item)
      const scrubbed = scrub(`${after}\n${before}${text}\n${after}`)
      expect(
        secrets.filter(
          (secret) => scrubbed.includes(secret) && !/^\w{0,3}$/.test(secret) && !after.includes(secret),
        ),
      ).toEqual([])
      expect(scrubbed.startsWith(after)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

describe('an attribute', () => {
  test('is a secret by its name, except for names of sessions, authors and counts', () => {
    expect(SECRET_KEYS.filter((key) => !isSecretKey(key))).toEqual([])
    expect(HARMLESS_KEYS.filter((key) => isSecretKey(key))).toEqual([])
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
})

test('every name is followed by a secret in every form', () => {
  const values = ['hunter2', 'Xk9_mQ-z', 'GEHEIM4711', 'correct']
  const cases = SECRET_FORMS.flatMap((form) =>
    FORM_NAMES.flatMap((name) => values.map((value) => ({ form, name, value }))),
  )
  const left = cases.filter(({ form, name, value }) =>
    scrub(form.replaceAll('NAME', name).replaceAll('VALUE', value)).includes(value),
  )
  expect(left).toEqual([])
})

test('every name is followed by a message', () => {
  const texts = MESSAGES.flatMap((message) => FORM_NAMES.map((name) => `Invalid ${name}: ${message}`))
  expect(texts.filter((text) => scrub(text) !== text)).toEqual([])
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
