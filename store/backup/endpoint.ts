// POST and DELETE /backup. A snapshot is always in the store's own folder: only who may read that gets it.
import type { Context } from 'koa'
import { HttpError } from '../api/http/http-error.ts'
import type { Store } from '../store.ts'
import { deleteSnapshot, snapshotFolder, takeSnapshot } from './snapshot.ts'

export async function createSnapshot(ctx: Context, store: () => Store): Promise<void> {
  // A web page can send a form to any port, but JSON only with a permission that this server never gives.
  if (!ctx.is('application/json')) throw new HttpError(415, 'The body must be JSON.')
  const { engine, group, folder } = store()
  if (engine.kind !== 'embedded')
    throw new HttpError(409, 'The tables are on a server, which makes backups of its own.')
  await takeSnapshot({ engine, group, folder })
  ctx.body = { folder: snapshotFolder(folder) }
}

export function dropSnapshot(ctx: Context, { folder }: Store): void {
  deleteSnapshot(folder)
  ctx.status = 204
}
