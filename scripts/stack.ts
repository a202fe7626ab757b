// The processes of the stack: command, environment, readiness check and time limits of each.
import { getText } from '../server/node-http.ts'
import { collectorEnv, configFile, storeUrl } from './collector/configuration.ts'
import type { Config } from './config.ts'
import { removePid, writePid } from './orphaned-collector.ts'
import type { SupervisedProcess } from './supervisor.ts'

/**
 * Of glibc, for the Node processes. Large buffers get pages of their own, which go back to the system when
 * they are freed; in the common heap they leave gaps that stay. The store has few, large requests: after
 * 40,000 exceptions it has 427 instead of 481 MB. Node reads into buffers of 64 KiB. Pages of their own for
 * these cost the relay 5 % of its processor time, so its threshold is above them: 120 instead of 130 MB under
 * load. The Dockerfile sets the same.
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }
const STORE_ALLOCATOR = { ...ALLOCATOR, MALLOC_MMAP_THRESHOLD_: '32768' }
const RELAY_ALLOCATOR = { ...ALLOCATOR, MALLOC_MMAP_THRESHOLD_: '73728' }

/**
 * Go collects garbage more often near this limit of its heap: after load 130 MB instead of 175 to 250 MB. It
 * is a soft limit; `memory_limiter` in the configuration refuses requests.
 */
const COLLECTOR_MEMORY = { GOMEMLIMIT: '128MiB' }

/** A health check on the loopback that takes longer counts as not ready. */
const HEALTH_TIMEOUT_MS = 2_000

/**
 * `binary`: a path; undefined where no collector is to be started. `metricsPort`: a free port, where the
 * collector says how much waits in its queue.
 */
export type Collector = { binary: string | undefined; metricsPort: number }

/** In the order of their start. */
export function stackProcesses(config: Config, collector: Collector): SupervisedProcess[] {
  const { binary, metricsPort } = collector
  return [
    ...(config.storeUrl === undefined ? [storeProcess(config)] : []),
    ...(binary === undefined ? [] : [collectorProcess(config, binary, metricsPort)]),
    ...relayProcesses(config, collectorOfRelay(config, collector)),
  ]
}

function storeProcess(config: Config): SupervisedProcess {
  return {
    name: 'store',
    group: 'store',
    command: process.execPath,
    args: ['store/index.ts'],
    env: {
      ...STORE_ALLOCATOR,
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
      ...COLLECTOR_MEMORY,
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
function collectorOfRelay(config: Config, { binary, metricsPort }: Collector): NodeJS.ProcessEnv {
  if (config.endpoint !== undefined) return { OTEL_EXPORTER_OTLP_ENDPOINT: config.endpoint }
  if (binary === undefined) return { OTEL_EXPORTER_OTLP_ENDPOINT: storeUrl(config), COLLECTOR: 'none' }
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
      ...RELAY_ALLOCATOR,
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

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await getText(url, HEALTH_TIMEOUT_MS)).status === 200
  } catch {
    // The process does not listen yet, or does not answer.
    return false
  }
}
