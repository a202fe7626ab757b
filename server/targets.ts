// Which addresses outgoing requests may reach. A request whose URL a user has entered must not reach what
// only this machine and its network can reach.
import { BlockList, isIP, isIPv4 } from 'node:net'
import { invalid } from './variables.ts'

/**
 * Besides public addresses. `private`: private addresses of any name. `hosts`: names in lower case whose
 * addresses may be private. `networks`: their private addresses. `loopback`: loopback addresses.
 */
export type AllowedTargets = {
  variable: string
  text: string
  private: boolean
  hosts: Set<string>
  networks: BlockList
  loopback: BlockList
}

type AddressKind = 'public' | 'private' | 'loopback' | 'reserved'

const LOOPBACK = blockList(['127.0.0.0/8', '::1/128'])

const PRIVATE = blockList(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'])

/** All other addresses of IPv6 are reserved, link-local or multicast, or have an IPv4 address inside. */
const USABLE_IPV6 = blockList(['2000::/3', 'fc00::/7', '::1/128'])

/** Never a target. The registries of IANA list them. */
const RESERVED = blockList([
  // Metadata services of clouds whose addresses are private or public otherwise.
  '100.100.100.200/32',
  '168.63.129.16/32',
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
  // Unspecified, link-local, protocols, documentation, benchmarks, multicast and above.
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Protocols, among them Teredo; documentation; 6to4; AS112.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
])

const ALLOWED =
  'public, private, or a comma-separated list of host names without a port, addresses and networks ' +
  'such as mattermost.internal,10.0.0.0/8,127.0.0.1'

/** Throws a `StartupError` that names the variable. */
export function readTargets(variable: string, items: string[]): AllowedTargets {
  const targets: AllowedTargets = {
    variable,
    text: items.join(',') || 'public',
    private: items.includes('private'),
    hosts: new Set(),
    networks: new BlockList(),
    loopback: new BlockList(),
  }
  for (const item of items) if (item !== 'public' && item !== 'private') addItem(targets, item.toLowerCase())
  return targets
}

/**
 * Why a connection to this address of `host` is not allowed; null where it is. `host`: the name in the URL,
 * or the address itself.
 */
export function refusalOf(targets: AllowedTargets, host: string, address: string): string | null {
  const kind = kindOf(address)
  if (kind === 'public') return null
  const name = host.toLowerCase().replace(/\.$/, '')
  const isIn = (list: BlockList) => list.check(address, familyOf(address))
  if (kind === 'loopback' && isIn(targets.loopback)) return null
  if (kind === 'private' && (targets.private || targets.hosts.has(name) || isIn(targets.networks)))
    return null
  const subject = host === address ? `${address} is` : `${host} has the address ${address},`
  if (kind === 'reserved')
    return `${subject} a reserved address, which is never allowed (${targets.variable})`
  return `${subject} a ${kind} address, which ${targets.variable}=${targets.text} does not allow`
}

function addItem(targets: AllowedTargets, item: string): void {
  const [, base = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(item) ?? []
  if (isIP(base) !== 0) addNetwork(targets, base, bits)
  else if (item === 'localhost') {
    targets.loopback.addSubnet('127.0.0.0', 8)
    targets.loopback.addAddress('::1', 'ipv6')
  } else if (isHostName(item)) targets.hosts.add(item)
  else throw invalid(targets.variable, item, ALLOWED)
}

/** A network that merely contains the loopback does not name it. */
function addNetwork(targets: AllowedTargets, base: string, bits: string | undefined): void {
  const width = isIPv4(base) ? 32 : 128
  const length = Number(bits ?? width)
  const item = bits === undefined ? base : `${base}/${bits}`
  if (length > width) throw invalid(targets.variable, item, ALLOWED)
  const kind = kindOf(base)
  if (kind === 'reserved' || length === 0)
    throw invalid(targets.variable, item, 'no reserved, link-local, multicast or unspecified address')
  if (kind === 'loopback' && length < 8)
    throw invalid(targets.variable, item, 'a network of loopback addresses within 127.0.0.0/8')
  const list = kind === 'loopback' ? targets.loopback : targets.networks
  list.addSubnet(base, length, familyOf(base))
}

/** No number as its last label, which would be an address in another notation. */
function isHostName(text: string): boolean {
  return /^(?=.{1,253}$)(?:[a-z\d_](?:[a-z\d_-]*[a-z\d])?\.)*[a-z](?:[a-z\d-]*[a-z\d])?$/.test(text)
}

function kindOf(address: string): AddressKind {
  // A zone (`fe80::1%eth0`) belongs to a link.
  if (isIP(address) === 0 || address.includes('%')) return 'reserved'
  const family = familyOf(address)
  // A `BlockList` reads `::ffff:a00:1` as 10.0.0.1, so this comes first.
  if (family === 'ipv6' && !USABLE_IPV6.check(address, family)) return 'reserved'
  if (RESERVED.check(address, family)) return 'reserved'
  if (LOOPBACK.check(address, family)) return 'loopback'
  return PRIVATE.check(address, family) ? 'private' : 'public'
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6'
}

function blockList(networks: string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    list.addSubnet(base, Number(bits), familyOf(base))
  }
  return list
}
