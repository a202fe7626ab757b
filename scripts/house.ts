// The three processes: how each is started, what it is told, and how one knows that it is ready.
import { join } from 'node:path'
import { collectorEnv, configFile, storeUrl } from './collector/configuration.ts'
import type { Config } from './config.ts'
import { forget, remember } from './leftover.ts'
import type { Supervised } from './supervisor.ts'

// Compiled TypeScript is kept between starts: without it each start strips types anew.
const compileCache = { NODE_COMPILE_CACHE: join('node_modules', '.cache', 'compiled') }

export function storeProcess(config: Config): Supervised {
  return {
    name: 'store',
    group: 'store',
    command: process.execPath,
    args: ['store/index.ts'],
    // The embedded engine holds a thread of this pool for every query that runs; with the default of four, files and DNS wait.
    env: {
      ...config.environment,
      ...compileCache,
      STORE_PORT: String(config.storePort),
      DATA_DIR: config.dataDir,
    },
    ready: () => answers(`http://127.0.0.1:${config.storePort}/health`),
    readyWithin: 120_000,
    stopWithin: 3_500,
  }
}

export function collectorProcess(config: Config, binary: string): Supervised {
  return {
    name: 'otel-collector',
    group: 'otel-collector',
    command: binary,
    args: ['--config', configFile],
    env: collectorEnv(config),
    ready: () => answers(`http://127.0.0.1:${config.collectorHealthPort}/`),
    onProcess: (pid) => (pid === undefined ? forget(config) : remember(config, pid)),
    readyWithin: 60_000,
    stopWithin: 2_500,
  }
}

export function relayProcesses(
  config: Config,
  { withoutCollector }: { withoutCollector: boolean },
): Supervised[] {
  const endpoint =
    config.endpoint ?? (withoutCollector ? storeUrl(config) : `http://127.0.0.1:${config.collectorHttpPort}`)
  return Array.from({ length: config.relays }, (_, index) => ({
    name: config.relays === 1 ? 'relay' : `relay ${index + 1}`,
    group: 'relay',
    command: process.execPath,
    // A larger young generation makes nothing faster here and doubles the memory at its peak.
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
    // All of them answer on one port, so an answer there says nothing about this one.
    ready: (told) => Promise.resolve(told),
    readyWithin: 30_000,
    stopWithin: 3_500,
  }))
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
