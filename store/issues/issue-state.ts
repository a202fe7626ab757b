// Where issues stand: what is true of them over all time, what people decided, and the status that follows from both.
import type { Engine } from '../engine/engine.ts'
import type { Decision, Ledger, Life } from './issue-cache.ts'
import type { Merges } from './issue-merges.ts'
import type { Register } from '../occurrences/memory/occurrence-index.ts'
import type { IssueStatus } from '../api/contract.ts'

/** Nanoseconds that an issue counts as new. */
const NEW = 24n * 3_600_000_000_000n

/** The engine, which fingerprints are one issue, what is known of each, and the occurrences in numbers (null: other stores write too). */
export type Grouped = { engine: Engine; merges: Merges; ledger: Ledger; register: Register | null }

export type Standing = {
  id: string
  service: string
  firstSeen: bigint
  lastSeen: bigint
  status: IssueStatus
  assignee: string
}

/** What decisions that wait for something are compared with. */
type Sums = { id: string; count: number; users: number; releases: string[] }

/** All issues, or those of `ids`; one that is unknown is missing. */
export async function standings(
  { engine, merges, ledger }: Grouped,
  ids?: string[],
): Promise<Map<string, Standing>> {
  const fingerprints = ids?.flatMap(merges.fingerprintsOf)
  const [lives, decisions] = await Promise.all([ledger.lives(fingerprints), ledger.decisions(ids)])
  const lived = livesOf(merges, lives, fingerprints ?? [...lives.keys()])
  const waiting = [...lived.keys()].filter((id) => waits(decisions.get(id)))
  const sums = waiting.length > 0 ? await sumsOf(engine, merges, waiting) : new Map<string, Sums>()
  const now = BigInt(Date.now()) * 1_000_000n
  const standing = new Map<string, Standing>()
  for (const [id, life] of lived) {
    const decision = decisions.get(id)
    const { service, first: firstSeen, last: lastSeen } = life
    const status = statusOf(life, decision, sums.get(id), now)
    standing.set(id, { id, service, firstSeen, lastSeen, status, assignee: decision?.assignee ?? '' })
  }
  return standing
}

/** By issue: from the first to the last time that any of its fingerprints was seen. */
function livesOf(
  { issueOf }: Merges,
  lives: ReadonlyMap<string, Life>,
  fingerprints: string[],
): Map<string, Life> {
  const lived = new Map<string, Life>()
  for (const fingerprint of fingerprints) {
    const life = lives.get(fingerprint)
    if (!life) continue
    const id = issueOf(fingerprint)
    const other = lived.get(id)
    lived.set(id, other ? together(other, life) : life)
  }
  return lived
}

function together(a: Life, b: Life): Life {
  return {
    service: a.service,
    first: a.first < b.first ? a.first : b.first,
    last: a.last > b.last ? a.last : b.last,
  }
}

function waits(decision: Decision | undefined): boolean {
  return (
    decision !== undefined &&
    (decision.known.length > 0 || decision.untilCount > 0 || decision.untilUsers > 0)
  )
}

/** Of the issues whose decisions wait: merging the users of all would cost as much as all the rest. */
async function sumsOf(
  engine: Engine,
  { column, fingerprintsOf }: Merges,
  ids: string[],
): Promise<Map<string, Sums>> {
  const rows = await engine.ask<Sums>(
    `SELECT ${column.sql} AS id, sum(Count) AS count, uniqMerge(Users) AS users, groupUniqArrayArray(Releases) AS releases FROM issues
     WHERE IssueId IN {fingerprints:Array(String)} GROUP BY id`,
    { ...column.parameters, fingerprints: ids.flatMap(fingerprintsOf) },
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Derived, never stored: regressed = resolved, and seen since (in a release that was not there then, if that was asked). */
function statusOf(
  { first, last }: Life,
  decision: Decision | undefined,
  sums: Sums | undefined,
  now: bigint,
): IssueStatus {
  if (decision?.decided === 'resolved') {
    const known = new Set(decision.known)
    const counts = known.size === 0 || (sums?.releases.some((release) => !known.has(release)) ?? false)
    return last > BigInt(decision.at) && counts ? 'regressed' : 'resolved'
  }
  if (decision?.decided === 'ignored' && !isOver(decision, sums, now)) return 'ignored'
  return first > now - NEW ? 'new' : 'ongoing'
}

/** What an ignored issue was to wait for has come. */
function isOver({ untilAt, untilCount, untilUsers }: Decision, sums: Sums | undefined, now: bigint): boolean {
  if (BigInt(untilAt) > 0n && now >= BigInt(untilAt)) return true
  return (
    (untilCount > 0 && (sums?.count ?? 0) >= untilCount) ||
    (untilUsers > 0 && (sums?.users ?? 0) >= untilUsers)
  )
}
