// Addresses that outgoing requests may reach, by the settings of ALERT_TARGETS.
import { expect, test } from 'vitest'
import { readTargets, refusalOf } from './targets.ts'

const targets = (text: string) => readTargets('ALERT_TARGETS', text === '' ? [] : text.split(/, */))

const PUBLIC = ['8.8.8.8', '1.1.1.1', '100.63.255.255', '172.32.0.1', '192.169.0.1', '223.255.255.255']
const PUBLIC_IPV6 = ['2606:4700::1111', '2a00:1450:4001:80b::200e', '2001:4860:4860::8888']

const PRIVATE = ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.1.1']
const CARRIER = ['100.64.0.1', '100.127.255.255']
const PRIVATE_IPV6 = ['fc00::1', 'fd12:3456:789a::1']

const LOOPBACK = ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1']

const NEVER = [
  ['unspecified', '0.0.0.0', '0.1.2.3', '::'],
  ['link-local', '169.254.0.1', '169.254.255.255', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
  ['metadata', '169.254.169.254', '100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254'],
  ['metadata of IPv6', 'fd20:ce::254'],
  ['multicast', '224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  ['reserved', '192.0.0.1', '198.18.0.1', '198.19.255.255', '240.0.0.1', '255.255.255.255', '192.88.99.1'],
  ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  ['IPv4 in IPv6', '::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:10.0.0.1', '0:0:0:0:0:ffff:7f00:1'],
  ['IPv4-compatible', '::7f00:1', '::127.0.0.1', '::a00:1', '::ffff:0:127.0.0.1', '::ffff:0:7f00:1'],
  ['NAT64', '64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::1'],
  ['6to4', '2002:7f00:1::', '2002:a00:1::1'],
  ['Teredo', '2001::1', '2001:0:7f00:1::1'],
  ['other protocols', '2001:2::1', '2001:10::1', '2001:20::1', '100::1', 'fec0::1', '5f00::1'],
  ['no address', '', 'localhost', '127.1', '0x7f.1'],
].flatMap(([name, ...addresses]) => addresses.map((address) => [name!, address] as const))

test.each(['', 'public', 'private', '10.0.0.0/8,mattermost.internal,127.0.0.1', 'localhost', 'fc00::/7'])(
  'ALERT_TARGETS=%s allows every public address',
  (text) => {
    const refusals = [...PUBLIC, ...PUBLIC_IPV6].map((address) =>
      refusalOf(targets(text), 'a.example', address),
    )
    expect(refusals.filter((refusal) => refusal !== null)).toEqual([])
  },
)

test.each(NEVER)('%s: %s is never allowed', (_, address) => {
  for (const text of ['public', 'private', 'a.example,128.0.0.0/1,10.0.0.0/8,127.0.0.0/8,::1,fc00::/7'])
    expect(refusalOf(targets(text), 'a.example', address)).toMatch(/reserved address.*never.*ALERT_TARGETS/)
})

test.each([...PRIVATE, ...CARRIER, ...PRIVATE_IPV6, ...LOOPBACK])('%s is not public', (address) => {
  const refusal = refusalOf(targets(''), 'mattermost.internal', address)
  expect(refusal).toMatch(/^mattermost\.internal has the address .* ALERT_TARGETS=public does not allow$/)
  expect(refusal).toContain(address)
})

test.each([...PRIVATE, ...CARRIER, ...PRIVATE_IPV6])('private allows %s', (address) => {
  expect(refusalOf(targets('private'), 'a.example', address)).toBe(null)
})

test.each(LOOPBACK)('%s is allowed only where the list names it', (address) => {
  const refuses = (text: string) => refusalOf(targets(text), 'a.example', address) !== null
  expect(['public', 'private', 'a.example', '0.0.0.1.example,10.0.0.0/8', '126.0.0.0/7'].every(refuses)).toBe(
    true,
  )
  expect(['localhost', '127.0.0.0/8,::1', 'private,localhost'].some(refuses)).toBe(false)
})

test('a listed name allows private addresses of this name only, a listed network of any name', () => {
  const names = targets('Mattermost.internal, 192.168.7.0/24')
  expect(refusalOf(names, 'mattermost.internal', '10.0.0.5')).toBe(null)
  expect(refusalOf(names, 'MATTERMOST.internal.', '10.0.0.5')).toBe(null)
  expect(refusalOf(names, 'other.internal', '10.0.0.5')).toContain('10.0.0.5')
  expect(refusalOf(names, 'mattermost.internal', '127.0.0.1')).toContain('127.0.0.1')
  expect(refusalOf(names, 'other.internal', '192.168.7.9')).toBe(null)
  expect(refusalOf(names, '192.168.8.9', '192.168.8.9')).toMatch(/^192\.168\.8\.9 is a private address/)
})

test.each([
  'public,http://a.example',
  'a.example:8065',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  '10.0.0.256',
  '0x7f.1',
  '2130706433',
  '127.1',
  '*.internal',
  '0.0.0.0/0',
  '::/0',
  '127.0.0.0/7',
  '169.254.0.0/16',
  '169.254.169.254',
  '::ffff:10.0.0.1',
  'fe80::/10',
  '224.0.0.0/4',
])('%s is no value of ALERT_TARGETS', (text) => {
  expect(() => targets(text)).toThrow(/^ALERT_TARGETS is ".+", but must be .+\.$/)
})
