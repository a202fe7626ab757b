import { expect, test } from 'vitest'
import { filterFor, parseDigest, parseQuery } from './search-query.ts'

test('a digest is read in any case, with dashes and spaces, O as 0, I and L as 1', () => {
  expect(parseDigest('7k3m-9qxp')).toBe('7K3M9QXP')
  expect(parseDigest(' 7K3M 9QXP ')).toBe('7K3M9QXP')
  expect(parseDigest('Digest: oil3m9qx')).toBe('0113M9QX')
  expect(['7K3M9QX', '7K3M9QXU', ''].map(parseDigest)).toEqual([null, null, null])
})

test('a digest or a trace id opens at once', () => {
  expect(parseQuery('7k3m9qxp')).toEqual({ target: 'digest', digest: '7K3M9QXP' })
  expect(parseQuery('4BF92F3577B34DA6A3CE929D0E0E4736')).toEqual({
    target: 'trace',
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  })
})

test('a word of eight letters is a text search, unless it is announced as a digest', () => {
  expect(parseQuery('checkcat')).toEqual({ target: 'list', filters: { q: 'checkcat' } })
  expect(parseQuery('digest checkcat')).toEqual({ target: 'digest', digest: 'CHECKCAT' })
})

test('after the word digest, an id that a framework gave opens too', () => {
  expect(parseQuery('digest:331083018@E394')).toEqual({ target: 'digest', digest: '331083018@E394' })
  expect(parseQuery('digest:1747428604 cart').target).toBe('list')
  expect(parseQuery('1747428604').target).toBe('list')
})

test('service, release and environment become filters, the rest stays text', () => {
  expect(parseQuery('TypeError release:2026.11.3 browser:"Chrome 142" env:staging cart')).toEqual({
    target: 'list',
    filters: { release: '2026.11.3', environment: 'staging', q: 'TypeError browser:"Chrome 142" cart' },
  })
  expect(parseQuery('service:"shop web"')).toEqual({ target: 'list', filters: { service: 'shop web' } })
  expect(parseQuery('  ')).toEqual({ target: 'list', filters: {} })
  expect(parseQuery('-service:shop release:""')).toEqual({
    target: 'list',
    filters: { q: '-service:shop release:""' },
  })
  expect(parseQuery('constructor:x')).toEqual({ target: 'list', filters: { q: 'constructor:x' } })
})

test('a value becomes the filter that matches it', () => {
  expect(filterFor('release', '1.2')).toEqual({ release: '1.2' })
  expect(filterFor('browser', 'Chrome 142')).toEqual({ q: 'browser:"Chrome 142"' })
  expect(filterFor('user', 'u_8f2')).toEqual({ q: 'user:u_8f2' })
})
