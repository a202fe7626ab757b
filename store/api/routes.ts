// Every question of `/api`, its path and its file.
import { Readable } from 'node:stream'
import type { Context, Middleware } from 'koa'
import type { Store } from '../store.ts'
import { change } from './change.ts'
import type { ChangedAnswer, Issue } from './contract.ts'
import { readIds } from './http/issue-change.ts'
import { event } from './event.ts'
import { events } from './events.ts'
import { facets } from './facets.ts'
import { issue } from './issue.ts'
import { issues } from './issues.ts'
import { live } from './live.ts'
import { eventMarkdown, issueMarkdown } from './http/markdown.ts'
import { merge, unmerge } from './merge.ts'
import { addNote } from './notes.ts'
import { operations } from './operations.ts'
import { Refusal } from './http/http-error.ts'
import { releases } from './releases.ts'
import { readObject } from './http/json-body.ts'
import { services } from './services.ts'
import { span } from './span.ts'
import type { Grouped } from '../issues/issue-state.ts'
import { status } from './status.ts'
import { trace } from './trace.ts'
import { traces } from './traces.ts'
import { trend } from './trend.ts'
import { vitals } from './vitals.ts'

type Asked = { store: Store; grouped: Grouped; query: URLSearchParams; ids: string[]; ctx: Context }
type Route = { method: 'GET' | 'POST' | 'PATCH'; path: RegExp; answer: (asked: Asked) => unknown }

/** The first that fits answers. `ids` are what the brackets of its path hold. */
const ROUTES: Route[] = [
  { method: 'GET', path: /^\/api\/issues$/, answer: ({ grouped, query }) => issues(grouped, query) },
  { method: 'PATCH', path: /^\/api\/issues$/, answer: changeMany },
  { method: 'GET', path: /^\/api\/issues\/([^/]+)\.md$/, answer: issueAsMarkdown },
  {
    method: 'GET',
    path: /^\/api\/issues\/([^/]+)$/,
    answer: ({ grouped, query, ids }) => issue(grouped, query, ids[0]!),
  },
  { method: 'PATCH', path: /^\/api\/issues\/([^/]+)$/, answer: changeOne },
  {
    method: 'GET',
    path: /^\/api\/issues\/([^/]+)\/events$/,
    answer: ({ grouped, query, ids }) => events(grouped, query, ids[0]!),
  },
  { method: 'POST', path: /^\/api\/issues\/([^/]+)\/notes$/, answer: note },
  { method: 'POST', path: /^\/api\/issues\/([^/]+)\/merge$/, answer: joined },
  { method: 'POST', path: /^\/api\/issues\/([^/]+)\/unmerge$/, answer: parted },
  { method: 'GET', path: /^\/api\/events\/([^/]+)\.md$/, answer: eventAsMarkdown },
  { method: 'GET', path: /^\/api\/events\/([^/]+)$/, answer: ({ grouped, ids }) => event(grouped, ids[0]!) },
  { method: 'GET', path: /^\/api\/traces$/, answer: ({ store, query }) => traces(store.engine, query) },
  { method: 'GET', path: /^\/api\/traces\/([^/]+)$/, answer: traceAsJson },
  {
    method: 'GET',
    path: /^\/api\/traces\/([^/]+)\/spans\/([^/]+)$/,
    answer: ({ store, ids }) => span(store.engine, ids[0]!, ids[1]!),
  },
  { method: 'GET', path: /^\/api\/facets$/, answer: ({ store, query }) => facets(store.engine, query) },
  {
    method: 'GET',
    path: /^\/api\/operations$/,
    answer: ({ store, query }) => operations(store.engine, query),
  },
  { method: 'GET', path: /^\/api\/services$/, answer: ({ store }) => services(store.engine) },
  { method: 'GET', path: /^\/api\/releases$/, answer: ({ store, query }) => releases(store.engine, query) },
  { method: 'GET', path: /^\/api\/vitals$/, answer: ({ store, query }) => vitals(store.engine, query) },
  { method: 'GET', path: /^\/api\/trend$/, answer: ({ grouped, query }) => trend(grouped, query) },
  { method: 'GET', path: /^\/api\/status$/, answer: ({ store }) => status(store) },
  { method: 'GET', path: /^\/api\/live$/, answer: ({ store, ctx }) => live(ctx, store.live) },
]

export function apiRoutes(store: () => Store | null): Middleware {
  return async (ctx, next) => {
    const there = ROUTES.flatMap((route) => {
      const found = route.path.exec(ctx.path)
      return found ? [{ ...route, ids: found.slice(1).map(decoded) }] : []
    })
    if (there.length === 0) {
      await next()
      return
    }
    const method = ctx.method === 'HEAD' ? 'GET' : ctx.method
    const route = there.find((one) => one.method === method)
    if (!route) {
      ctx.set('Allow', there.map((one) => one.method).join(', '))
      throw new Refusal(405, `${ctx.method} is not done at this path.`)
    }
    const open = store()
    if (open === null) throw new Refusal(503, 'The engine is being opened or closed.')
    const grouped = {
      engine: open.engine,
      merges: await open.merges.read(),
      ledger: open.ledger,
      register: open.register,
    }
    const answer = await route.answer({
      store: open,
      grouped,
      query: new URLSearchParams(ctx.querystring),
      ids: route.ids,
      ctx,
    })
    if (answer !== undefined) ctx.body = answer
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Refusal(400, 'The path holds a broken percent sign.')
  }
}

async function changeMany({ grouped, ctx }: Asked): Promise<ChangedAnswer> {
  const request = await readObject(ctx.req)
  return { issues: await change(grouped, readIds(request), request) }
}

/** The one issue, as it stands then. */
async function changeOne({ grouped, ids, ctx }: Asked): Promise<ChangedAnswer['issues'][number]> {
  const [changed] = await change(grouped, ids, await readObject(ctx.req))
  return changed!
}

async function joined({ store, grouped, ids, ctx }: Asked): Promise<Issue> {
  return merge(grouped, store.merges, ids[0]!, await readObject(ctx.req))
}

async function parted({ store, grouped, ids, ctx }: Asked): Promise<Issue> {
  return unmerge(grouped, store.merges, ids[0]!, await readObject(ctx.req))
}

async function note({ grouped, ids, ctx }: Asked): Promise<unknown> {
  const written = await addNote(grouped, ids[0]!, await readObject(ctx.req))
  ctx.status = 201
  return written
}

async function traceAsJson({ store, ids, ctx }: Asked): Promise<Readable> {
  const pieces = await trace(store.engine, ids[0]!)
  ctx.type = 'application/json; charset=utf-8'
  ctx.length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return Readable.from(pieces)
}

async function issueAsMarkdown({ grouped, query, ids, ctx }: Asked): Promise<string> {
  const text = issueMarkdown(await issue(grouped, query, ids[0]!))
  ctx.type = 'text/markdown; charset=utf-8'
  return text
}

async function eventAsMarkdown({ grouped, ids, ctx }: Asked): Promise<string> {
  const text = eventMarkdown(await event(grouped, ids[0]!))
  ctx.type = 'text/markdown; charset=utf-8'
  return text
}
