// The owners of the code of each issue, so that a search and a rule find them. They are written when an issue
// is stored, and again when the CODEOWNERS of its service changes.
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { createSequence, createSlices } from '../../../../server/event-loop.ts'
import { inParts, type Condition } from '../../../database/engine/condition.ts'
import type { Engine } from '../../../database/engine/engine.ts'
import { nowNs, seconds } from '../../../database/instants.ts'
import { framesOf } from '../../../ingest/grouping/culprit.ts'
import type { Occurrence } from '../../../ingest/rows/occurrence.ts'
import type { IssueMerges } from '../../../occurrences/occurrences.ts'
import { parseStoredEvent, type StoredEvent } from '../events/stored-event.ts'
import { parseCodeOwners } from './code-owners.ts'
import { ownFrames, repositoryPaths, type Project } from './own-frames.ts'

/** Of one query: a row has up to some 50 kB. */
const PART = 100

/** Issues that are assigned again when CODEOWNERS changes: those seen last. */
const MAX_ISSUES = 20_000

/** Fingerprints that are known to have a row. */
const MAX_REMEMBERED = 100_000

/** Another store on the same server may have got commits. */
const REFRESH_MS = 60_000

export type IssueOwners = {
  /** These were stored. `next` is called when their issues have owners: mostly at once. */
  stored(occurrences: Occurrence[], next: () => void): void
  /** A build has sent commits of these services. */
  uploaded(services: string[]): void
  close(): Promise<void>
}

/** `row`: JSON of what the upload has of it. `ownersOf`: of a file of a source map. */
type Rules = { row: string; ownersOf: (file: string) => string[] }

export async function openIssueOwners(engine: Engine, log: Logger): Promise<IssueOwners> {
  let rules = await readRules(engine)
  let refreshedAt = performance.now()
  const remembered = new Set<string>()
  const sequence = createSequence()
  let isClosing = false

  async function write(service: string, ids: string[]): Promise<void> {
    const current = rules.get(service)
    for (const part of inParts(ids, PART)) {
      if (current === undefined || isClosing) return
      const events = await readEvents(engine, part)
      const at = seconds(nowNs())
      const rows: string[] = []
      const slices = createSlices()
      for (const { id, event } of events) {
        // Ten thousand rules and a long path take some tenths of a second.
        if (slices.isOver()) await slices.next()
        const Owners = ownersOfEvent(current, event)
        rows.push(JSON.stringify({ IssueId: id, ServiceName: service, Owners, At: at }))
      }
      if (rows.length > 0) await engine.insert('issue_owners', rows.join('\n'), randomUUID())
      if (remembered.size > MAX_REMEMBERED) remembered.clear()
      for (const { id } of events) remembered.add(id)
    }
  }

  async function reload(services: string[]): Promise<void> {
    const before = rules
    rules = await readRules(engine)
    refreshedAt = performance.now()
    for (const service of services) {
      if (rules.get(service)?.row === before.get(service)?.row) continue
      await write(service, await readIssues(engine, service))
    }
  }

  const run = (work: () => Promise<void>): Promise<void> =>
    sequence(work).catch((error: unknown) => {
      if (!isClosing) log.warn({ err: error }, 'owners of issues could not be stored')
    })

  return {
    stored(occurrences, next) {
      const isOld = performance.now() - refreshedAt > REFRESH_MS
      if (engine.kind === 'clickhouse' && isOld) void run(() => reload([]))
      const fresh = occurrences.filter(
        ({ issueId, service }) => rules.has(service) && !remembered.has(issueId),
      )
      if (fresh.length === 0) return next()
      const services = Map.groupBy(fresh, ({ service }) => service)
      const writing = run(async () => {
        for (const [service, list] of services)
          await write(service, [...new Set(list.map(({ issueId }) => issueId))])
      })
      void writing.then(next)
    },
    uploaded: (services) => void run(() => reload(services)),
    async close() {
      isClosing = true
      await run(() => Promise.resolve())
    },
  }
}

type RulesRow = Project & { service: string; text: string }

/** Of the newest upload of each service that has CODEOWNERS. */
async function readRules(engine: Engine): Promise<Map<string, Rules>> {
  const rows = await engine.query<RulesRow>(
    `SELECT ServiceName AS service, argMax(Root, FirstAt) AS root,
       argMax(Folders, FirstAt) AS folders, argMax(Owners, FirstAt) AS text
     FROM release_commits FINAL GROUP BY service HAVING text != ''`,
  )
  return new Map(
    rows.map((row) => {
      const [ownersOf, pathOf] = [parseCodeOwners(row.text), repositoryPaths(row)]
      return [row.service, { row: JSON.stringify(row), ownersOf: (file) => ownersOf(pathOf(file)) }]
    }),
  )
}

async function readIssues(engine: Engine, service: string): Promise<string[]> {
  const rows = await engine.query<{ id: string }>(
    `SELECT IssueId AS id FROM issues WHERE ServiceName = {service:String}
     GROUP BY id ORDER BY max(LastSeen) DESC LIMIT ${MAX_ISSUES}`,
    { service },
  )
  return rows.map(({ id }) => id)
}

/** The newest occurrence with all details of each issue. */
async function readEvents(engine: Engine, ids: string[]): Promise<{ id: string; event: StoredEvent }[]> {
  const rows = await engine.query<{ id: string; occurrence: string }>(
    `SELECT IssueId AS id, argMax(Occurrence, Timestamp) AS occurrence FROM exceptions
     WHERE IssueId IN {ids:Array(String)} AND IsSlim = 0 GROUP BY id`,
    { ids },
  )
  return rows.map(({ id, occurrence }) => ({ id, event: parseStoredEvent(occurrence) }))
}

/** As they were mapped when the occurrence was stored. */
export function ownFramesOf({ stack, causes, url }: StoredEvent): ReturnType<typeof ownFrames> {
  const framesIn = ({ sent, mapped }: StoredEvent['stack']) => framesOf(mapped || sent.text, url)
  return ownFrames({
    frames: framesIn(stack),
    causes: causes.map((cause) => ({ frames: framesIn(cause.stack) })),
  })
}

function ownersOfEvent({ ownersOf }: Rules, event: StoredEvent): string[] {
  for (const { file } of ownFramesOf(event)) {
    const owners = ownersOf(file)
    if (owners.length > 0) return owners
  }
  return []
}

/** The value that stands for nobody. */
const NOBODY = 'none'

/** Rows `(id, owner)`, each once, of the issues that somebody owns. */
export function ownerRows({ idColumn }: IssueMerges): Condition {
  return {
    sql: `SELECT DISTINCT ${idColumn.sql} AS id, arrayJoin(Owners) AS owner FROM issue_owners FINAL`,
    parameters: idColumn.parameters,
  }
}

/** Of the occurrence of a search: somebody owns the code of its issue. In any case, with or without `@`. */
export function isOwnedBy({ idColumn }: IssueMerges, value: string, at: number): Condition {
  const isNobody = value === '' || value.toLowerCase() === NOBODY
  const matches = `arrayExists(name -> lowerUTF8(trim(LEADING '@' FROM name)) = {owner${at}:String}, Owners)`
  return {
    sql: `${idColumn.sql} ${isNobody ? 'NOT IN' : 'IN'} (
      SELECT ${idColumn.sql} FROM issue_owners FINAL WHERE ${isNobody ? 'notEmpty(Owners)' : matches})`,
    parameters: {
      ...idColumn.parameters,
      ...(!isNobody && { [`owner${at}`]: value.replace(/^@/, '').toLowerCase() }),
    },
  }
}
