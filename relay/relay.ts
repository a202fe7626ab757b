// Creates the parts of a relay and connects them: run by `index.ts`, and by tests, which use its port.
import { accessSync, constants, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Context } from 'koa'
import { METRICS_TYPE } from '../server/metrics.ts'
import { StartupError } from '../server/startup-error.ts'
import { createAccess } from './console/access.ts'
import { createCallers } from './console/callers.ts'
import { createCookies } from './console/cookies.ts'
import { createLoginSettings } from './console/login-settings.ts'
import { createLogin } from './console/login.ts'
import { createOpenId } from './console/open-id/open-id.ts'
import { isLoopbackHost } from '../server/loopback.ts'
import { createAddresses } from './address.ts'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { createAssistantTexts } from './console/assistant-texts.ts'
import { createToolAccess } from './console/tool-access.ts'
import { createConsoleFiles } from './console/files.ts'
import { createErrorPage } from './error-page.ts'
import { createCollectorQueue } from './delivery/collector-queue.ts'
import { createCollector } from './delivery/collector.ts'
import { type Forwarding, createForwarding } from './delivery/forwarding.ts'
import { lockSpools } from './delivery/spool-lock.ts'
import { createHealth } from './health.ts'
import { type Metrics, createRelayMetrics } from './metrics.ts'
import { createLiveLimit } from './console/live-limit.ts'
import { createMonitoring, type Monitoring } from './monitoring/endpoint.ts'
import { createFeedbackEndpoint } from './feedback/endpoint.ts'
import { createIntake } from './monitoring/intake.ts'
import { createSentry } from './monitoring/sentry/endpoint.ts'
import { createOtlpKeyCheck } from './monitoring/sentry/otlp.ts'
import { openLog } from './monitoring/log.ts'
import { createOrigins } from './origin.ts'
import { createScrubbing } from './secrets/scrubbing.ts'
import { createScrubbingPaths } from './secrets/endpoint.ts'
import manifest from './package.json' with { type: 'json' }
import { type Timeouts, listen } from './server.ts'
import { createSharedAddress } from './monitoring/shared-address.ts'
import { createSentryMaps } from './maps/endpoint.ts'
import { createStoreAccess } from './console/store-access.ts'
import { createStoreProxy } from './console/proxy.ts'
import { createSnapshotEndpoint } from './snapshots/endpoint.ts'

export type Relay = { port: number; toggleLog: () => void; close: () => Promise<void> }
/** Log file (default: stdout), folder of the console (default: `web/dist`), limits for slow senders. */
export type RelayOptions = { log?: string | number; files?: string; timeouts?: Timeouts }

/** A process has a few seconds to end: envelopes that were not forwarded by then go to the disk. */
const COLLECTOR_DEADLINE_MS = 500

const BUILT = fileURLToPath(new URL('../web/dist', import.meta.url))

