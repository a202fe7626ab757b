// `GET /health`: the state of collector, store and spool, memory, and the clock of the relay.
// 503: the relay cannot accept requests.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'koa'
import { cacheFor } from '../server/event-loop.ts'
import { getText } from '../server/node-http.ts'
import type { Config } from './config.ts'
import type { Access } from './console/access.ts'
import type { CollectorQueueReader } from './delivery/collector-queue.ts'
import type { Collector } from './delivery/collector.ts'
import type { Forwarding } from './delivery/forwarding.ts'
import type { SentryState } from './monitoring/sentry/state.ts'

type ShowHealth = (ctx: Context) => Promise<void>
type Parts = {
  config: Config
  collector: Collector
  collectorQueue: CollectorQueueReader
  forwarding: Forwarding
  version: string
  /** A sentence about the settings, for `npm run doctor`. */
  hint: () => string | undefined
  sentry: () => SentryState
  access: Pick<Access, 'canUseApi' | 'canViewEverything'>
}

/** Results are cached for one second. */
const CACHE_MS = 1_000
/** Health checks wait for the answer. A collector or store that takes longer is reported as down. */
const TIMEOUT_MS = 800

export function createHealth(parts: Parts): ShowHealth {
  const { config, collector, collectorQueue, forwarding, version, hint, sentry, access } = parts
  const collectorAnswers = cacheResult(
    async () => (await collector.post('traces', [Buffer.alloc(0)])) === 'delivered',
  )
  let isStoreHealthy = true
  const storeAnswers = cacheResult(async () => {
    const answer = await getText(`${config.storeUrl}/health`, TIMEOUT_MS)
    const { status } = JSON.parse(answer.text) as { status?: string }
    isStoreHealthy = status !== 'degraded'
    return answer.status === 200
  })
  return show

  async function show(ctx: Context): Promise<void> {
    const [collectorIsUp, storeIsUp, queue] = await Promise.all([
      config.hasCollector ? collectorAnswers() : true,
      storeAnswers(),
      collectorQueue.read(),
    ])
    const { isSpooling, canWrite, canRead } = forwarding.state()
    const upstreamIsUp = config.hasCollector ? collectorIsUp : storeIsUp
    const canAccept = canWrite || (upstreamIsUp && !isSpooling)
    ctx.status = canAccept ? 200 : 503
    ctx.set('Cache-Control', 'no-cache')
    const oldest = forwarding.oldest()
    ctx.body = {
      status: collectorIsUp && storeIsUp && isStoreHealthy && canAccept && canRead ? 'ok' : 'degraded',
      collector: !config.hasCollector ? 'none' : collectorIsUp ? 'ok' : 'down',
      store: storeIsUp ? 'ok' : 'down',
      // `GET /api/status` lists them.
      storeHasProblems: storeIsUp && !isStoreHealthy,
      spool: {
        ...forwarding.spoolSize(),
        lost: forwarding.lost(),
        canRead,
        limit: config.spoolLimit,
        oldest: toInstant(oldest),
      },
      collectorQueue: queue && { bytes: queue.bytes, room: queue.room, oldest: toInstant(queue.oldest) },
      memory: { relay: process.memoryUsage.rss(), collector: queue?.memory ?? null },
      time: new Date().toISOString(),
      version,
      hint: hint(),
      ...((await access.canUseApi(ctx)) && { sentry: await sentryFor(ctx) }),
    }
  }

  /** The names of services are for those who may view all of them. */
  async function sentryFor(ctx: Context): Promise<SentryState> {
    const state = sentry()
    return (await access.canViewEverything(ctx)) ? state : { projects: {}, keys: state.keys, leftOut: {} }
  }
}

function toInstant(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}

/** Requests that arrive during a check wait for its result. */
function cacheResult(check: () => Promise<boolean>): () => Promise<boolean> {
  return cacheFor(CACHE_MS, () =>
    Promise.race([check().catch(() => false), sleep(TIMEOUT_MS, false, { ref: false })]),
  )
}
