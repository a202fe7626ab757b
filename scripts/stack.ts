// The processes of the stack: command, environment, readiness check and time limits of each.
import { get } from 'node:http'
import { join } from 'node:path'
import { collectorEnv, configFile, storeUrl } from './collector/configuration.ts'
import type { Config } from './config.ts'
import { removePid, writePid } from './orphaned-collector.ts'
import type { SupervisedProcess } from './supervisor.ts'

// Node caches the code of stripped TypeScript here. Without it every start strips all types again.
const compileCache = { NODE_COMPILE_CACHE: join('node_modules', '.cache', 'compiled') }

/** A health check on the loopback that takes longer counts as not ready. */
const HEALTH_TIMEOUT_MS = 2_000

/** In the order of their start. `collector`: path of a binary; undefined where none is to be started. */
export function stackProcesses(config: Config, collector: string | undefined): SupervisedProcess[] {
  const withoutCollector = collector === undefined && config.endpoint === undefined
  return [
    ...(config.storeUrl === undefined ? [storeProcess(config)] : []),
    ...(collector === undefined ? [] : [collectorProcess(config, collector)]),
    ...relayProcesses(config, withoutCollector),
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
      ...compileCache,
      STORE_PORT: String(config.storePort),
      DATA_DIR: config.dataDir,
    },
    isReady: () => isHealthy(`http://127.0.0.1:${config.storePort}/health`),
    readyTimeoutMs: 120_000,
    stopTimeoutMs: 3_500,
  }
}

function collectorProcess(config: Config, binary: string): SupervisedProcess {
  return {
    name: 'otel-collector',
    group: 'otel-collector',
    command: binary,
    args: ['--config', configFile],
    env: collectorEnv(config),
    isReady: () => isHealthy(`http://127.0.0.1:${config.collectorHealthPort}/`),
    onProcess: (pid) => (pid === undefined ? removePid(config) : writePid(config, pid)),
    readyTimeoutMs: 60_000,
    stopTimeoutMs: 2_500,
  }
}

function relayProcesses(config: Config, withoutCollector: boolean): SupervisedProcess[] {
  const collectorUrl = `http://127.0.0.1:${config.collectorHttpPort}`
  const endpoint = config.endpoint ?? (withoutCollector ? storeUrl(config) : collectorUrl)
  return Array.from({ length: config.relays }, (_, index) => ({
    name: config.relays === 1 ? 'relay' : `relay ${index + 1}`,
    group: 'relay',
    command: process.execPath,
    // A larger young generation does not make the relay faster and doubles its peak memory.
    args: ['--max-semi-space-size=8', 'relay/index.ts'],
    env: {
      ...config.environment,
      ...compileCache,
      HOST: config.host,
      PORT: String(config.port),
      DATA_DIR: config.dataDir,
      STORE_URL: storeUrl(config),
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      RELAY_NUMBER: String(index + 1),
      ...(withoutCollector ? { COLLECTOR: 'none' } : {}),
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
