import { expect, test } from 'vitest'
import { readDigest, readQuery, tokenFor, withAttribute } from './search-query.ts'

test('a digest is read kindly', () => {
  expect(readDigest('7k3m-9qxp')).toBe('7K3M9QXP')
  expect(readDigest(' 7K3M 9QXP ')).toBe('7K3M9QXP')
  expect(readDigest('Digest: oil3m9qx')).toBe('0113M9QX')
  expect([readDigest('7K3M9QX'), readDigest('7K3M9QXU'), readDigest('')]).toEqual([null, null, null])
})

test('ids open at once', () => {
  expect(readQuery('7k3m9qxp')).toEqual({ opens: 'digest', id: '7K3M9QXP' })
  expect(readQuery('4BF92F3577B34DA6A3CE929D0E0E4736')).toEqual({
    opens: 'trace',
    id: '4bf92f3577b34da6a3ce929d0e0e4736',
  })
})

test('a word of eight letters is a word', () => {
  expect(readQuery('checkcat')).toEqual({ opens: 'nothing', filters: { q: 'checkcat' } })
  expect(readQuery('digest checkcat')).toEqual({ opens: 'digest', id: 'CHECKCAT' })
})

test('what has a place of its own goes there, the rest stays as it was typed', () => {
  expect(readQuery('TypeError release:2026.11.3 browser:"Chrome 142" env:staging cart')).toEqual({
    opens: 'nothing',
    filters: { release: '2026.11.3', environment: 'staging', q: 'TypeError browser:"Chrome 142" cart' },
  })
  expect(readQuery('service:"shop web"')).toEqual({ opens: 'nothing', filters: { service: 'shop web' } })
  expect(readQuery('  ')).toEqual({ opens: 'nothing', filters: {} })
})

test('a value becomes a search that finds it', () => {
  expect(tokenFor('release', '1.2')).toEqual({ release: '1.2' })
  expect(tokenFor('browser', 'Chrome 142')).toEqual({ q: 'browser:"Chrome 142"' })
  expect(tokenFor('user', 'u_8f2')).toEqual({ q: 'user:u_8f2' })
})

test('a dotted name is an attribute, and only the first', () => {
  expect(withAttribute({ q: 'http.route:/cart slow' })).toEqual({ attribute: 'http.route:/cart', q: 'slow' })
  expect(withAttribute({ q: 'http.route:"/a b"' })).toEqual({ attribute: 'http.route:/a b', q: undefined })
  expect(withAttribute({ q: 'v1.2 release' })).toEqual({ q: 'v1.2 release' })
})
