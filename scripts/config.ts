// The launcher's only file that reads the environment. Its processes read theirs from the same variables.
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { createVariables } from '../server/variables.ts'

export type Config = ReturnType<typeof getConfig>

/** Of the relay, for a browser on this machine. */
export function relayUrl({ host, port }: { host: string; port: number }): string {
  return `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`
}

const RELEASES = 'https://github.com/open-telemetry/opentelemetry-collector-releases/releases/download'

/** Throws a `StartupError` for a value that is not allowed. */
export function getConfig(environment: NodeJS.ProcessEnv = process.env) {
  const read = createVariables(environment)
  const port = (name: string, fallback: number) => read.integer(name, { fallback, min: 1, max: 65_535 })
  const relay = { host: read.text('HOST') ?? '127.0.0.1', port: port('PORT', 8080) }
  return {
    ...relay,
    /** Of the console, in messages of the store. */
    publicUrl: read.origin('PUBLIC_URL', relayUrl(relay)),
    storePort: port('STORE_PORT', 4319),
    collectorHttpPort: port('COLLECTOR_HTTP_PORT', 4318),
    collectorGrpcPort: port('COLLECTOR_GRPC_PORT', 4317),
    collectorHealthPort: port('COLLECTOR_HEALTH_PORT', 13133),
    dataDir: resolve(read.text('DATA_DIR') ?? './data'),
    relays: read.integer('RELAYS', { fallback: 1, min: 1, max: 64 }),
    /** One of them, for `npm run doctor` and `npm run seed`. */
    apiToken: read.list('API_TOKENS')[0],
    /** Path of a collector binary, or `none`: run without a collector. */
    otelcol: read.text('OTELCOL'),
    /** If set, the launcher starts no collector. */
    endpoint: read.text('OTEL_EXPORTER_OTLP_ENDPOINT'),
    /** If set, the launcher starts no store. */
    storeUrl: read.text('STORE_URL'),
    /** Folder for a downloaded or built collector, shared by all checkouts of this user. */
    cacheDir: join(read.text('XDG_CACHE_HOME') ?? join(homedir(), '.cache'), 'errata'),
    /** URL of the releases of the official collector. */
    releases: RELEASES,
    /** The environment of every child. */
    environment,
  }
}
