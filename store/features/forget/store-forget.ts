// Deletes what requests name: at night, or at once. A request that a crash interrupted is resumed by the next
// start: every step may run twice.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Deletion, ForgetCounts } from '../../../contract/forget.ts'
import { createSequence, type Sequence } from '../../../server/event-loop.ts'
import type { Config } from '../../config.ts'
import type { RowCounts } from '../../database/disk/row-counts.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { DAY_MS, nowNs } from '../../database/instants.ts'
import { createForgottenRows, type ForgottenRows, type RowIds } from '../../ingest/rows/forgotten-rows.ts'
import { openDeletionList, type StoredDeletion } from './deletions.ts'
import { loadForgottenIds, storeForgottenIds } from './forgotten-ids.ts'
import { findDeletedPersons, recordRepeated } from './deleted-persons.ts'
import type { Audit } from '../people/index.ts'
import type { Person } from './person-rows.ts'
import { insertValues, readRequests, type Value } from './requests.ts'
import { finishDeletion, runDeletion, type DeletionRun } from './run.ts'

/** Of UTC. */
const NIGHT_HOUR = 3

/** Until the parts of before have left the disk: most often a minute, of a server some ten. */
const NIGHT_MILLISECONDS = 3_600_000
const NOW_MILLISECONDS = 900_000

/** After a run that failed, for instance because the engine did not answer. */
const RETRY_MILLISECONDS = 60_000

const REFRESH_MILLISECONDS = 60_000

export type Forget = {
  forgottenRows: ForgottenRows
  /** Begins with what an earlier process left. */
  start(): void
  /** Adds a request, with its counts of before. */
  add(person: Person, counts: ForgetCounts, isNow: boolean): Promise<Deletion>
  /** The same at once. Resolves when the rows have left the disk. */
  deleteNow(person: Person, counts: ForgetCounts): Promise<Deletion>
  /** Deletes occurrences at once. Resolves when no answer has them. */
  remove(values: Value[]): Promise<void>
  /** The oldest first. */
  deletions(): Promise<StoredDeletion[]>
  problems(): string[]
  close(): Promise<void>
}

type ForgetOptions = {
  /** Without waiting for the journal. */
  engine: Engine
  config: Config
  audit: Audit
  exclusive: Sequence
  rowCounts: RowCounts
  /** Reads the tables into memory again. */
  reload: () => Promise<void>
  log: Logger
}

