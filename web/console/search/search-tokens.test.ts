import { expect, test } from 'vitest'
import * as fc from 'fast-check'
import { suggestionGroups } from './suggestion-groups.ts'
import { freeText, readTokens, storeSearch } from './search-tokens.ts'
import { allBut, chipsOf, hasValue, liftFilters, toggleOnly } from './token-filters.ts'
import { nearestKey } from './unknown-key.tsx'

const unknown = (q: string, list: 'issues' | 'traces') =>
  readTokens(q, list).flatMap(({ text, isUnknown }) => (isUnknown ? [text] : []))

test('a token is a key that the store knows, one that it does not know, or text', () => {
  expect(unknown('browser:"Safari 26" -os:iOS env:live cart', 'issues')).toEqual([])
  expect(unknown('browserr:Safari message:"not found" is:old -customer:8', 'issues')).toEqual([
    'browserr:Safari',
    'message:"not found"',
    'is:old',
    '-customer:8',
  ])
  expect(unknown('payment.method:card mechanism:x url:https://a.example', 'traces')).toEqual(['mechanism:x'])
  expect(readTokens('cart.js:42:1 TypeError:x', 'issues').map(({ key }) => key)).toEqual([null, null])
  expect(unknown('https://shop.example:8080/cart "key:value" 12:30 a:', 'issues')).toEqual([])
})

test('what the store does not understand is not sent', () => {
  expect(storeSearch('browserr:Safari cart -env:live os:"iOS 26"', 'issues')).toBe(
    'cart -env:live os:"iOS 26"',
  )
  expect(storeSearch('customer:8', 'issues')).toBeUndefined()
})

test('the nearest key is named, and none where none is near', () => {
  expect(
    ['browserr', 'relase', 'usr', 'customer', 'message'].map((key) => nearestKey(key, 'issues')),
  ).toEqual(['browser', 'release', 'user', null, null])
})

test('status and operation of a search become filters', () => {
  expect(liftFilters('issues', { q: 'is:new cart' })).toEqual({ status: 'new', q: 'cart' })
  expect(liftFilters('issues', { q: 'status:broken' })).toEqual({ q: 'status:broken' })
  expect(liftFilters('traces', { q: 'status:error operation:"GET /a" slow' })).toEqual({
    errors: 'true',
    operation: 'GET /a',
    q: 'slow',
  })
  expect(liftFilters('traces', { q: 'http.route:/cart -payment.method:card' })).toEqual({
    attribute: 'http.route:/cart',
    q: '-payment.method:card',
  })
  expect(liftFilters('traces', { q: 'http.route:"/a b" v1.2' })).toEqual({
    attribute: 'http.route:/a b',
    q: 'v1.2',
  })
})

test('keys are chips that know what is left without them, the rest is text', () => {
  const filters = { release: '1.2', q: 'cart browser:"Safari 26" custom:8 total' }
  expect(chipsOf('issues', filters)).toMatchObject([
    { text: 'release:1.2', without: { release: undefined } },
    { text: 'browser:Safari 26', isUnknown: false, without: { q: 'cart custom:8 total' } },
    { text: 'custom:8', isUnknown: true, without: { q: 'cart browser:"Safari 26" total' } },
  ])
  expect(freeText(filters.q, 'issues')).toBe('cart total')
  const selection = {
    started: '2026-11-22T10:00:00.000Z/2026-11-22T11:00:00.000Z',
    minDurationNs: '2000000000',
  }
  expect(chipsOf('traces', selection).map(({ key, value }) => [key, value])).toEqual([
    ['started', expect.stringContaining('–')],
    ['duration', '>2.00 s'],
  ])
})

test('only and all but write filters that take the value back', () => {
  const only = toggleOnly({ q: 'cart browser:Chrome' }, 'browser', 'Safari 26')
  expect(only).toEqual({ q: 'cart browser:"Safari 26"' })
  expect(toggleOnly(only, 'browser', 'Safari 26')).toEqual({ q: 'cart' })
  expect(toggleOnly({ service: 'shop' }, 'service', 'shop')).toEqual({ service: undefined })
  expect(toggleOnly({}, 'plan', 'gold')).toEqual({ attribute: 'plan:gold' })
  expect(allBut('issues', { q: 'cart' }, 'release', '1.2')).toEqual({ q: 'cart -release:1.2' })
  expect(allBut('traces', {}, 'route', '/cart')).toEqual({ q: '-http.route:/cart' })
  expect(allBut('traces', {}, 'operation', 'pay')).toBeNull()
})

test('a value with any characters is a filter that a second click takes back', () => {
  const route = '/find?q="x"'
  expect(toggleOnly({}, 'route', route)).toEqual({ q: 'route:/find?q="x"' })
  expect(hasValue({ q: 'route:/find?q="x"' }, 'route', route)).toBe(true)
  const keys = fc.constantFrom('route', 'user', 'service', 'http.route', 'plan')
  const values = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('a "b', '-x', ':', '\\"', ' ', '//'))
  fc.assert(
    fc.property(keys, values, (key, value) => {
      const filters = toggleOnly({}, key, value)
      expect(hasValue(filters, key, value)).toBe(true)
      const again = { ...filters, ...toggleOnly(filters, key, value) }
      expect(Object.values(again).filter((text) => text !== undefined)).toEqual([])
      expect(chipsOf('issues', allBut('issues', {}, key, value)!)).toMatchObject(
        key.includes('.') ? [] : [{ key: `-${key}`, value }],
      )
    }),
  )
})

test('suggestions complete the last word and leave the words before it', () => {
  const values = [
    { value: 'Chrome 156', count: 6, base: 0.9 },
    { value: 'Safari 26', count: 4, base: 0.1 },
  ]
  const answer = { facets: [{ name: 'browser', values }], total: 10, baseTotal: 100 }
  const inserts = (text: string, recent: string[] = []) =>
    suggestionGroups({ list: 'issues', text, answer, recent }).map(({ label, options }) => [
      label,
      options.map(({ insert }) => insert),
    ])
  expect(inserts('cart -br')).toEqual([
    ['Keys', ['cart -browser:']],
    ['Values of browser', ['cart -browser:"Safari 26"', 'cart -browser:"Chrome 156"']],
  ])
  for (const word of ['browser:"saf', 'browser:"safari 2', 'browser:"Safari 26"'])
    expect(inserts(`"not found" ${word}`)).toEqual([
      ['Values of browser', ['"not found" browser:"Safari 26"']],
    ])
  expect(inserts('xyz')).toEqual([])
  expect(inserts('', ['cart']).map(([label]) => label)).toEqual(['Keys', 'Recent searches'])
})
