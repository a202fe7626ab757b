// Everything the store takes from its surroundings, read once. A value that makes no sense ends the process with one sentence.
import { resolve } from 'node:path'
import { Unstartable } from './unstartable.ts'

/** Queries of the embedded engine hold a thread of libuv's pool each. With the default of four, four heavy ones stall every file access for seconds. */
const POOL_THREADS = '16'

export const variables = [
  'STORE_HOST',
  'STORE_PORT',
  'DATA_DIR',
  'CLICKHOUSE_URL',
  'CLICKHOUSE_CLUSTER',
  'RETENTION_DAYS',
  'STORE_LIMIT',
  'STORE_FSYNC',
  'LOG_LEVEL',
]

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export type Config = {
  host: string
  port: number
  /** Absolute path of what the store keeps on disk: the embedded engine, the intent, the hashes, the refused. */
  folder: string
  clickhouseUrl: string | null
  /** The server's name of the cluster whose shards hold the tables. Null: one server holds them all. */
  cluster: string | null
  retentionDays: number
  /** Bytes the embedded engine may take; the oldest days go first. Null: no limit. */
  storeLimit: number | null
  fsync: boolean
  logLevel: string
}

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  return {
    host: env.STORE_HOST || '127.0.0.1',
    port: whole(env, 'STORE_PORT', 4319, 0, 65_535),
    folder: resolve(env.DATA_DIR || './data', 'store'),
    clickhouseUrl: clickhouseUrl(env),
    cluster: cluster(env),
    retentionDays: whole(env, 'RETENTION_DAYS', 30, 1, 3_650),
    storeLimit: env.STORE_LIMIT ? bytes('STORE_LIMIT', env.STORE_LIMIT) : null,
    fsync: flag(env, 'STORE_FSYNC'),
    logLevel: oneOf(env, 'LOG_LEVEL', 'info', LEVELS),
  }
}

/**
 * Memory that the engine's allocator no longer needs goes back to the system after half a second instead of five. With the default a store
 * that had answered long traces stayed some 50 MB larger.
 */
const ALLOCATOR = 'dirty_decay_ms:500,muzzy_decay_ms:0'

/** The engine reads these when it is loaded: how many threads wait for it, what a day is (partitions are days of UTC), how long it holds on to memory. */
export function prepareProcess(): void {
  process.env.JE_MALLOC_CONF ??= ALLOCATOR
  process.env.UV_THREADPOOL_SIZE ??= POOL_THREADS
  process.env.TZ = 'UTC'
}

function whole(env: NodeJS.ProcessEnv, name: string, otherwise: number, least: number, most: number): number {
  const text = env[name]
  if (!text) return otherwise
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw new Unstartable(`${name} is "${text}", but must be a whole number from ${least} to ${most}.`)
}

function bytes(name: string, text: string): number {
  const found = /^(\d+)\s*(?:([KMGT])i?B?|B)?$/i.exec(text.trim())
  const value = Number(found?.[1]) * 1024 ** ' KMGT'.indexOf(found?.[2]?.toUpperCase() ?? ' ')
  if (found && value >= 64 * 1024 ** 2 && Number.isSafeInteger(value)) return value
  throw new Unstartable(
    `${name} is "${text}", but must be bytes, as 2147483648 or 2 GiB, and at least 64 MiB.`,
  )
}

function flag(env: NodeJS.ProcessEnv, name: string): boolean {
  return oneOf(env, name, 'false', ['true', 'false']) === 'true'
}

function oneOf(env: NodeJS.ProcessEnv, name: string, otherwise: string, allowed: string[]): string {
  const text = env[name] || otherwise
  if (allowed.includes(text)) return text
  throw new Unstartable(`${name} is "${text}", but must be one of ${allowed.join(', ')}.`)
}

function clickhouseUrl(env: NodeJS.ProcessEnv): string | null {
  const text = env.CLICKHOUSE_URL
  if (!text) return null
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && /^\/?[A-Za-z_]\w*\/?$/.test(url.pathname)) return text
  // The value may hold a password: it is not repeated.
  throw new Unstartable(
    'CLICKHOUSE_URL cannot be read; it must look like http://user:password@host:8123/database.',
  )
}

function cluster(env: NodeJS.ProcessEnv): string | null {
  const text = env.CLICKHOUSE_CLUSTER
  if (!text) return null
  if (!env.CLICKHOUSE_URL)
    throw new Unstartable(
      `CLICKHOUSE_CLUSTER is "${text}", but only a server has clusters: set CLICKHOUSE_URL to one of its servers.`,
    )
  if (/^[A-Za-z_][\w-]*$/.test(text)) return text
  throw new Unstartable(
    `CLICKHOUSE_CLUSTER is "${text}", but must be a name as in remote_servers: letters, digits, _ and -.`,
  )
}
