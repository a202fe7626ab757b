// POST and DELETE /backup on the store's private port. They take no words: where the copy goes is for whoever may read it to say.
import type { Context } from 'koa'
import { HttpError } from '../api/http/http-error.ts'
import type { Store } from '../store.ts'
import { dropSnapshot, snapshotOf, takeSnapshot } from './snapshot.ts'

export async function makeCopy(ctx: Context, store: Store | null): Promise<void> {
  // A page of another house could send a form here; what is said as JSON needs a permission that nobody gives.
  if (!ctx.is('application/json')) throw new HttpError(415, 'The body must be JSON.')
  if (store === null) throw new HttpError(503, 'The engine is being opened or closed.')
  if (store.engine.kind !== 'embedded')
    throw new HttpError(409, 'The tables are on a server, which makes backups of its own.')
  await takeSnapshot(store)
  ctx.body = { folder: snapshotOf(store.folder) }
}

export function dropCopy(ctx: Context, store: Store | null): void {
  if (store === null) throw new HttpError(503, 'The engine is being opened or closed.')
  dropSnapshot(store.folder)
  ctx.status = 204
}
