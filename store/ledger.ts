// What the store knows of every issue: when it was first and last seen, and what people decided. The embedded engine has one writer, this
// process: so both are kept here, and only what changed is asked for again. On a server other stores write too, and all is asked each time.
import type { Engine, Parameters } from './engine/engine.ts'
import { keep, type Kept } from './kept.ts'

/** When a fingerprint was seen, in nanoseconds. */
export type Life = { service: string; first: bigint; last: bigint }

/** The newest decision of each kind. `decided`: open, resolved, ignored, or empty where there is none. */
export type Decision = {
  id: string
  decided: string
  at: string
  known: string[]
  untilAt: string
  untilCount: number
  untilUsers: number
  assignee: string
}

export type Ledger = {
  /** By fingerprint. Of `fingerprints`, these are there at least; without any, all are. */
  lives(fingerprints?: string[]): Promise<ReadonlyMap<string, Life>>
  /** By issue; those that nothing was ever decided about are missing. */
  decisions(ids?: string[]): Promise<ReadonlyMap<string, Decision>>
  /** Something happened to these. */
  happened(fingerprints: string[]): void
  /** Somebody decided about these. */
  decided(ids: string[]): void
}

export function openLedger(engine: Engine): Ledger {
  const lives = keep((fingerprints) => askLives(engine, fingerprints))
  const decisions = keep((ids) => askDecisions(engine, ids))
  const isAlone = engine.kind === 'embedded'
  return {
    lives: (fingerprints) => (isAlone ? lives.read() : askLives(engine, fingerprints ?? null)),
    decisions: (ids) => (isAlone ? decisions.read() : askDecisions(engine, ids ?? null)),
    happened: (fingerprints) => tell(lives, fingerprints),
    decided: (ids) => tell(decisions, ids),
  }

  function tell(kept: Kept<unknown>, keys: string[]): void {
    if (isAlone) kept.changed(keys)
  }
}

async function askLives(engine: Engine, fingerprints: string[] | null): Promise<Map<string, Life>> {
  const { where, parameters } = among(fingerprints)
  const rows = await engine.ask<{ id: string; service: string; first: string; last: string }>(
    `SELECT IssueId AS id, anyLast(ServiceName) AS service, toString(toUnixTimestamp64Nano(min(FirstSeen))) AS first,
       toString(toUnixTimestamp64Nano(max(LastSeen))) AS last FROM issues ${where} GROUP BY id`,
    parameters,
  )
  return new Map(rows.map(({ id, service, first, last }) => [id, { service, first: BigInt(first), last: BigInt(last) }]))
}

async function askDecisions(engine: Engine, ids: string[] | null): Promise<Map<string, Decision>> {
  const { where, parameters } = among(ids)
  const rows = await engine.ask<Decision>(
    `SELECT IssueId AS id, argMaxIf(Status, At, Status != '') AS decided, toString(toUnixTimestamp64Nano(maxIf(At, Status != ''))) AS at,
       argMaxIf(KnownReleases, At, Status != '') AS known, toString(toUnixTimestamp64Nano(argMaxIf(UntilAt, At, Status != ''))) AS untilAt,
       argMaxIf(UntilCount, At, Status != '') AS untilCount, argMaxIf(UntilUsers, At, Status != '') AS untilUsers,
       argMaxIf(Assignee, At, AssigneeChanged = 1) AS assignee
     FROM issue_changes ${where} GROUP BY id`,
    parameters,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

function among(keys: string[] | null): { where: string; parameters: Parameters } {
  return keys === null ? { where: '', parameters: {} } : { where: 'WHERE IssueId IN {ids:Array(String)}', parameters: { ids: keys } }
}
