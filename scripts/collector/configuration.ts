// What every candidate is checked with, and what the one that runs is told.
import type { Config } from '../config.ts'

export const configFile = 'otel-collector/config.yaml'
export const manifestFile = 'otel-collector/builder.yaml'

/** The environment that otel-collector/config.yaml reads its `${env:…}` from. */
export function collectorEnv(config: Config): NodeJS.ProcessEnv {
  return {
    ...config.environment,
    COLLECTOR_HTTP_PORT: String(config.collectorHttpPort),
    COLLECTOR_GRPC_PORT: String(config.collectorGrpcPort),
    COLLECTOR_HEALTH_PORT: String(config.collectorHealthPort),
    STORE_URL: storeUrl(config),
    DATA_DIR: config.dataDir,
  }
}

export function storeUrl(config: Config): string {
  return config.storeUrl ?? `http://127.0.0.1:${config.storePort}`
}
