// Answers the declared paths: checks a request, waits for its turn, runs its handler and writes the answer.
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Router, RouterContext } from '@koa/router'
import { HttpError } from '../../server/http-error.ts'
import { requireRole, serviceTest, withRole, type Actor } from './actor.ts'
import { Answer, JsonChunks, type Path, type PathDescription } from './path.ts'
import type { QueryQueue } from './query-queue.ts'

export type RouterOptions<Context> = {
  /** Throws while the engine opens or closes. */
  requireOpen: () => void
  /** Throws 401. */
  actorOf: (message: IncomingMessage) => Promise<Actor>
  /** `signal`: aborted when the client of a GET leaves. */
  contextOf: (actor: Actor, message: IncomingMessage, signal: AbortSignal) => Promise<Context>
  queue: QueryQueue
}

/** Of two paths that match an address, the first one answers. */
export function addPaths<Context>(
  router: Router,
  paths: Path<Context>[],
  { requireOpen, actorOf, contextOf, queue }: RouterOptions<Context>,
): void {
  for (const path of paths)
    router.register(path.address, [path.method], async (ctx: RouterContext) => {
      checkPath(ctx.path)
      requireOpen()
      const actor = accessOf(await actorOf(ctx.req), path)
      const query = new URLSearchParams(ctx.querystring)
      // A slow sender takes no place in the queue.
      const handle = await path.read({ query, values: ctx.params, message: ctx.req })
      const work = async (signal: AbortSignal) => handle(await contextOf(actor, ctx.req, signal))
      reply(ctx, path, path.isQueued ? await queue.run(ctx, work) : await work(NEVER))
    })
}

/** With the rights that the path needs. Throws 403. Which rows an answer has is up to the context. */
function accessOf(actor: Actor, { role, needsAllServices, isForMaps }: PathDescription): Actor {
  if (actor.isMapsOnly && !isForMaps)
    throw new HttpError(403, 'This token is for source maps: make one of the scope read or write.')
  requireRole(actor, role)
  const scoped = withRole(actor, role)
  if (needsAllServices && serviceTest(scoped) !== null)
    throw new HttpError(403, 'This is about all services, and you may use it for some of them.')
  return scoped
}

const NEVER = new AbortController().signal

/** The router leaves an invalid percent-encoding as it is. */
function checkPath(path: string): void {
  try {
    decodeURIComponent(path)
  } catch {
    throw new HttpError(400, 'The path has an invalid percent-encoding.')
  }
}

function reply(
  ctx: RouterContext,
  path: PathDescription & { headers: Record<string, string> },
  result: unknown,
): void {
  const answer = result instanceof Answer ? result : new Answer(result)
  const { body, type = path.answer } = answer
  ctx.status = answer.status ?? path.status
  if (path.answer === 'none') return
  ctx.set(path.headers)
  if (type.includes('/')) ctx.type = type
  if (body instanceof JsonChunks) {
    ctx.type = 'application/json; charset=utf-8'
    ctx.length = body.chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    ctx.body = Readable.from(body.chunks)
  } else ctx.body = body
}