/** Throws a `StartupError` when the port or the folder cannot be used, or another relay uses the folder. */
export async function startRelay(config: Config, options: RelayOptions = {}): Promise<Relay> {
  prepareFolder(config)
  const spoolLock = await lockSpools(config.spoolDir, orphanedSpools(config))
  const { version } = manifest
  const metrics = createRelayMetrics()
  const log = openLog(config.logLevel, metrics, options.log)
  const { logger } = log
  const collector = createCollector(config.collectorUrl)
  const collectorQueue = createCollectorQueue(config.collectorMetricsUrl)
  const { directories } = spoolLock
  const { dataDir, spoolLimit: limit } = config
  const forwarding = createForwarding({ dataDir, directories, limit, collector, log: logger, metrics })
  const { accept } = forwarding
  const addresses = createAddresses(config.trustProxy)
  const origins = createOrigins(addresses, config.allowedOrigins, isLoopbackHost(config.host))
  const store = createStoreAccess(config.storeUrl)
  const readNames = store.readScrubNames
  const scrubbing = await createScrubbing({ names: config.scrub, folder: dataDir, readNames, logger })
  const cookieSecret = config.password ?? config.login.openId?.clientSecret
  const cookies = cookieSecret === undefined ? undefined : createCookies(cookieSecret)
  const callers = createCallers({ config, addresses, cookies, logger })
  const access = createAccess({ callers, addresses, origins, store })
  const openId = config.login.openId && createOpenId(config.login.openId, config.dataDir, logger)
  const storeProxy = createStoreProxy(config.storeUrl)
  const sentryMaps = createSentryMaps({ config, logger })
  const { observe: observeSessions, hint } = createSharedAddress(logger, config.trustProxy)
  const intake = createIntake({ logger, metrics, scrubbing, accept, observeSessions })
  const entrance = { config, logger, metrics, addresses, origins, intake }
  const monitoring: Monitoring = createMonitoring(entrance, (ctx, body, sender) =>
    sentry.receiveBytes(ctx, body, sender),
  )
  const snapshots = createSnapshotEndpoint({ ...entrance, scrubbing })
  const { takeRecordings } = snapshots
  const sentry = createSentry({ ...entrance, refuse: monitoring.refuse, takeRecordings })
  const app = createApp({
    errorPage: createErrorPage({ logger, scrubbing, accept, addresses, version }),
    onAborted: (error) => logger.debug({ error: error.message }, 'a response was aborted'),
    monitoring,
    sentry,
    snapshots,
    showHealth: createHealth({
      config,
      collector,
      collectorQueue,
      forwarding,
      version,
      hint,
      sentry: sentry.state,
      access,
    }),
    showMetrics: (ctx) => showMetrics(ctx, metrics, forwarding),
    access,
    login: createLogin({ config, addresses, origins, cookies, openId, callers, store }),
    loginSettings: createLoginSettings({ config, callers, store, hasSessions: cookies !== undefined }),
    cookieKeys: cookies?.keys,
    checkOtlpKey: createOtlpKeyCheck(config.sentryKeys, monitoring.refuse),
    limitLive: createLiveLimit(addresses),
    storeProxy,
    scrubbingPaths: createScrubbingPaths(scrubbing, access.canUseApi),
    refreshScrubNames: scrubbing.refresh,
    sentryMaps,
    receiveFeedback: createFeedbackEndpoint({ addresses, intake, store }),
    consoleFiles: createConsoleFiles(options.files ?? BUILT, access),
    assistantTexts: createAssistantTexts(addresses),
    toolAccess: createToolAccess(addresses),
  })
  const server = await listen(app, config, options.timeouts)
  const { host, collectorUrl, storeUrl } = config
  logger.info(
    {
      host,
      port: server.port,
      collector: withoutCredentials(collectorUrl),
      store: withoutCredentials(storeUrl),
      version,
      pid: process.pid,
    },
    'relay listens',
  )
  return { port: server.port, toggleLog: log.toggle, close }

  /** No new requests; running ones are answered; what is in the spool waits for the next start. */
  async function close(): Promise<void> {
    scrubbing.close()
    storeProxy.close()
    sentryMaps.close()
    collectorQueue.close()
    const deadline = setTimeout(collector.close, COLLECTOR_DEADLINE_MS)
    await server.close()
    await snapshots.close()
    await forwarding.stop()
    clearTimeout(deadline)
    collector.close()
    await forwarding.close()
    spoolLock.release()
    logger.info('relay has stopped')
    log.close()
  }
}

function withoutCredentials(address: string): string {
  return address.replace(/\/\/[^/?#]*@/, '//')
}

function showMetrics(ctx: Context, metrics: Metrics, forwarding: Forwarding): void {
  const { bytes, envelopes } = forwarding.spoolSize()
  ctx.type = METRICS_TYPE
  ctx.body = metrics.text({
    errata_relay_spool_bytes: bytes,
    errata_relay_spool_envelopes: envelopes,
    process_resident_memory_bytes: process.memoryUsage.rss(),
  })
}

function prepareFolder({ spoolDir, dataDir }: Config): void {
  try {
    mkdirSync(spoolDir, { recursive: true })
    accessSync(spoolDir, constants.W_OK)
  } catch (error) {
    throw new StartupError(
      `DATA_DIR ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code}): ` +
        'allow it for this user, or set DATA_DIR to another folder.',
    )
  }
}

/** Spools of relays that no longer run: when RELAYS becomes smaller, the first relay sends them. */
function orphanedSpools({ spoolDir, relays, number }: Config): string[] {
  if (number !== 1) return []
  return readdirSync(spoolDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^\d+$/.test(entry.name) && Number(entry.name) > relays)
    .map((entry) => path.join(spoolDir, entry.name))
}
