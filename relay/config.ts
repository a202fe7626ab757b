// The only file of the relay that reads `process.env`. A value that makes no sense ends the process with one sentence.
import path from 'node:path'

export type Config = {
  /** Address and port the relay listens on. */
  host: string
  port: number
  /** Everything that must outlive a restart lies below it; the relay's part is `spoolDir`. */
  dataDir: string
  spoolDir: string
  /** Base URL of the collector, without `/v1/…`. */
  collectorUrl: string
  /** False when the launcher found no collector and `collectorUrl` is the store's own door. */
  hasCollector: boolean
  storeUrl: string
  password: string | undefined
  apiTokens: string[]
  consoleOpen: boolean
  /** Exact origins of other sites whose pages may send. */
  allowedOrigins: string[] | '*'
  /** Proxies in front, counted from the right of `X-Forwarded-*`. */
  trustProxy: number
  clientAddress: 'off' | 'truncated' | 'full'
  /** Names whose values are secrets, beside those the relay knows. */
  scrub: string[]
  /** Bytes of one body, as sent and unpacked. */
  bodyLimit: number
  /** Requests a minute from one address; 0: no limit. */
  rateLimit: number
  spoolLimit: number
  logLevel: (typeof LEVELS)[number]
  /** How many relays listen on the port, and which of them this is, from 1. */
  relays: number
  number: number
}

/** Its message is the sentence for whoever started the process. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** What a user may set; README's table is checked against it. */
export const variables = [
  'HOST',
  'PORT',
  'DATA_DIR',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'STORE_URL',
  'PASSWORD',
  'API_TOKENS',
  'CONSOLE_OPEN',
  'ALLOWED_ORIGINS',
  'TRUST_PROXY',
  'CLIENT_ADDRESS',
  'SCRUB',
  'BODY_LIMIT',
  'RATE_LIMIT',
  'SPOOL_LIMIT',
  'RELAYS',
  'LOG_LEVEL',
] as const

/** Set by the launcher for its children, by nobody else. */
export const launcherVariables = ['COLLECTOR', 'RELAY_NUMBER'] as const

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const KIB = 1024
const MIB = 1024 * KIB
const UNITS: Record<string, number> = { '': 1, kib: KIB, mib: MIB, gib: 1024 * MIB }
/** A page of SQLite is 4 KiB and an empty spool takes some; less than this could hold nothing. */
const LEAST_SPOOL = 64 * KIB
/** A string in V8 holds 512 MiB at most, and a body is read whole. */
const LARGEST_BODY = 256 * MIB

type Environment = Record<string, string | undefined>

/** Throws a `ConfigError`. An empty variable counts as not set. */
export function readConfig(environment: Environment = process.env): Config {
  const text = (name: string) => environment[name]?.trim() || undefined
  const dataDir = path.resolve(text('DATA_DIR') ?? 'data')
  const number = whole('RELAY_NUMBER', text('RELAY_NUMBER'), 1, 1, 64)
  return {
    host: text('HOST') ?? '127.0.0.1',
    port: whole('PORT', text('PORT'), 8080, 0, 65_535),
    dataDir,
    spoolDir: number === 1 ? path.join(dataDir, 'spool') : path.join(dataDir, 'spool', String(number)),
    collectorUrl: url(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      text('OTEL_EXPORTER_OTLP_ENDPOINT'),
      'http://127.0.0.1:4318',
    ),
    hasCollector: choice('COLLECTOR', text('COLLECTOR'), ['none', 'some'] as const, 'some') === 'some',
    storeUrl: url('STORE_URL', text('STORE_URL'), 'http://127.0.0.1:4319'),
    password: environment['PASSWORD'] || undefined,
    apiTokens: list(text('API_TOKENS')),
    consoleOpen: choice('CONSOLE_OPEN', text('CONSOLE_OPEN'), ['true', 'false'] as const, 'false') === 'true',
    allowedOrigins: origins(text('ALLOWED_ORIGINS')),
    trustProxy: whole('TRUST_PROXY', text('TRUST_PROXY'), 0, 0, 16),
    clientAddress: choice(
      'CLIENT_ADDRESS',
      text('CLIENT_ADDRESS'),
      ['off', 'truncated', 'full'] as const,
      'truncated',
    ),
    scrub: names(text('SCRUB')),
    bodyLimit: size('BODY_LIMIT', text('BODY_LIMIT'), MIB, KIB, LARGEST_BODY),
    rateLimit: whole('RATE_LIMIT', text('RATE_LIMIT'), 600, 0, 1_000_000_000),
    spoolLimit: size('SPOOL_LIMIT', text('SPOOL_LIMIT'), 512 * MIB, LEAST_SPOOL, Number.MAX_SAFE_INTEGER),
    logLevel: choice('LOG_LEVEL', text('LOG_LEVEL'), LEVELS, 'info'),
    relays: whole('RELAYS', text('RELAYS'), 1, 1, 64),
    number,
  }
}

function whole(
  name: string,
  text: string | undefined,
  standard: number,
  least: number,
  most: number,
): number {
  if (text === undefined) return standard
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number <= most) return number
  throw refusal(name, text, `a whole number from ${least} to ${most}`)
}

function size(name: string, text: string | undefined, standard: number, least: number, most: number): number {
  if (text === undefined) return standard
  const [, digits, unit = ''] = /^(\d+)\s*([KMG]iB)?$/i.exec(text) ?? []
  const bytes = Number(digits) * UNITS[unit.toLowerCase()]!
  if (bytes >= least && bytes <= most) return bytes
  throw refusal(name, text, `a number of bytes such as 1048576, 512 KiB or 1 MiB, and at least ${least}`)
}

function choice<Choice extends string>(
  name: string,
  text: string | undefined,
  allowed: readonly Choice[],
  standard: Choice,
): Choice {
  if (text === undefined) return standard
  const found = allowed.find((value) => value === text)
  if (found !== undefined) return found
  throw refusal(name, text, allowed.join(', '))
}

function url(name: string, text: string | undefined, standard: string): string {
  const value = text ?? standard
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value.replace(/\/+$/, '')
  throw refusal(name, value, 'an http or https URL')
}

function origins(text: string | undefined): string[] | '*' {
  if (text === '*') return '*'
  const given = list(text)
  for (const origin of given)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw refusal(
        'ALLOWED_ORIGINS',
        origin,
        '* or exact origins such as https://shop.example, separated by commas',
      )
  return given
}

/** Shorter ones are the end of half of all names. */
function names(text: string | undefined): string[] {
  const given = list(text)
  for (const name of given)
    if (!/^[\p{L}\d](?:[-_. ]?[\p{L}\d]){2,63}$/u.test(name))
      throw refusal(
        'SCRUB',
        name,
        'names of at least three letters and digits such as iban or customer-number, separated by commas',
      )
  return given
}

function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function refusal(name: string, value: string, allowed: string): ConfigError {
  return new ConfigError(`${name} is "${value}", but allowed is: ${allowed}.`)
}
