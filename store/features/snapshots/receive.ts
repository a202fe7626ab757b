// Stores the snapshots that the relay sends: a row, and the contents by their hash.
import { createHash } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { localName } from '../../database/tables/distributed.ts'
import { readTables } from '../../database/tables/system-tables.ts'
import type { ForgottenRows } from '../../ingest/rows/forgotten-rows.ts'
import { SNAPSHOT_REASONS, type Snapshot } from '../../../server/snapshot.ts'
import { createSequence } from '../../../server/event-loop.ts'
import { HttpError } from '../../../server/http-error.ts'
import { unlistedUpload, type JsonObject } from '../../http/body.ts'
import { path } from '../../http/path.ts'

/** Bytes of a snapshot: the relay writes at most 4 million characters of HTML. */
const MAX_BYTES = 24 * 1024 * 1024
/** Of the contents, in addition to the days of the rows: a row may name one of the day before. */
const MORE_DAYS = 1

const NS_PER_MS = 1_000_000n

export type Snapshots = { put(snapshot: Snapshot): Promise<void> }
export type ReceiveContext = { snapshots: Snapshots }

export const receivePath = path('POST /snapshots', {
  summary: 'Stores what a user saw',
  answer: 'none',
  status: 204,
  body: unlistedUpload(MAX_BYTES, parseSnapshot),
  handle: ({ body }, { snapshots }: ReceiveContext) => snapshots.put(body),
})

/** SNAPSHOT_DAYS may differ from the value that the tables have. */
export async function openSnapshots(
  engine: Engine,
  { snapshotDays, cluster }: Pick<Config, 'snapshotDays' | 'cluster'>,
  forgottenRows: Pick<ForgottenRows, 'isForgotten'>,
): Promise<Snapshots> {
  const stored = await readTables(engine)
  const setDays = async (table: string, column: string, days: number): Promise<void> => {
    const name = localName(table, cluster)
    const { create = '' } = stored.find((each) => each.name === name) ?? {}
    if (create === '' || create.includes(`toIntervalDay(${days})`)) return
    await engine.command(`ALTER TABLE ${name} MODIFY TTL ${column} + toIntervalDay(${days})`)
  }
  await setDays('snapshots', 'toDateTime(Timestamp)', snapshotDays)
  await setDays('snapshot_contents', 'StoredAt', snapshotDays + MORE_DAYS)
  return createWriter(engine, forgottenRows)
}

function createWriter(engine: Engine, { isForgotten }: Pick<ForgottenRows, 'isForgotten'>): Snapshots {
  const inTurn = createSequence()
  return { put: (snapshot) => inTurn(() => put(snapshot)) }

  /** The row first: a deletion of another person's rows keeps the contents that a row names. */
  async function put(snapshot: Snapshot): Promise<void> {
    const { html, css, pages, at, user, session, trace } = snapshot
    // It has waited in a relay while the person was deleted.
    if (isForgotten({ ns: BigInt(Math.floor(at)) * NS_PER_MS, user, session, trace })) return
    const row = rowOf(snapshot)
    await engine.insert('snapshots', row, hashOf(row))
    await putContents([html, css, ...pages])
  }

  /** Each once a day. What was stored may be gone: by a deletion, or by STORE_LIMIT. */
  async function putContents(contents: string[]): Promise<void> {
    const now = Date.now()
    const byHash = new Map(contents.map((content) => [hashOf(content), content]))
    byHash.delete('')
    const stored = await engine.query<{ hash: string }>(
      `SELECT DISTINCT Hash AS hash FROM snapshot_contents
       WHERE Hash IN {hashes:Array(String)} AND toDate(StoredAt) = toDate(fromUnixTimestamp({at:UInt32}))`,
      { hashes: [...byHash.keys()], at: String(seconds(now)) },
    )
    for (const { hash } of stored) byHash.delete(hash)
    if (byHash.size === 0) return
    const rows = [...byHash].map(([hash, content]) =>
      JSON.stringify({ StoredAt: seconds(now), Hash: hash, Data: content }),
    )
    await engine.insert('snapshot_contents', rows.join('\n'), `${hashOf([...byHash.keys()].join())} ${now}`)
  }
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}

function rowOf(snapshot: Snapshot): string {
  const { at, events, html, css, pages, unread, ...other } = snapshot
  return JSON.stringify({
    Timestamp: new Date(at).toISOString().slice(0, -1).replace('T', ' '),
    Digest: other.digest,
    GivenDigests: other.givenDigests,
    Source: other.source,
    ServiceName: other.service,
    UserId: other.user,
    SessionId: other.session,
    TraceId: other.trace,
    Html: hashOf(html),
    Css: hashOf(css),
    Texts: other.texts,
    Inputs: other.inputs,
    Bytes: other.bytes,
    Width: other.width,
    Height: other.height,
    Reason: other.reason ?? '',
    Events: JSON.stringify(events),
    Unread: JSON.stringify(unread),
    Pages: pages.map(hashOf),
  })
}

function hashOf(text: string): string {
  return text === '' ? '' : createHash('sha256').update(text).digest('hex')
}

/** Throws a 400. The relay has checked it: another program may use the port. */
function parseSnapshot(body: JsonObject): Snapshot {
  const { digest, givenDigests, at, html, css, events, pages, unread, reason } = body
  const texts = ['source', 'service', 'session', 'user', 'trace'].map((name) => body[name])
  const numbers = ['texts', 'inputs', 'bytes', 'width', 'height'].map((name) => body[name])
  const isSnapshot =
    [digest, html, css, ...texts].every((value) => typeof value === 'string') &&
    [at, ...numbers].every((value) => typeof value === 'number' && Number.isFinite(value) && value >= 0) &&
    [givenDigests, events, pages, unread].every(Array.isArray) &&
    (reason === null || SNAPSHOT_REASONS.some((each) => each === reason))
  if (!isSnapshot) throw new HttpError(400, 'The body is not a snapshot of this version.')
  return body as unknown as Snapshot
}
