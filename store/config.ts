// The environment of the store, read once. The only file that reads process.env.
import { join, resolve } from 'node:path'
import { StartupError } from '../server/startup-error.ts'
import { readTargets, type AllowedTargets } from '../server/targets.ts'
import {
  createVariables,
  invalid,
  LOG_LEVELS,
  type Environment,
  type Variables,
} from '../server/variables.ts'

/**
 * Every query of the embedded engine holds a thread of libuv's pool. With the default of four, four heavy
 * queries stop all access to files for seconds; 16 is eight readers, two writers and some for files.
 */
const THREAD_POOL_SIZE = '16'

/**
 * Unused memory goes back to the system after half a second instead of five: with the default, a store that
 * has answered long traces stays some 50 MB larger.
 */
const ALLOCATOR = 'dirty_decay_ms:500,muzzy_decay_ms:0'

const MEBIBYTE = 1024 ** 2

/** Below it a busy day alone is over the limit. */
const MIN_STORE_LIMIT = 64 * MEBIBYTE

/** Ten years. */
const MAX_RETENTION_DAYS = 3_650

export const variables = [
  'STORE_HOST',
  'STORE_PORT',
  'STORE_ALLOWED_HOSTS',
  'DATA_DIR',
  'CLICKHOUSE_URL',
  'CLICKHOUSE_CLUSTER',
  'RETENTION_DAYS',
  'SNAPSHOT_DAYS',
  'BACKUP_DAYS',
  'STORE_LIMIT',
  'STORE_FSYNC',
  'FULL_EVENTS_PER_HOUR',
  'ALERTS',
  'ALERTS_FILE',
  'ALERT_TARGETS',
  'SMTP_URL',
  'MAIL_FROM',
  'PUBLIC_URL',
  'LOG_LEVEL',
]

export type Config = {
  host: string
  port: number
  /** Names by which other machines call the store, in lower case. */
  allowedHosts: string[]
  /** Absolute path of what the store writes: the embedded engine, the journal, the hashes, the quarantine. */
  folder: string
  clickhouseUrl: string | null
  /** The server's name of the cluster whose shards have the tables. Null: one server has them all. */
  cluster: string | null
  retentionDays: number
  /** Of snapshots of pages. */
  snapshotDays: number
  /** How long backups are kept, which the store tells who requests a deletion. */
  backupDays: number
  /** Bytes that the embedded engine may take; then the oldest days are dropped. Null: no limit. */
  storeLimit: number | null
  fsync: boolean
  /** Occurrences of one issue that are stored with all details in an hour. 0: all. */
  fullEventsPerHour: number
  /** Whether this store evaluates rules and sends messages. */
  alerts: boolean
  /** Absolute path of a file with rules and channels; it need not exist. */
  alertsFile: string
  /** The value of a variable that this file names. */
  alertVariable: (name: string) => string | undefined
  /** Where messages may go. */
  alertTargets: AllowedTargets
  /** `url`: of the SMTP server, with a password; null: no mail. `from`: a mailbox. */
  mail: { url: string | null; from: string }
  /** Of the console in messages, without its last slash. */
  publicUrl: string
  logLevel: string
}

