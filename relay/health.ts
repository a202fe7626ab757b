// `/health`: what is behind the relay and whether it answers. The relay itself is healthy as long as it can keep its promise.
import type { Context } from 'koa'
import type { Config } from './config.ts'
import type { Collector } from './forward/collector.ts'

export type Health = { show: (ctx: Context) => Promise<void> }
type SpoolHealth = {
  isSpooling: boolean
  canWrite: boolean
  /** These three are of all spools, those of relays that no longer run as well. */
  canRead: boolean
  bytes: number
  envelopes: number
}
type Parts = { config: Config; collector: Collector; spool: () => SpoolHealth; version: string }

/** Whoever asks often gets the last answer; the ones behind us are not asked more than once a second. */
const FRESH_MS = 1_000
/** Someone waits for us: what does not answer by then counts as down. */
const PATIENCE_MS = 800

export function createHealth({ config, collector, spool, version }: Parts): Health {
  const collectorAnswers = remembered(
    async () => (await collector.post('traces', [Buffer.alloc(0)])) === 'delivered',
  )
  const storeAnswers = remembered(
    async () => (await fetch(`${config.storeUrl}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) })).ok,
  )
  return { show }

  async function show(ctx: Context): Promise<void> {
    const [collectorIsUp, storeIsUp] = await Promise.all([
      config.hasCollector ? collectorAnswers() : true,
      storeAnswers(),
    ])
    const { isSpooling, canWrite, canRead, bytes, envelopes } = spool()
    const upstreamIsUp = config.hasCollector ? collectorIsUp : storeIsUp
    const canAccept = canWrite || (upstreamIsUp && !isSpooling)
    ctx.status = canAccept ? 200 : 503
    ctx.set('Cache-Control', 'no-cache')
    ctx.body = {
      status: collectorIsUp && storeIsUp && canAccept && canRead ? 'ok' : 'degraded',
      collector: !config.hasCollector ? 'none' : collectorIsUp ? 'ok' : 'down',
      store: storeIsUp ? 'ok' : 'down',
      spool: { bytes, envelopes },
      version,
    }
  }
}

/** Asks at most once a second; whoever comes meanwhile waits for the same answer, and nobody waits long. */
function remembered(ask: () => Promise<boolean>): () => Promise<boolean> {
  let asked = Number.NEGATIVE_INFINITY
  let answer: Promise<boolean> = Promise.resolve(false)
  return () => {
    if (performance.now() - asked > FRESH_MS) {
      asked = performance.now()
      answer = Promise.race([ask().catch(() => false), patience()])
    }
    return answer
  }
}

function patience(): Promise<boolean> {
  return new Promise((resolve) => void setTimeout(resolve, PATIENCE_MS, false).unref())
}
