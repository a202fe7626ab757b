// Every path of the store's private port; the features declare the paths of `/api`.
import { globSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Router } from '../server/koa-router.ts'
import Koa, { type Context } from 'koa'
import type { Logger } from 'pino'
import { handleErrors } from './http/handle-errors.ts'
import { HttpError } from '../server/http-error.ts'
import { sendBodiesWithoutFetch } from '../server/koa-bodies.ts'
import { createQueryQueue, type QueryQueue } from './http/query-queue.ts'
import { deleteSnapshot, snapshotFolder, takeSnapshot } from './database/backup/snapshot.ts'
import { createMetrics, METRICS_TYPE } from '../server/metrics.ts'
import { withSignal } from './database/engine/open.ts'
import type { ChangeContext } from './features/issues/index.ts'
import { readActor, relayPaths, watchAccess, type PeopleContext } from './features/people/index.ts'
import { receivePaths } from './features/snapshots/index.ts'
import { readCaller } from '../server/caller.ts'
import type { Role } from '../contract/people.ts'
import { OPERATOR, requireRole, withRole, type Actor, type WithAccessWatch } from './http/actor.ts'
import { limitContext } from './limited-context.ts'
import { withDocument } from './http/openapi/document.ts'
import type { Path } from './http/path.ts'
import { addPaths, type RouterOptions } from './http/router.ts'
import { guardPort } from './http/port-guard.ts'
import { receive } from './ingest/receive/endpoint.ts'
import type { Store } from './store.ts'

/** `store` returns null while the engine opens or closes: then all paths answer 503, not 404. */
type AppOptions = { store: () => Store | null; allowedHosts: string[]; log: Logger }

/** `merges`: those at the start of the request. `forRole`: for another path, which needs that role. */
type ApiContext = Omit<Store, 'merges'> &
  ChangeContext &
  PeopleContext &
  WithAccessWatch & { forRole(role: Role): ApiContext }

/** The features that answer requests: the folders whose `index.ts` exports `paths`. */
const FEATURES = globSync('features/*/index.ts', { cwd: import.meta.dirname }).toSorted()

/** Of two that match an address, the first one answers: an id would match one with `.md`. */
export const PATHS = withDocument<ApiContext>(
  (await Promise.all(FEATURES.map(pathsOf))).flat().toSorted((a, b) => rankOf(a) - rankOf(b)),
)

