// The only place where the launcher reads its environment. What the processes read themselves passes through untouched.
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

export type Config = {
  host: string
  port: number
  storePort: number
  collectorHttpPort: number
  collectorGrpcPort: number
  collectorHealthPort: number
  dataDir: string
  relays: number
  /** Path of a collector binary that the user names, or `none`: do without one. */
  otelcol: string | undefined
  /** Set: somebody else runs the collector. */
  endpoint: string | undefined
  /** Set: somebody else runs the store. */
  storeUrl: string | undefined
  /** Where a collector that was downloaded or built is kept, for all checkouts of this user. */
  cacheDir: string
  /** Where the official collector is downloaded from. */
  releases: string
  /** What a child inherits. */
  environment: NodeJS.ProcessEnv
}

export const variables = [
  'HOST',
  'PORT',
  'STORE_PORT',
  'COLLECTOR_HTTP_PORT',
  'COLLECTOR_GRPC_PORT',
  'COLLECTOR_HEALTH_PORT',
  'DATA_DIR',
  'RELAYS',
  'OTELCOL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'STORE_URL',
]

/** Throws one sentence that names variable, value and what is allowed. */
export function getConfig(env: NodeJS.ProcessEnv = process.env): Config {
  return {
    host: env['HOST'] || '127.0.0.1',
    port: port(env, 'PORT', 8080),
    storePort: port(env, 'STORE_PORT', 4319),
    collectorHttpPort: port(env, 'COLLECTOR_HTTP_PORT', 4318),
    collectorGrpcPort: port(env, 'COLLECTOR_GRPC_PORT', 4317),
    collectorHealthPort: port(env, 'COLLECTOR_HEALTH_PORT', 13133),
    dataDir: resolve(env['DATA_DIR'] || './data'),
    relays: whole(env, 'RELAYS', 1, 1, 64),
    otelcol: env['OTELCOL'] || undefined,
    endpoint: env['OTEL_EXPORTER_OTLP_ENDPOINT'] || undefined,
    storeUrl: env['STORE_URL'] || undefined,
    cacheDir: join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'errata'),
    releases: 'https://github.com/open-telemetry/opentelemetry-collector-releases/releases/download',
    environment: env,
  }
}

function port(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  return whole(env, name, otherwise, 1, 65_535)
}

function whole(env: NodeJS.ProcessEnv, name: string, otherwise: number, least: number, most: number): number {
  const text = env[name]
  if (text === undefined || text === '') return otherwise
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > most)
    throw new Error(`${name} is "${text}", but must be a whole number from ${least} to ${most}.`)
  return value
}
