// Requests cannot reach inside: whatever the URL, no connection arrives at a server of this machine.
import { execFile } from 'node:child_process'
import type { LookupAddress } from 'node:dns'
import { createServer, type AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readTargets } from '../../../../server/targets.ts'
import { channelTo, messageWith, sendOptions, startReceiver } from '../../../testing/receivers.ts'
import type { ResolveAll } from './request.ts'
import { sendMessage } from './send.ts'

const execute = promisify(execFile)

/** Hosts of URLs that mean this machine, its network or a metadata service. */
const HOSTS = `
  127.0.0.1 127.1 127.0.1 0x7f.1 0x7f000001 0x7f.0x0.0x0.0x1 2130706433 017700000001 0177.0.0.1
  0177.0.0.01 127.000.000.001 127.0.0.1. %31%32%37.0.0.1 127。0。0。1 ①②⑦.⓪.⓪.① １２７.0.0.1 127.255.255.254
  0 0.0.0.0 0x0 00 [::1] [0:0:0:0:0:0:0:1] [0000::0001] [::] [::ffff:127.0.0.1] [::ffff:7f00:1]
  [0:0:0:0:0:ffff:127.0.0.1] [::FFFF:7F00:0001] [::127.0.0.1] [::7f00:1] [::ffff:0:7f00:1]
  [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2001:0:7f00:1::]
  localhost LOCALHOST localhost. LocalHost. a.localhost localhost6 10.0.0.1 10.1 0x0a000001 012.0.0.1
  172.16.0.1 192.168.0.1 192.168.257 100.64.0.1 169.254.169.254 0xa9fea9fe 2852039166
  0251.0376.0251.0376 [::ffff:169.254.169.254] 100.100.100.200 192.0.0.192 168.63.129.16
  [fd00:ec2::254] [fe80::1] [fc00::1] 224.0.0.1 255.255.255.255 240.0.0.1 [ff02::1] [fec0::1]
  198.18.0.1 203.0.113.1
`
  .trim()
  .split(/\s+/)

/** Counts connections to all addresses of this machine. */
async function startTrap() {
  const connections: string[] = []
  const server = createServer((socket) => {
    connections.push(String(socket.localAddress))
    socket.on('error', () => {}).destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '::', resolve))
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, connections }
}

/** Answers in turn, the last one from then on. */
function resolving(...answers: string[][]): ResolveAll {
  const rest = [...answers]
  return (_, options, done) => {
    expect(options.all).toBe(true)
    const addresses = rest.length > 1 ? rest.shift()! : rest[0]!
    done(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
}

const send = (url: string, items: string[], resolve?: ResolveAll) => {
  const targets = readTargets('ALERT_TARGETS', items)
  const options = sendOptions({ targets, connectMs: 500, ...(resolve && { resolve }) })
  return sendMessage(channelTo('webhook', '', { target: url }), messageWith(), options)
}

test('the table has 60 hosts or more', () => {
  expect(new Set(HOSTS).size).toBeGreaterThanOrEqual(60)
})

test.each(HOSTS)('no request reaches %s', async (host) => {
  const { port, connections } = await startTrap()
  const attempt = await send(`http://${host}:${port}/`, [])
  expect(connections).toEqual([])
  // Not every resolver knows all of the names.
  expect(attempt.detail).toMatch(/ALERT_TARGETS|ENOTFOUND|EAI_AGAIN/)
})

test('no request reaches an address of a network interface of this machine', async () => {
  const { port, connections } = await startTrap()
  const addresses = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address))
  for (const address of addresses) await send(`http://${address}:${port}/`, [])
  expect(connections).toEqual([])
})

test.each([
  ['private only', ['10.1.2.3']],
  ['the loopback', ['127.0.0.1']],
  ['public and the loopback', ['93.184.216.34', '127.0.0.1']],
  ['public and IPv4 in IPv6', ['93.184.216.34', '::ffff:127.0.0.1']],
  ['public and link-local', ['2606:4700::1111', 'fe80::1%lo']],
  ['metadata', ['169.254.169.254']],
])('a name with %s is refused, whichever address comes first', async (_, addresses) => {
  const { port, connections } = await startTrap()
  for (const answer of [addresses, addresses.toReversed()]) {
    const attempt = await send(`http://hook.example:${port}/`, ['public'], resolving(answer))
    expect(attempt).toEqual({
      outcome: 'refused',
      detail: expect.stringMatching(/^hook\.example has the address .+ALERT_TARGETS/),
      afterMs: null,
    })
    expect(addresses.some((address) => attempt.detail.includes(address))).toBe(true)
  }
  expect(connections).toEqual([])
})

test('a name is resolved once for a connection, and again for the next: each answer is checked', async () => {
  const { port, connections } = await startTrap()
  const resolve = resolving(['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['127.0.0.1'])
  const outcomes: string[] = []
  // The first answer is allowed, as if it were public.
  for (let turn = 0; turn < 3; turn++)
    outcomes.push(
      (await send(`http://hook.example:${port}/`, turn === 0 ? ['localhost'] : [], resolve)).outcome,
    )
  expect(outcomes).toEqual(['retry', 'refused', 'refused'])
  expect(connections).toHaveLength(1)
})

test.each([
  'http://ann:secret@example.com/',
  'http://ann@example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'data:,a',
  '/etc/passwd',
  '',
])('%s is refused before anything is looked up', async (url) => {
  const attempt = await send(url, [], () => expect.unreachable())
  expect(attempt.outcome).toBe('refused')
  expect(attempt.detail).not.toContain('secret')
})

test('an address that is listed is reached, by its number and by a name', async () => {
  const { url, port, received } = await startReceiver()
  expect((await send(`${url}/a`, ['127.0.0.1'])).detail).toMatch(/^200 in \d+ ms$/)
  await send(`http://hook.example:${port}/b`, ['127.0.0.1'], resolving(['127.0.0.1']))
  expect(received.map(({ path, headers }) => [path, headers.host])).toEqual([
    ['/a', `127.0.0.1:${port}`],
    ['/b', `hook.example:${port}`],
  ])
})

test('a redirect to the loopback is not followed', async () => {
  const inside = await startReceiver()
  const outside = await startReceiver((response) => {
    response.writeHead(302, { Location: `${inside.url}/secret` }).end()
  })
  const attempt = await send(`${outside.url}/hook`, ['127.0.0.1'])
  expect(attempt.outcome).toBe('refused')
  expect(attempt.detail).toMatch(
    new RegExp(`^302 redirects are not followed \\(to ${inside.url}\\) in \\d+ ms$`),
  )
  expect(inside.received).toEqual([])
})

test('proxy variables are not read', async () => {
  const proxy = await startReceiver()
  const { url, received } = await startReceiver()
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY']
  // Node reads them when it starts, for its own agent.
  const script = `
    import { get } from 'node:http'
    import { post } from './features/alerts/channels/request.ts'
    import { readTargets } from '../server/targets.ts'
    const targets = readTargets('ALERT_TARGETS', ['127.0.0.1'])
    console.log((await post({ url: '${url}/a', headers: {}, body: '' }, { targets })).status)
    get('${url}/b', (response) => response.resume())`
  const env = { ...process.env, ...Object.fromEntries(names.map((name) => [name, proxy.url])) }
  await execute(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...env, NODE_USE_ENV_PROXY: '1', NO_PROXY: '', no_proxy: '' },
  })
  expect([received.map(({ path }) => path), proxy.received.map(({ path }) => path)]).toEqual([
    ['/a'],
    [`${url}/b`],
  ])
})
