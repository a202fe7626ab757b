// The paths of `/api`, each with the function that answers it.
import { Readable } from 'node:stream'
import type { Router, RouterContext } from '@koa/router'
import { withSignal } from '../database/engine/with-signal.ts'
import type { QueryContext } from '../features/issues/query-context.ts'
import type { Store } from '../store.ts'
import { changeByIds, changeIssues } from '../features/issues/change.ts'
import type { ChangedAnswer, Issue, Note, UndoneAnswer } from '../../contract/issues.ts'
import { differences } from '../features/traces/differences.ts'
import { delivery } from '../features/status/delivery.ts'
import { event } from '../features/issues/event.ts'
import { events } from '../features/issues/events.ts'
import { facets } from '../features/search/facets.ts'
import { findIssue } from '../features/issues/fingerprint.ts'
import { HttpError } from '../../server/http-error.ts'
import { readJsonObject } from './json-body.ts'
import { defaultFilters, readFilters, type Filters } from './filters.ts'
import { requireIssue } from '../features/issues/require-issue.ts'
import { eventMarkdown, issueMarkdown } from '../features/issues/markdown.ts'
import { releaseMarkdown } from '../features/releases/release-markdown.ts'
import type { QueryQueue } from './query-queue.ts'
import { issue } from '../features/issues/issue.ts'
import { issues } from '../features/issues/issues.ts'
import { live } from '../features/issues/live.ts'
import { addNote } from '../features/issues/notes.ts'
import { mergeIssue, unmergeIssue } from '../features/issues/merge.ts'
import { openApiDocument } from './openapi/document.ts'
import { deleteMaps, listMaps, putMap } from '../features/maps/maps.ts'
import { operationInside } from '../features/operations/operation-inside.ts'
import { operations } from '../features/operations/operations.ts'
import { releaseChanges } from '../features/releases/release.ts'
import { releases } from '../features/releases/releases.ts'
import { services } from '../features/services/services.ts'
import { spanMatches } from '../features/traces/span-matches.ts'
import { span } from '../features/traces/span.ts'
import { status } from '../features/status/status.ts'
import { strip } from '../features/traces/strip.ts'
import { trace } from '../features/traces/trace.ts'
import { traces } from '../features/traces/traces.ts'
import { trend } from '../features/issues/trend.ts'
import { undoChange } from '../features/issues/undo.ts'
import { vitals } from '../features/vitals/vitals.ts'

/** What a handler gets of a request. `id`: the path's first parameter. */
type ApiRequest = {
  store: Store
  context: QueryContext
  query: URLSearchParams
  id: string
  /** Of a change. */
  body: Record<string, unknown>
  ctx: RouterContext
}

/** Returns the body; undefined where it has set the body itself. */
type Handler = (request: ApiRequest) => unknown

/** `store` throws while the engine opens or closes. */
export function addApiRoutes(router: Router, store: () => Store, queue: QueryQueue): void {
  const route = (method: 'get' | 'post' | 'patch', path: string, handler: Handler): void => {
    router[method](path, async (ctx) => {
      checkPath(ctx.path)
      store()
      // A sender that is slow takes none of the queue's room.
      const body = method === 'get' ? {} : await readJsonObject(ctx.req)
      const answer = await queue.run(ctx, async (signal) =>
        handler({ ...(await toRequest(ctx, store(), signal)), body }),
      )
      if (answer !== undefined) ctx.body = answer
    })
  }

  route('get', '/api/openapi.json', () => openApiDocument)
  route('get', '/api/issues', ({ context, query }) => issues(context, query))
  route('patch', '/api/issues', patchIssues)
  route('get', '/api/issues/:id.md', issueAsMarkdown)
  route('get', '/api/issues/:id', ({ context, query, id }) => issue(context, query, id))
  route('patch', '/api/issues/:id', patchIssue)
  route('get', '/api/issues/:id/events', ({ context, query, id }) => events(context, query, id))
  route('post', '/api/changes/:id/undo', postUndo)
  route('post', '/api/issues/:id/notes', postNote)
  route('post', '/api/issues/:id/merge', postMerge(mergeIssue))
  route('post', '/api/issues/:id/unmerge', postMerge(unmergeIssue))
  route('get', '/api/events/:id.md', eventAsMarkdown)
  route('get', '/api/events/:id', ({ context, query, id }) => event(context, id, eventFilters(query)))
  route('get', '/api/traces', ({ store: { engine }, query }) => traces(engine, query))
  route('get', '/api/traces/strip', ({ store: { engine }, query }) => strip(engine, query))
  route('get', '/api/traces/differences', ({ store: { engine }, query }) => differences(engine, query))
  route('get', '/api/traces/:id', traceAsJson)
  route('get', '/api/traces/:id/spans/:spanId', ({ store: { engine }, id, ctx }) =>
    span(engine, id, ctx.params['spanId'] ?? ''),
  )
  route('get', '/api/traces/:id/matches', ({ store: { engine }, query, id }) =>
    spanMatches(engine, id, query),
  )
  route('get', '/api/facets', ({ context, query }) => facets(context, query))
  route('get', '/api/operations', ({ store: { engine }, query }) => operations(engine, query))
  route('get', '/api/operations/inside', ({ context, query }) => operationInside(context, query))
  route('get', '/api/services', ({ store: { engine } }) => services(engine))
  route('get', '/api/releases', ({ store: { engine }, query }) => releases(engine, query))
  route('get', '/api/releases/changes.md', releaseAsMarkdown)
  route('get', '/api/releases/changes', ({ context, store: { sourceMaps }, query }) =>
    releaseChanges(context, sourceMaps.index(), query),
  )
  route('get', '/api/vitals', ({ store: { engine }, query }) => vitals(engine, query))
  route('post', '/api/fingerprint', ({ context, body }) => findIssue(context, body))
  route('get', '/api/trend', ({ context, query }) => trend(context, query))
  route('get', '/api/maps', ({ store: { sourceMaps }, query }) => listMaps(sourceMaps, query))
  router.put('/api/maps', async (ctx) => {
    const query = new URLSearchParams(ctx.querystring)
    const { answer, isNew } = await putMap(store().sourceMaps, query, ctx.req)
    ctx.status = isNew ? 201 : 200
    ctx.body = answer
  })
  router.delete('/api/maps', async (ctx) => {
    await deleteMaps(store().sourceMaps, new URLSearchParams(ctx.querystring))
    ctx.status = 204
  })
  route('get', '/api/delivery', ({ store: { engine }, query }) => delivery(engine, query))
  route('get', '/api/status', ({ store: open }) => status(open))
  route('get', '/api/live', ({ store: open, ctx }) => live(ctx, open.live))
}

