// The settings of the relay. The only file of it that reads `process.env`.
import path from 'node:path'
import { type Environment, LOG_LEVELS, createVariables, invalid } from '../server/variables.ts'
import { StartupError } from '../server/startup-error.ts'
import { SCRUB_NAME, SCRUB_NAME_FORM } from '../server/scrub-names.ts'
import { readSignedHeader, readTrustedHeader } from './header-settings.ts'
import { readOpenId } from './open-id-settings.ts'
import { readRightsSettings } from './rights-settings.ts'

const KIB = 1024
const MIB = 1024 * KIB
/** Below this a single exception with a long stack would fill the spool. */
const MIN_SPOOL_LIMIT = 64 * KIB
/** V8 holds at most 512 MiB in a string, and a body is read in one piece. */
const MAX_BODY_LIMIT = 256 * MIB
/** Larger than any disk: a limit that is never reached. */
const MAX_SPOOL_LIMIT = 1024 ** 5
const MAX_PORT = 65_535
/** Each entry of `X-Forwarded-For` is one proxy; more in a row are a mistake. */
const MAX_PROXIES = 16
const MAX_RATE = 1_000_000_000
const MAX_RELAYS = 64

export type Config = ReturnType<typeof readConfig>

/** Throws a `StartupError`. An empty variable counts as not set. */
export function readConfig(environment: Environment = process.env) {
  const env = createVariables(environment)
  const dataDir = path.resolve(env.text('DATA_DIR') ?? 'data')
  const rights = readRightsSettings(env)
  const host = env.text('HOST') ?? '127.0.0.1'
  const number = env.integer('RELAY_NUMBER', { fallback: 1, min: 1, max: MAX_RELAYS })
  return {
    /** Address and port the relay listens on. */
    host,
    port: env.integer('PORT', { fallback: 8080, min: 0, max: MAX_PORT }),
    /** Everything that must outlive a restart lies below it; the relay's part is `spoolDir`. */
    dataDir,
    spoolDir: number === 1 ? path.join(dataDir, 'spool') : path.join(dataDir, 'spool', String(number)),
    /** Base URL of the collector, without `/v1/…`. */
    collectorUrl: env.url('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:4318'),
    /** False when the launcher found no collector and `collectorUrl` is the store's own port. */
    hasCollector: env.choice('COLLECTOR', ['none', 'some'], 'some') === 'some',
    /** Of the collector's own metrics, in Prometheus' text format. */
    collectorMetricsUrl: env.text('COLLECTOR_METRICS_URL') && env.url('COLLECTOR_METRICS_URL', ''),
    storeUrl: env.url('STORE_URL', 'http://127.0.0.1:4319'),
    password: readPassword(environment['PASSWORD']),
    apiTokens: readTokens(env.list('API_TOKENS')),
    /** Logins without the password: at a provider, or by a proxy. */
    login: {
      openId: readOpenId(env, rights),
      trustedHeader: readTrustedHeader(env, rights, host),
      signedHeader: readSignedHeader(env, rights),
    },
    /** `loopback`: only by a loopback name, as when a container's port is published on the loopback. */
    consoleOpen: env.choice('CONSOLE_OPEN', ['true', 'loopback', 'false'], 'false'),
    /** Exact origins of other sites whose pages may send, or all. */
    allowedOrigins: parseOrigins(env.list('ALLOWED_ORIGINS')),
    /** Proxies in front of the relay: the last entries of `X-Forwarded-*`, this many, are trusted. */
    trustProxy: env.integer('TRUST_PROXY', { fallback: 0, min: 0, max: MAX_PROXIES }),
    /** Names of services by the numbers of projects in DSNs of Sentry. */
    sentryProjects: parseProjects(env.list('SENTRY_PROJECTS')),
    /** Keys of DSNs that may send; none: all. */
    sentryKeys: env.list('SENTRY_KEYS'),
    clientAddress: env.choice('CLIENT_ADDRESS', ['off', 'truncated', 'full'], 'truncated'),
    /** Names whose values are scrubbed, in addition to the built-in ones. */
    scrub: parseScrubNames(env.list('SCRUB')),
    /** Bytes of one body, before and after decompression. */
    bodyLimit: env.size('BODY_LIMIT', { fallback: MIB, min: KIB, max: MAX_BODY_LIMIT }),
    /** Requests a minute from one address; 0: no limit. */
    rateLimit: env.integer('RATE_LIMIT', { fallback: 600, min: 0, max: MAX_RATE }),
    /** Bytes of each spool on the disk. */
    spoolLimit: env.size('SPOOL_LIMIT', { fallback: 512 * MIB, min: MIN_SPOOL_LIMIT, max: MAX_SPOOL_LIMIT }),
    logLevel: env.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    /** How many relays listen on the port, and the number of this one, from 1. */
    relays: env.integer('RELAYS', { fallback: 1, min: 1, max: MAX_RELAYS }),
    number,
  }
}

/** Not trimmed: blanks may be part of it. No error has the password. */
function readPassword(password: string | undefined): string | undefined {
  if (!/\p{Cc}/u.test(password ?? '')) return password || undefined
  throw new StartupError('PASSWORD has a line break or another character that nobody can type: remove it.')
}

/** No error has a token. */
function readTokens(tokens: string[]): string[] {
  if (!tokens.some((token) => /[^\x21-\x7e]/.test(token))) return tokens
  throw new StartupError(
    'API_TOKENS has a token with a blank or a letter beyond ASCII, which no program can send: use others, ' +
      'separated by commas.',
  )
}

function parseOrigins(origins: string[]): string[] | '*' {
  if (origins.length === 1 && origins[0] === '*') return '*'
  const wrong = origins.find((origin) => URL.parse(origin)?.origin !== origin)
  if (wrong === undefined) return origins
  const allowed = '* or exact origins such as https://shop.example, separated by commas'
  throw invalid('ALLOWED_ORIGINS', wrong, allowed)
}

/** `1:shop-web` */
function parseProjects(projects: string[]): Map<string, string> {
  const pairs = projects.map((project) => /^(\d{1,20}):(\S{1,200})$/.exec(project))
  const wrong = projects.find((_, index) => pairs[index] === null)
  if (wrong !== undefined)
    throw invalid('SENTRY_PROJECTS', wrong, 'numbers of projects and names such as 1:shop-web,2:admin')
  return new Map(pairs.map((pair) => [pair![1]!, pair![2]!]))
}

function parseScrubNames(names: string[]): string[] {
  const wrong = names.find((name) => !SCRUB_NAME.test(name))
  if (wrong === undefined) return names
  throw invalid('SCRUB', wrong, `${SCRUB_NAME_FORM}, separated by commas`)
}