/** OPTIONS is answered as any method that a path does not have: 405 with Allow. */
const METHODS = ['HEAD', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE']

export function createApp({ store, allowedHosts, log }: AppOptions): Koa {
  const app = new Koa()
  const router = new Router({ strict: true, sensitive: true, methods: METHODS })
  const queue = createQueryQueue()
  router.post('/v1/traces', (ctx) => receive(ctx, { signal: 'traces', receiver: store(), log }))
  router.post('/v1/logs', (ctx) => receive(ctx, { signal: 'logs', receiver: store(), log }))
  router.post('/v1/metrics', (ctx) => receive(ctx, { signal: 'metrics', receiver: store(), log }))
  router.get('/health', (ctx) => {
    const problems = requireStore().problems().length
    ctx.body = { status: problems > 0 ? 'degraded' : 'ok', problems }
  })
  router.get('/metrics', (ctx) => showMetrics(ctx, requireStore(), queue))
  router.post('/backup', (ctx) => createSnapshot(ctx, requireStore))
  router.delete('/backup', (ctx) => {
    deleteSnapshot(requireStore().folder)
    ctx.status = 204
  })
  addApi(router, requireStore, queue)
  app.on('error', (error: unknown) => logBrokenConnection(log, error))
  sendBodiesWithoutFetch(app)
  app.use(handleErrors(log))
  app.use(guardPort(allowedHosts, log))
  app.use(router.routes())
  app.use(router.allowedMethods())
  return app

  function requireStore(): Store {
    const open = store()
    if (open === null) throw new HttpError(503, 'The store is starting or stopping.')
    return open
  }
}

/** Of a reader that leaves, such as a closed tab with live events. */
const READER_LEFT = new Set<unknown>(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'])

/** Koa's default handler would write it to stderr, not as JSON. */
function logBrokenConnection(log: Logger, error: unknown): void {
  const { code, message, stack } = error as NodeJS.ErrnoException
  if (READER_LEFT.has(code)) log.debug('a reader has left')
  // Without the other members of the error: one is the received packet, with what a page sent.
  else log.warn({ code, error: message, stack }, 'a connection failed')
}

/** Prometheus' text format. */
function showMetrics(
  ctx: Context,
  { metrics, writer, issueCache, fingerprints }: Store,
  queue: QueryQueue,
): void {
  const gauges = {
    errata_store_queries_running: queue.running(),
    errata_store_queries_waiting: queue.waiting(),
    errata_store_issues: fingerprints.isLoaded() ? fingerprints.count() : 0,
    errata_store_waiting_bytes: writer.waitingBytes(),
    errata_store_resident_memory_bytes: process.memoryUsage.rss(),
  }
  ctx.type = METRICS_TYPE
  ctx.body = metrics.text(gauges) + cacheLines(issueCache.counters)
}

/** The caches count for themselves: these lines are made from what they have counted. */
function cacheLines(caches: Store['issueCache']['counters']): string {
  const name = 'errata_store_cache_lookups_total'
  const lookups = createMetrics({
    counters: { [name]: 'Lookups in the caches of issues' },
    histograms: {},
  })
  for (const [cache, { hits, misses }] of Object.entries(caches)) {
    lookups.count(name, { cache, result: 'hit' }, hits)
    lookups.count(name, { cache, result: 'miss' }, misses)
  }
  return lookups.text({})
}

/** A snapshot is always in the store's own folder, so only those who can read that folder get it. */
async function createSnapshot(ctx: Context, requireStore: () => Store): Promise<void> {
  // A web page can send a form to any port, but JSON only with a permission that this server never gives.
  if (!ctx.is('application/json')) throw new HttpError(415, 'The body must be JSON.')
  const { engine, writer, folder, people } = requireStore()
  if (engine.kind !== 'embedded')
    throw new HttpError(409, 'The tables are on a ClickHouse server: use the backups of ClickHouse.')
  await takeSnapshot({ engine, exclusive: writer.exclusive, folder })
  await people.audit.record(OPERATOR, { act: 'backup.created' })
  ctx.body = { folder: snapshotFolder(folder) }
}

function rankOf({ address }: Path<ApiContext>): number {
  return address.endsWith('.md') ? 0 : 1
}

async function pathsOf(file: string): Promise<Path<ApiContext>[]> {
  const { paths = [] } = (await import(`./${file}`)) as { paths?: Path<ApiContext>[] }
  return paths
}

/** `store` throws while the engine opens or closes. */
export function addApi(router: Router, store: () => Store, queue: QueryQueue): void {
  const options: RouterOptions<ApiContext> = {
    requireOpen: store,
    actorOf: (message) => readActor(store().people.registry, readCaller(message)),
    contextOf: (actor, message, signal) => contextOf(store(), { actor, message, signal }),
    queue,
  }
  addPaths(router, PATHS, options)
  addPaths(router, relayPaths, options)
  addPaths(router, receivePaths, options)
}

type ApiRequest = { actor: Actor; message: IncomingMessage; signal: AbortSignal }

async function contextOf(
  { merges, ...store }: Store,
  { actor, message, signal }: ApiRequest,
): Promise<ApiContext> {
  const engine = withSignal(store.engine, signal)
  const tables = withSignal(store.tables, signal)
  const common = { ...store, engine, tables, mergeRepository: merges, merges: await merges.read() }
  const caller = readCaller(message)
  const contextFor = (current: Actor): ApiContext => {
    const watch = { watchAccess: () => watchAccess(store.people.registry, caller) }
    return limitContext({ ...common, actor: current, caller, forRole, ...watch }, current)
  }
  return contextFor(actor)

  /** Throws 403. */
  function forRole(role: Role): ApiContext {
    requireRole(actor, role)
    return contextFor(withRole(actor, role))
  }
}