export async function openForget(options: ForgetOptions): Promise<Forget> {
  const { engine, config, log } = options
  const list = await openDeletionList(engine, config.folder)
  const forgottenRows = createForgottenRows(list.key, onVisit)
  forgottenRows.add(await loadForgottenIds(engine))
  const closing = new AbortController()
  const inTurn = createSequence()
  const run: DeletionRun = { ...options, list, forgottenRows, signal: closing.signal }
  let failure = ''
  let timer: NodeJS.Timeout | undefined
  let refresh: NodeJS.Timeout | undefined
  return { forgottenRows, start, add, deleteNow, remove, deletions: () => list.read(), problems, close }

  function start(): void {
    scheduleNight()
    if (engine.kind !== 'embedded') refresh = setInterval(readIds, REFRESH_MILLISECONDS).unref()
    void retry(async () => {
      await repeatDeletions()
      await finish(await deleteValues(({ isUrgent }) => isUrgent))
    })
  }

  /** A backup of before these deletions was restored. */
  async function repeatDeletions(): Promise<void> {
    const deletions = (await list.read()).filter(({ isRepeated }) => isRepeated)
    if (deletions.length === 0) return
    log.warn({ deletions: deletions.length }, 'deletions that a restored backup lacks are repeated')
    await options.exclusive(() => Promise.resolve())
    const persons = await findDeletedPersons(engine, forgottenRows, deletions)
    for (const { id, kind, person } of persons)
      await insertValues(engine, id, [
        { kind, value: person },
        { kind: 'run', value: '' },
      ])
    for (const deletion of deletions) {
      await list.write({ ...deletion, before: deletion.before ?? String(nowNs()), isRepeated: false })
      const isPresent = persons.some(({ id }) => id === deletion.id)
      await recordRepeated(options.audit, deletion, isPresent)
    }
  }

  async function add(person: Person, counts: ForgetCounts, isNow: boolean): Promise<Deletion> {
    const hash = forgottenRows.hashOf(person.kind, person.id)
    const waiting = (await list.read()).filter(({ before }) => before === null)
    const id = waiting.find((deletion) => deletion.hash === hash)?.id ?? randomUUID()
    const now = Date.now()
    const doneBy = isNow ? now + NOW_MILLISECONDS : nextNight(now) + NIGHT_MILLISECONDS
    const deletion: StoredDeletion = {
      id,
      kind: person.kind,
      hash,
      ...counts,
      before: null,
      doneAt: null,
      requestedAt: new Date(now).toISOString(),
      doneBy: new Date(doneBy).toISOString(),
      backupsUntil: new Date(doneBy + config.backupDays * DAY_MS).toISOString(),
    }
    await insertValues(engine, id, [
      { kind: person.kind, value: person.id },
      ...(isNow ? [{ kind: 'run', value: '' } as const] : []),
    ])
    await list.write(deletion)
    if (isNow) void retry(() => deleteRequest(id))
    return deletion
  }

  async function deleteNow(person: Person, counts: ForgetCounts): Promise<Deletion> {
    const deletion = await add(person, counts, false)
    await deleteRequest(deletion.id)
    return deletion
  }

  async function deleteRequest(id: string): Promise<void> {
    await finish(await deleteValues((request) => request.id === id))
  }

  async function remove(values: Value[]): Promise<void> {
    const id = randomUUID()
    await insertValues(engine, id, [...values, { kind: 'run', value: '' }])
    await deleteValues((request) => request.id === id)
  }

  /** A session and a trace in which a deleted user was, and which no row of a table named. */
  function onVisit({ session, trace }: RowIds, before: bigint): void {
    const values: Value[] = [{ kind: 'visit', value: session }]
    if (trace !== '') values.push({ kind: 'trace', value: trace })
    // In memory at once: a page has sent many rows of one session.
    storeForgottenIds({ engine, forgottenRows }, values, before)
      .then(() => insertValues(engine, randomUUID(), values))
      .catch((error: unknown) => log.error({ err: error }, 'late rows of a deleted user may stay'))
  }

  /** Returns the ids of the requests. */
  function deleteValues(isDue: (request: { id: string; isUrgent: boolean }) => boolean): Promise<string[]> {
    return inTurn(async () => {
      const due = (await readRequests(engine)).filter(isDue).map(({ id }) => id)
      if (due.length > 0) await runDeletion(run, due)
      return due
    })
  }

  async function finish(ids: string[]): Promise<void> {
    const open = (await list.read()).filter(isUnfinished)
    const waiting = new Set((await readRequests(engine)).map(({ id }) => id))
    const deletions = open.filter(({ id }) => !waiting.has(id))
    if (ids.length > 0 || deletions.length > 0) await finishDeletion(run, deletions)
  }

  async function retry(work: () => Promise<void>): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await work()
        failure = ''
        return
      } catch (error) {
        if (closing.signal.aborted) return
        if (failure === '') log.error({ err: error }, 'rows could not be deleted; retrying')
        failure = 'Rows of a person could not be deleted yet: see the log of the store.'
        await pause(RETRY_MILLISECONDS, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
  }

  function scheduleNight(): void {
    timer = setTimeout(
      () => {
        scheduleNight()
        void retry(async () => finish(await deleteValues(() => true)))
      },
      nextNight(Date.now()) - Date.now(),
    )
    timer.unref()
  }

  /** Another store on the same server may have deleted a person. */
  function readIds(): void {
    loadForgottenIds(engine).then(
      (ids) => forgottenRows.add(ids),
      (error: unknown) => log.warn({ err: error }, 'deletions of other stores could not be read'),
    )
  }

  function problems(): string[] {
    return failure === '' ? [] : [failure]
  }

  async function close(): Promise<void> {
    clearTimeout(timer)
    clearInterval(refresh)
    closing.abort()
    await inTurn(() => Promise.resolve())
  }
}

/** It has begun. */
function isUnfinished({ doneAt, before, isRepeated = false }: StoredDeletion): boolean {
  return doneAt === null && before !== null && !isRepeated
}

/** In milliseconds since 1970. */
function nextNight(now: number): number {
  const night = new Date(now).setUTCHours(NIGHT_HOUR, 0, 0, 0)
  return night > now ? night : night + DAY_MS
}
