// Work on people that two stores of one server must not do at the same instant: each writes a claim, reads
// all claims, and goes on only where there is no other one. Of two at the same instant both give up, or one.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { HttpError } from '../../../server/http-error.ts'
import type { Registry, Tables } from './registry.ts'

/** Longer than the reading and the writing between a claim and its end; what a crash leaves ends by then. */
const CLAIM_MS = 180_000
/** Until a claim is on every replica of a server. */
const VISIBLE_MS = 1_500

/**
 * `subject`: what the work is about. `work` gets all records, as of now. Throws 409 where another store works
 * on the same.
 */
export function exclusively<Answer>(
  registry: Registry,
  subject: string,
  work: (tables: Tables) => Promise<Answer>,
): Promise<Answer> {
  return registry.inTurn(async () => {
    if (!registry.isShared) return work(await registry.read())
    const own = randomUUID()
    await registry.write('claim', own, { subject, until: Date.now() + CLAIM_MS })
    try {
      await pause(VISIBLE_MS)
      const tables = await registry.readNow()
      for (const [id, claim] of tables.claim)
        if (id !== own && claim.subject === subject && claim.until > Date.now()) throw conflict()
      return await work(tables)
    } finally {
      // If it stays, it ends by itself.
      await registry.write('claim', own, null).catch(() => undefined)
    }
  })
}

function conflict(): HttpError {
  return new HttpError(409, 'Somebody else changes the same at this instant: try again.')
}
