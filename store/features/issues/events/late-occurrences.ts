// Occurrences that were stored before their source map was read: when it is, they join the issue of their
// mapped stack, with what people did to their issue until then. A row keeps its fingerprint.
import type { Logger } from 'pino'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { queryNumber, type Engine } from '../../../database/engine/engine.ts'
import { culprit } from '../../../ingest/grouping/culprit.ts'
import { fingerprint } from '../../../ingest/grouping/fingerprint.ts'
import { isLateIssue, LATE_PREFIX } from '../../../ingest/grouping/overflow-issue.ts'
import type { Occurrence } from '../../../ingest/rows/occurrence.ts'
import { MAX_VALUE_LENGTH } from '../../../ingest/rows/limits.ts'
import { cleanText } from '../../../ingest/rows/text.ts'
import type { MappedStack } from '../../../ingest/source-maps/mapped-stack.ts'
import type { SourceMaps } from '../../../ingest/source-maps/source-maps.ts'
import type { LiveOccurrences } from '../../../occurrences/live-occurrences.ts'
import type { IssueCache } from '../state/issue-cache.ts'
import type { MergeRepository } from '../state/issue-merges.ts'
import { parseStoredEvent, type StoredEvent } from './stored-event.ts'

/** Every query names them. Beyond, an occurrence is grouped by its built code. */
const MAX_LATE = 2_000

/** Between two attempts for one fingerprint. It doubles. */
const PAUSE_MILLISECONDS = 2_000
const MAX_PAUSE_MILLISECONDS = 3_600_000

type LateOptions = {
  engine: Engine
  sourceMaps: Pick<SourceMaps, 'mapLater'>
  merges: MergeRepository
  issueCache: IssueCache
  live: LiveOccurrences
  retentionDays: number
  log: Logger
}

export type LateOccurrences = {
  /** False: too many fingerprints wait, or have joined an issue. */
  accepts(id: string): boolean
  /** These occurrences were stored. */
  stored(occurrences: Occurrence[]): void
  close(): Promise<void>
}