export function readConfig(environment: Environment = process.env): Config {
  const env = createVariables(environment)
  const dataDir = env.text('DATA_DIR') ?? './data'
  return {
    host: env.text('STORE_HOST') ?? '127.0.0.1',
    port: env.integer('STORE_PORT', { fallback: 4319, min: 0, max: 65_535 }),
    allowedHosts: readAllowedHosts(env),
    folder: resolve(dataDir, 'store'),
    clickhouseUrl: readClickhouseUrl(env),
    cluster: readCluster(env),
    retentionDays: env.integer('RETENTION_DAYS', { fallback: 30, min: 1, max: MAX_RETENTION_DAYS }),
    snapshotDays: env.integer('SNAPSHOT_DAYS', { fallback: 7, min: 1, max: MAX_RETENTION_DAYS }),
    backupDays: env.integer('BACKUP_DAYS', { fallback: 30, min: 0, max: MAX_RETENTION_DAYS }),
    storeLimit: readStoreLimit(env),
    fsync: env.flag('STORE_FSYNC'),
    fullEventsPerHour: env.integer('FULL_EVENTS_PER_HOUR', { fallback: 1_000, min: 0, max: 1_000_000_000 }),
    alerts: env.choice('ALERTS', ['true', 'false'], 'true') === 'true',
    alertsFile: resolve(env.text('ALERTS_FILE') ?? join(dataDir, 'alerts.json')),
    alertVariable: (name) => env.text(name),
    alertTargets: readTargets('ALERT_TARGETS', env.list('ALERT_TARGETS')),
    mail: readMail(env),
    publicUrl: env.origin('PUBLIC_URL', 'http://127.0.0.1:8080'),
    logLevel: env.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
  }
}

/** The engine and libuv read these when they start. A day, which is a partition, is a day of UTC. */
export function prepareProcess(): void {
  process.env.JE_MALLOC_CONF ??= ALLOCATOR
  process.env.UV_THREADPOOL_SIZE ??= THREAD_POOL_SIZE
  process.env.TZ = 'UTC'
  // Rows, backups and uploads are for this user only.
  process.umask(0o077)
}

function readAllowedHosts(env: Variables): string[] {
  const names = env.list('STORE_ALLOWED_HOSTS').map((name) => name.toLowerCase())
  const wrong = names.find((name) => !/^[\w.-]+$|^[\da-f:]+$/.test(name))
  if (wrong === undefined) return names
  throw invalid('STORE_ALLOWED_HOSTS', wrong, 'host names without a port, separated by commas')
}

function readStoreLimit(env: Variables): number | null {
  if (env.text('STORE_LIMIT') === undefined) return null
  return env.size('STORE_LIMIT', { fallback: 0, min: MIN_STORE_LIMIT, max: Number.MAX_SAFE_INTEGER })
}

function readClickhouseUrl(env: Variables): string | null {
  const text = env.text('CLICKHOUSE_URL')
  if (text === undefined) return null
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && /^\/?[A-Za-z_]\w*\/?$/.test(url.pathname)) return text
  // The value may hold a password: it is not repeated.
  throw new StartupError(
    'CLICKHOUSE_URL cannot be read; it must look like http://user:password@host:8123/database.',
  )
}

function readCluster(env: Variables): string | null {
  const name = env.text('CLICKHOUSE_CLUSTER')
  if (name === undefined) return null
  if (env.text('CLICKHOUSE_URL') === undefined)
    throw new StartupError(
      `CLICKHOUSE_CLUSTER is "${name}", but only a server has clusters: ` +
        'set CLICKHOUSE_URL to one of its servers.',
    )
  if (/^[A-Za-z_][\w-]*$/.test(name)) return name
  throw new StartupError(
    `CLICKHOUSE_CLUSTER is "${name}", but must be ` +
      'a name as in remote_servers, of letters, digits, _ and -.',
  )
}

function readMail(env: Variables): Config['mail'] {
  const url = env.text('SMTP_URL')
  const from = env.text('MAIL_FROM')
  if (from !== undefined && !/^(?:[^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(from))
    throw invalid('MAIL_FROM', from, 'a mail address, or a name and an address: Errata <errata@shop.example>')
  if (url === undefined) return { url: null, from: from ?? '' }
  const { protocol, hostname } = URL.parse(url) ?? {}
  // The value may hold a password: it is not repeated.
  if (!/^smtps?:$/.test(protocol ?? '') || !hostname)
    throw new StartupError(
      'SMTP_URL cannot be read; it must look like smtps://user:password@host:465 or smtp://host:587.',
    )
  if (from === undefined)
    throw new StartupError('SMTP_URL is set, but MAIL_FROM is not: set it to the sender of mails.')
  return { url, from }
}
