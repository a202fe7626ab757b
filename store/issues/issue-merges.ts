// Which fingerprints people joined to one issue. Read with every question: rows keep their fingerprint, and what comes later is joined as well.
import type { Engine, Parameters } from '../engine/engine.ts'
import { seconds } from '../rows/instant.ts'

export type Merges = {
  /** The issue that a fingerprint belongs to: itself, where nobody joined it to another. */
  issueOf: (fingerprint: string) => string
  /** The fingerprints that are one issue: its own first. */
  fingerprintsOf: (id: string) => string[]
  /** The issue of a row, as text of our own with its values beside it. */
  column: { sql: string; parameters: Parameters }
  joined: number
}

export type MergeBook = {
  read(): Promise<Merges>
  /** As last read. */
  latest(): Merges
  /** `issueId` = the fingerprint itself takes it out again. */
  write(fingerprint: string, issueId: string): Promise<void>
}

export async function openMerges(engine: Engine): Promise<MergeBook> {
  let known = await ask(engine)
  return {
    async read() {
      // The embedded engine has no other writer; on a server another store may have decided meanwhile.
      if (engine.kind !== 'embedded') known = await ask(engine)
      return known
    },
    latest: () => known,
    async write(fingerprint, issueId) {
      const at = BigInt(Date.now()) * 1_000_000n
      // Later than the former decision, so that the newest is one also within a thousandth of a second.
      const [former] = await engine.ask<{ at: string }>(
        'SELECT toString(toUnixTimestamp64Nano(max(At)) + 1) AS at FROM issue_merges WHERE Fingerprint = {fingerprint:String}',
        { fingerprint },
      )
      const later = BigInt(former?.at ?? 0)
      const row = { Fingerprint: fingerprint, IssueId: issueId, At: seconds(later > at ? later : at), By: '' }
      await engine.insert('issue_merges', JSON.stringify(row), `${fingerprint} ${at}`)
      known = await ask(engine)
    },
  }
}

async function ask(engine: Engine): Promise<Merges> {
  const rows = await engine.ask<{ fingerprint: string; issueId: string }>(
    'SELECT Fingerprint AS fingerprint, argMax(IssueId, At) AS issueId FROM issue_merges GROUP BY fingerprint HAVING issueId != fingerprint ORDER BY fingerprint',
  )
  return mergesOf(new Map(rows.map((row) => [row.fingerprint, row.issueId])))
}

export function mergesOf(joined: Map<string, string>): Merges {
  const issueOf = (fingerprint: string): string => {
    let id = fingerprint
    // What was joined to an issue that was joined itself goes along. Bounded: two stores may have decided in a circle at once.
    for (let hops = 0; hops < joined.size && joined.has(id); hops++) id = joined.get(id) ?? id
    return id
  }
  const members = Map.groupBy(joined.keys(), issueOf)
  const fingerprints = [...joined.keys()]
  return {
    issueOf,
    fingerprintsOf: (id) => [id, ...(members.get(id) ?? [])],
    column:
      fingerprints.length === 0
        ? { sql: 'IssueId', parameters: {} }
        : {
            sql: 'transform(IssueId, {joined:Array(String)}, {joinedTo:Array(String)}, IssueId)',
            parameters: { joined: fingerprints, joinedTo: fingerprints.map(issueOf) },
          },
    joined: fingerprints.length,
  }
}