export function joinLateOccurrences(options: LateOptions): LateOccurrences {
  const { engine, sourceMaps, merges, issueCache, live, retentionDays, log } = options
  /** By fingerprint. `dueAt`: of the next attempt, in milliseconds since 1970. */
  const waiting = new Map<string, { dueAt: number; attempts: number }>()
  const closing = new AbortController()
  let wake = Promise.withResolvers<void>()
  const running = run()

  async function run(): Promise<void> {
    await findStored()
    while (!closing.signal.aborted) {
      const [next] = [...waiting].toSorted(([, a], [, b]) => a.dueAt - b.dueAt)
      const milliseconds = next ? next[1].dueAt - Date.now() : MAX_PAUSE_MILLISECONDS
      if (next && milliseconds <= 0) await attempt(next[0], next[1].attempts)
      else await Promise.race([sleep(milliseconds), wake.promise])
      wake = Promise.withResolvers()
    }
  }

  /** Those of the previous process. */
  async function findStored(): Promise<void> {
    try {
      const rows = await engine.query<{ id: string }>(
        `SELECT IssueId AS id FROM issues WHERE startsWith(IssueId, '${LATE_PREFIX}') GROUP BY id
         HAVING max(LastSeen) > now64(9) - toIntervalDay(${retentionDays}) LIMIT ${MAX_LATE}`,
      )
      for (const { id } of rows) add(id)
    } catch (error) {
      log.warn({ err: error }, 'occurrences without their source map are not looked for until the next start')
    }
  }

  function add(id: string): void {
    if (!isLateIssue(id) || waiting.has(id) || isMapped(id)) return
    waiting.set(id, { dueAt: 0, attempts: 0 })
    wake.resolve()
  }

  /** Its issue is final. */
  function isMapped(id: string): boolean {
    return merges.latest().late.has(id)
  }

  async function attempt(id: string, attempts: number): Promise<void> {
    try {
      if (await join(id)) return void waiting.delete(id)
    } catch (error) {
      if (closing.signal.aborted) return
      log.warn({ err: error, issue: id }, 'an occurrence could not be mapped; retrying later')
    }
    const milliseconds = Math.min(PAUSE_MILLISECONDS * 2 ** attempts, MAX_PAUSE_MILLISECONDS)
    waiting.set(id, { dueAt: Date.now() + milliseconds, attempts: attempts + 1 })
  }

  /** True: nothing is left to do for the fingerprint. */
  async function join(id: string): Promise<boolean> {
    const event = await readEvent(id)
    if (event === null) return true
    const occurrences = await queryNumber(
      engine,
      'SELECT sum(Count) AS value FROM issues WHERE IssueId = {id:String}',
      { id },
    )
    if (closing.signal.aborted) return false
    const stack = await sourceMaps.mapLater(event.stack.sent, event.url, occurrences)
    if (closing.signal.aborted || !stack.isComplete) return false
    const target = targetOf(event, stack)
    const { issueOf } = await merges.read()
    // A user merged it into another issue: the issue of the mapped stack follows there.
    const isMerged = issueOf(id) !== id && !merges.latest().late.has(id)
    const [from, into] = isMerged ? [target.id, issueOf(id)] : [id, issueOf(target.id)]
    const isNew = isMerged ? issueOf(from) === from : !isMapped(id)
    if (from !== into && isNew) {
      await copyChanges(from, into)
      await merges.write(from, into, isMerged ? { by: '' } : { culprit: target.culprit })
      // Of the time between the first copy and the merge.
      await copyChanges(from, into)
      live.publishIssues([from, into])
    }
    log.info({ issue: into, occurrences }, 'occurrences were mapped after they were stored')
    return true
  }

  /** Any of its occurrences with details: all have the same stack. Null: none is stored any more. */
  async function readEvent(id: string): Promise<StoredEvent | null> {
    const [row] = await engine.query<{ occurrence: string }>(
      `SELECT Occurrence AS occurrence FROM exceptions WHERE IssueId = {id:String} AND IsSlim = 0
       ORDER BY Stacktrace = '' LIMIT 1`,
      { id },
    )
    return row ? parseStoredEvent(row.occurrence) : null
  }

  /** The same rows, with the instants and the ids of the changes: the newest change of both issues counts. */
  async function copyChanges(from: string, into: string): Promise<void> {
    const rows = await engine.query<{ Field: string }>(
      `SELECT toString(old.ChangeId) AS ChangeId, {into:String} AS IssueId, toString(old.At) AS At, By, Field,
         Value, Conditions
       FROM issue_changes AS old WHERE old.IssueId = {from:String} AND (old.ChangeId, old.Field) NOT IN
         (SELECT ChangeId, Field FROM issue_changes WHERE IssueId = {into:String})`,
      { from, into },
    )
    if (rows.length === 0) return
    try {
      await engine.insert('issue_changes', rows.map((row) => JSON.stringify(row)).join('\n'), randomUUID())
    } finally {
      issueCache.invalidateChanges([into])
    }
  }

  async function sleep(milliseconds: number): Promise<void> {
    await pause(Math.min(milliseconds, MAX_PAUSE_MILLISECONDS), undefined, {
      signal: closing.signal,
      ref: false,
    }).catch(() => {})
  }

  return {
    accepts: (id) =>
      waiting.has(id) || merges.latest().late.has(id) || waiting.size + merges.latest().late.size < MAX_LATE,
    stored(occurrences) {
      for (const { issueId } of occurrences) add(issueId)
    },
    async close() {
      closing.abort()
      await running
    },
  }
}

/** As an occurrence is grouped that is mapped in time. */
function targetOf(event: StoredEvent, stack: MappedStack): { id: string; culprit: string } {
  const { service, type, message, url } = event
  const route = event.attributes['http.route'] ?? ''
  const stacktrace = stack.isMapped ? stack.text : event.stack.sent.text
  const sourceLine = cleanText(stack.sourceLine(url), MAX_VALUE_LENGTH)
  const { id } = fingerprint({ service, type, message, stacktrace, sourceLine, url, route, override: '' })
  return { id, culprit: culprit(stacktrace, url) }
}
