import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createAddresses, rateKey, truncate } from './address.ts'

function requestFrom(remoteAddress: string, headers: Record<string, string> = {}): IncomingMessage {
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage
}

test.each([
  [0, '203.0.113.98, 198.51.100.1', '192.0.2.1'],
  [1, '203.0.113.98, 198.51.100.1', '198.51.100.1'],
  [2, '203.0.113.98, 198.51.100.1', '203.0.113.98'],
  [3, '203.0.113.98, 198.51.100.1', '203.0.113.98'],
  [1, 'forged, 198.51.100.1:4711', '198.51.100.1'],
  [1, '[2001:db8::1]:443', '2001:db8::1'],
  [1, 'nonsense', '192.0.2.1'],
])('behind %i proxies, X-Forwarded-For "%s" is %s', (proxies, header, expected) => {
  expect(createAddresses(proxies).client(requestFrom('192.0.2.1', { 'x-forwarded-for': header }))).toBe(
    expected,
  )
})

test('IPv4 over an IPv6 socket is IPv4', () => {
  expect(createAddresses(0).client(requestFrom('::ffff:192.0.2.1'))).toBe('192.0.2.1')
})

test.each([
  ['203.0.113.98', '203.0.113.0'],
  ['2001:0db8:0017:4::9', '2001:db8:17::'],
  ['2001:db8::1', '2001:db8:0::'],
  ['::1', '0:0:0::'],
  ['', ''],
])('the network of %s is %s', (address, network) => {
  expect(truncate(address)).toBe(network)
})

test('a rate is shared by an IPv6 /64, not by an IPv4 network', () => {
  expect(rateKey('2001:db8:17:4::1')).toBe(rateKey('2001:db8:17:4:ffff::2'))
  expect(rateKey('2001:db8:17:4::1')).not.toBe(rateKey('2001:db8:17:5::1'))
  expect(rateKey('203.0.113.1')).not.toBe(rateKey('203.0.113.2'))
})
