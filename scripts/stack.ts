// The processes of the stack: command, environment, readiness check and time limits of each.
import { get } from 'node:http'
import { collectorEnv, configFile, storeUrl } from './collector/configuration.ts'
import type { Config } from './config.ts'
import { removePid, writePid } from './orphaned-collector.ts'
import type { SupervisedProcess } from './supervisor.ts'

/** A health check on the loopback that takes longer counts as not ready. */
const HEALTH_TIMEOUT_MS = 2_000

/**
 * In the order of their start. `collector`: path of a binary; undefined where none is to be started.
 * `metricsPort`: a free port, where the collector says how much waits in its queue.
 */
export function stackProcesses(
  config: Config,
  collector: string | undefined,
  metricsPort: number,
): SupervisedProcess[] {
  return [
    ...(config.storeUrl === undefined ? [storeProcess(config)] : []),
    ...(collector === undefined ? [] : [collectorProcess(config, collector, metricsPort)]),
    ...relayProcesses(config, collectorOfRelay(config, collector, metricsPort)),
  ]
}

function storeProcess(config: Config): SupervisedProcess {
  return {
    name: 'store',
    group: 'store',
    command: process.execPath,
    args: ['store/index.ts'],
    env: {
      ...config.environment,
      STORE_PORT: String(config.storePort),
      DATA_DIR: config.dataDir,
      PUBLIC_URL: config.publicUrl,
    },
    isReady: () => isHealthy(`http://127.0.0.1:${config.storePort}/health`),
    readyTimeoutMs: 120_000,
    stopTimeoutMs: 3_500,
  }
}

function collectorProcess(config: Config, binary: string, metricsPort: number): SupervisedProcess {
  return {
    name: 'otel-collector',
    group: 'otel-collector',
    command: binary,
    args: ['--config', configFile],
    env: {
      ...collectorEnv(config),
      COLLECTOR_METRICS: 'detailed',
      COLLECTOR_METRICS_PORT: String(metricsPort),
    },
    isReady: () => isHealthy(`http://127.0.0.1:${config.collectorHealthPort}/`),
    onProcess: (pid) => (pid === undefined ? removePid(config) : writePid(config, pid)),
    readyTimeoutMs: 60_000,
    stopTimeoutMs: 2_500,
  }
}

/** Where a relay sends to: a collector of ours, one that runs elsewhere, or the store. */
function collectorOfRelay(
  config: Config,
  collector: string | undefined,
  metricsPort: number,
): NodeJS.ProcessEnv {
  if (config.endpoint !== undefined) return { OTEL_EXPORTER_OTLP_ENDPOINT: config.endpoint }
  if (collector === undefined) return { OTEL_EXPORTER_OTLP_ENDPOINT: storeUrl(config), COLLECTOR: 'none' }
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${config.collectorHttpPort}`,
    COLLECTOR_METRICS_URL: `http://127.0.0.1:${metricsPort}/metrics`,
  }
}

function relayProcesses(config: Config, collector: NodeJS.ProcessEnv): SupervisedProcess[] {
  return Array.from({ length: config.relays }, (_, index) => ({
    name: config.relays === 1 ? 'relay' : `relay ${index + 1}`,
    group: 'relay',
    command: process.execPath,
    // A larger young generation does not make the relay faster and doubles its peak memory.
    args: ['--max-semi-space-size=8', 'relay/index.ts'],
    env: {
      ...config.environment,
      HOST: config.host,
      PORT: String(config.port),
      DATA_DIR: config.dataDir,
      STORE_URL: storeUrl(config),
      ...collector,
      RELAY_NUMBER: String(index + 1),
    },
    // All relays listen on one port, so a request to it cannot tell whether this one is ready.
    isReady: (reportedReady) => Promise.resolve(reportedReady),
    readyTimeoutMs: 30_000,
    stopTimeoutMs: 3_500,
  }))
}

/** `http`, as `fetch` costs the launcher 10 MB. */
function isHealthy(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { timeout: HEALTH_TIMEOUT_MS }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    // The process does not listen yet, or does not answer.
    request.on('error', () => resolve(false)).on('timeout', () => request.destroy())
  })
}
