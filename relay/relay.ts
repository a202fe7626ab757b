// Puts the parts of a relay together: what `index.ts` runs and what tests enter through its port.
import { accessSync, constants, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Context } from 'koa'
import { createAccess } from './access.ts'
import { createAddresses, isLoopbackHost } from './address.ts'
import { createApi } from './api.ts'
import { createApp } from './app.ts'
import { type Config, ConfigError } from './config.ts'
import { createConsole } from './console.ts'
import { createFallback } from './fallback.ts'
import { createBatches } from './forward/batch.ts'
import { createCollector } from './forward/collector.ts'
import { createForwarder } from './forward/durable-forwarder.ts'
import { orphanedSpools } from './forward/orphaned-spools.ts'
import { createSpool } from './forward/spool.ts'
import { createHealth } from './health.ts'
import { createMeter } from './meter.ts'
import { createMonitoring } from './monitoring/index.ts'
import { createLimits } from './monitoring/rate-limit.ts'
import { openLog } from './monitoring/log.ts'
import { createOrigins } from './monitoring/origin.ts'
import { createRefusals } from './monitoring/refusal-log.ts'
import { createScrubber } from './monitoring/scrub.ts'
import manifest from './package.json' with { type: 'json' }
import { type Timeouts, listen } from './server.ts'

export type Relay = { port: number; toggleLog: () => void; close(): Promise<void> }
/** Where the log goes and where the built console lies (stdout and `web/dist`), and how long slow senders are waited for. */
type Surroundings = { log?: string | number; files?: string; timeouts?: Timeouts }

/** While stopping, what the collector has not answered by then goes to the disk: a process that is told to end has few seconds. */
const COLLECTOR_PATIENCE_MS = 500

const BUILT = fileURLToPath(new URL('../web/dist', import.meta.url))

/** Throws a `ConfigError` when a port or folder cannot be had. */
export async function openRelay(
  config: Config,
  { log: destination, files = BUILT, timeouts }: Surroundings = {},
): Promise<Relay> {
  prepareFolder(config)
  const { version } = manifest
  const meter = createMeter()
  const log = openLog(config.logLevel, meter, destination)
  const { logger } = log
  const scrubber = createScrubber(config.scrub)
  const collector = createCollector(config.collectorUrl)
  const send = createBatches(collector.post)
  const spools = [config.spoolDir, ...orphanedSpools(config)].map((directory) =>
    createSpool({ directory, limit: config.spoolLimit, log: logger, meter }),
  )
  const forwarders = spools.map((spool) => createForwarder({ send, spool, log: logger, meter }))
  const { accept, state } = forwarders[0]!
  const canRead = () => forwarders.every((forwarder) => forwarder.state().canRead)
  const addresses = createAddresses(config.trustProxy)
  const origins = createOrigins(addresses, config.allowedOrigins, isLoopbackHost(config.host))
  const access = createAccess({ config, addresses, origins })
  const api = createApi(config.storeUrl)
  const app = createApp({
    fallback: createFallback({ logger, scrubber, accept, addresses, version }),
    brokeOff: (error) => logger.debug({ error: error.message }, 'an answer broke off'),
    monitoring: createMonitoring({
      config,
      logger,
      meter,
      scrubber,
      addresses,
      origins,
      limits: createLimits(config.rateLimit),
      refusals: createRefusals(logger),
      accept,
    }),
    health: createHealth({
      config,
      collector,
      spool: () => ({ ...state(), canRead: canRead(), ...spoolSize() }),
      version,
    }),
    metrics,
    access,
    api,
    console: createConsole(files, access),
  })
  const server = await listen(app, config, timeouts)
  logger.info(
    {
      host: config.host,
      port: server.port,
      collector: config.collectorUrl,
      store: config.storeUrl,
      version,
      pid: process.pid,
    },
    'relay listens',
  )
  return { port: server.port, toggleLog: log.toggle, close }

  function metrics(ctx: Context): void {
    const { bytes, envelopes } = spoolSize()
    ctx.type = 'text/plain; version=0.0.4; charset=utf-8'
    ctx.body = meter.text({
      errata_relay_spool_bytes: bytes,
      errata_relay_spool_envelopes: envelopes,
      process_resident_memory_bytes: process.memoryUsage.rss(),
    })
  }

  function spoolSize(): { bytes: number; envelopes: number } {
    const sizes = spools.map((spool) => spool.size())
    return {
      bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
      envelopes: sizes.reduce((sum, { envelopes }) => sum + envelopes, 0),
    }
  }

  /** In reverse: nobody new, everybody answered, what is held stays on the disk for the next start. */
  async function close(): Promise<void> {
    api.close()
    const hurry = setTimeout(collector.close, COLLECTOR_PATIENCE_MS)
    await server.close()
    await Promise.all(forwarders.map((forwarder) => forwarder.stop()))
    clearTimeout(hurry)
    collector.close()
    await Promise.all(spools.map((spool) => spool.close()))
    logger.info('relay has stopped')
    log.close()
  }
}

function prepareFolder({ spoolDir, dataDir }: Config): void {
  try {
    mkdirSync(spoolDir, { recursive: true })
    accessSync(spoolDir, constants.W_OK)
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code}): give this user the right, or set DATA_DIR to another folder.`,
    )
  }
}
