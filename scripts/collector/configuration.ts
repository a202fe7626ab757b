// Files of the collector's configuration, and the environment that it reads.
import type { Config } from '../config.ts'

export const configFile = 'otel-collector/config.yaml'
export const manifestFile = 'otel-collector/builder.yaml'

/** The values of every `${env:…}` in otel-collector/config.yaml. */
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
