// The settings of headers in which a proxy names a person.
import { BlockList, isIP, isIPv4 } from 'node:net'
import { isLoopbackHost } from '../server/loopback.ts'
import { StartupError } from '../server/startup-error.ts'
import { type Variables, invalid } from '../server/variables.ts'
import type { RightsSettings } from './rights-settings.ts'

/**
 * Names of headers are in lower case. `groupsHeader`: undefined: without groups. `networks`: the text of
 * `proxies`.
 */
export type TrustedHeaderSettings = RightsSettings & {
  header: string
  groupsHeader: string | undefined
  proxies: BlockList
  networks: string[]
}

export type SignedHeaderSettings = RightsSettings & { header: string; keysUrl: string; audience: string }

const HEADER_NAME = /^[a-z\d]+(?:-[a-z\d]+)*$/
const LOOPBACK = ['127.0.0.0/8', '::1']
/** They have a meaning of their own. */
const OTHER_HEADERS = new Set(['authorization', 'connection', 'cookie', 'host', 'origin', 'user-agent'])

/** Throws a `StartupError`. Every variable is read, whether the others are set or not. */
export function readTrustedHeader(
  env: Variables,
  rights: RightsSettings,
  host: string,
): TrustedHeaderSettings | undefined {
  const header = readHeader(env, 'AUTH_HEADER')
  const groupsHeader = readHeader(env, 'AUTH_GROUPS_HEADER')
  const networks = env.list('TRUSTED_PROXIES')
  const proxies = parseProxies(networks)
  if (header === undefined) {
    if (groupsHeader === undefined && networks.length === 0) return undefined
    throw new StartupError('AUTH_GROUPS_HEADER and TRUSTED_PROXIES need AUTH_HEADER, the name of a header.')
  }
  if (header === groupsHeader)
    throw new StartupError('AUTH_HEADER and AUTH_GROUPS_HEADER must be two headers: a person is no group.')
  if (networks.length > 0) return { ...rights, header, groupsHeader, proxies, networks }
  if (!isLoopbackHost(host))
    throw new StartupError(
      `AUTH_HEADER is set and HOST is ${host}, so TRUSTED_PROXIES must have the addresses of the proxies: ` +
        'anybody else could send the header.',
    )
  return { ...rights, header, groupsHeader, proxies: parseProxies(LOOPBACK), networks: LOOPBACK }
}

/** Throws a `StartupError`. */
export function readSignedHeader(env: Variables, rights: RightsSettings): SignedHeaderSettings | undefined {
  const header = readHeader(env, 'AUTH_JWT_HEADER')
  const keysUrl = env.text('AUTH_JWKS_URL') && env.url('AUTH_JWKS_URL', '')
  const audience = env.text('AUTH_JWT_AUDIENCE')
  if (header === undefined && keysUrl === undefined && audience === undefined) return undefined
  if (header !== undefined && keysUrl !== undefined && audience !== undefined)
    return { ...rights, header, keysUrl, audience }
  throw new StartupError(
    'AUTH_JWT_HEADER, AUTH_JWKS_URL and AUTH_JWT_AUDIENCE belong together: set all three, or none of them.',
  )
}

function readHeader(env: Variables, variable: string): string | undefined {
  const text = env.text(variable)
  const name = text?.toLowerCase()
  if (name === undefined || (HEADER_NAME.test(name) && !OTHER_HEADERS.has(name))) return name
  throw invalid(variable, text!, 'the name of a header of the proxy, without underscores: Remote-User')
}

function parseProxies(items: string[]): BlockList {
  const list = new BlockList()
  for (const item of items) {
    const [, base = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(item) ?? []
    const width = isIPv4(base) ? 32 : 128
    const length = Number(bits ?? width)
    if (isIP(base) === 0 || length > width)
      throw invalid('TRUSTED_PROXIES', item, 'addresses and networks such as 10.0.0.2,10.1.0.0/16,fd00::/8')
    if (length === 0) throw invalid('TRUSTED_PROXIES', item, 'a network that does not contain everybody')
    list.addSubnet(base, length, isIPv4(base) ? 'ipv4' : 'ipv6')
  }
  return list
}