/** The router leaves a broken escape as it is. */
function checkPath(path: string): void {
  try {
    decodeURIComponent(path)
  } catch {
    throw new HttpError(400, 'The path has an invalid percent-encoding.')
  }
}

async function toRequest(
  ctx: RouterContext,
  open: Store,
  signal: AbortSignal,
): Promise<Omit<ApiRequest, 'body'>> {
  const store = { ...open, engine: withSignal(open.engine, signal) }
  const { engine, issueCache, occurrences, sourceMaps } = store
  const context = { engine, issueCache, occurrences, sourceMaps, merges: await store.merges.read() }
  const query = new URLSearchParams(ctx.querystring)
  return { store, context, query, id: ctx.params['id'] ?? '', ctx }
}

/** Null without a parameter: the occurrence may be older than any range. */
function eventFilters(query: URLSearchParams): Filters | null {
  return query.size === 0 ? null : readFilters(query, '30d')
}

async function patchIssues({ store, context, body }: ApiRequest): Promise<ChangedAnswer> {
  const { answer, ids } = await changeIssues(context, body)
  store.live.publishIssues(ids)
  return answer
}

async function patchIssue({ store, context, id, body }: ApiRequest): Promise<Issue> {
  const { ids } = await changeByIds(context, [id], body)
  store.live.publishIssues(ids)
  return requireIssue(context, ids[0]!, defaultFilters())
}

async function postUndo({ store, context, id }: ApiRequest): Promise<UndoneAnswer> {
  const { answer, ids } = await undoChange(context, id)
  store.live.publishIssues(ids)
  return answer
}

function postMerge(change: typeof mergeIssue): Handler {
  return async ({ store, context, id, body }) => {
    const issue = await change({ context, repository: store.merges, issueId: id, body })
    store.live.publishIssues([...new Set([id, issue.id])])
    return issue
  }
}

async function postNote({ store, context, id, body, ctx }: ApiRequest): Promise<Note> {
  const note = await addNote(context, id, body)
  store.live.publishIssues([id])
  ctx.status = 201
  return note
}

async function traceAsJson({ store, query, id, ctx }: ApiRequest): Promise<Readable> {
  const chunks = await trace(store.engine, id, query)
  ctx.type = 'application/json; charset=utf-8'
  ctx.length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  return Readable.from(chunks)
}

async function issueAsMarkdown({ context, query, id, ctx }: ApiRequest): Promise<string> {
  const text = issueMarkdown(await issue(context, query, id))
  ctx.type = 'text/markdown; charset=utf-8'
  return text
}

async function eventAsMarkdown({ context, id, ctx }: ApiRequest): Promise<string> {
  const text = eventMarkdown(await event(context, id))
  ctx.type = 'text/markdown; charset=utf-8'
  return text
}

async function releaseAsMarkdown({
  context,
  store: { sourceMaps },
  query,
  ctx,
}: ApiRequest): Promise<string> {
  const text = releaseMarkdown(await releaseChanges(context, sourceMaps.index(), query))
  ctx.type = 'text/markdown; charset=utf-8'
  return text
}
