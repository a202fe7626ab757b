// First and last occurrence and service of every issue, as columns by the number of its fingerprint: 20 bytes
// an issue.
import type { Engine } from '../../../database/engine/engine.ts'
import { hexToInteger, RowReader } from '../../../database/engine/row-reader.ts'
import { nextTurn } from '../../../../server/event-loop.ts'
import { grow, NO_NUMBER, type FingerprintTable } from '../../../occurrences/fingerprint-table.ts'
import { Dictionary } from '../../../occurrences/dictionary.ts'
import { nanosecondsOf, timestampOf, type Timestamp } from '../../../occurrences/memory/partition.ts'
import type { Occurrence } from '../../../ingest/rows/occurrence.ts'

/** First and last occurrence, in nanoseconds since 1970. */
export type SeenRange = { service: string; first: bigint; last: bigint }

/** Rows that are read in one turn of the event loop: some 5 ms. */
const ROWS_PER_TURN = 20_000

const IS_FINGERPRINT = "match(IssueId, '^[0-9a-f]{16}$')"

export class IssueIndex {
  readonly fingerprints: FingerprintTable
  readonly services = new Dictionary()
  /** Numbers of `services`. */
  service = new Uint32Array(0)
  firstSeconds = new Uint32Array(0)
  firstNanoseconds = new Uint32Array(0)
  /** 0: no occurrence of the fingerprint is stored. */
  lastSeconds = new Uint32Array(0)
  lastNanoseconds = new Uint32Array(0)

  constructor(fingerprints: FingerprintTable) {
    this.fingerprints = fingerprints
  }

  clear(): void {
    this.lastSeconds.fill(0)
    this.lastNanoseconds.fill(0)
  }

  append(stored: Occurrence[]): void {
    for (const { issueId, service, ns } of stored) {
      const timestamp = timestampOf(ns)
      this.add(this.fingerprints.addText(issueId), { service, first: timestamp, last: timestamp })
    }
  }

  add(
    number: number,
    { service, first, last }: { service: string; first: Timestamp; last: Timestamp },
  ): void {
    if (number >= this.service.length) this.#grow()
    this.service[number] = this.services.add(service)
    const [firstSeconds, lastSeconds] = [this.firstSeconds[number]!, this.lastSeconds[number]!]
    const isNew = lastSeconds === 0
    if (isNew || compare(first, firstSeconds, this.firstNanoseconds[number]!) < 0) {
      this.firstSeconds[number] = first.seconds
      this.firstNanoseconds[number] = first.nanoseconds
    }
    if (isNew || compare(last, lastSeconds, this.lastNanoseconds[number]!) > 0) {
      this.lastSeconds[number] = last.seconds
      this.lastNanoseconds[number] = last.nanoseconds
    }
  }

  /** Null: no occurrence of the fingerprint is stored. */
  range(fingerprint: string): SeenRange | null {
    const number = this.fingerprints.findText(fingerprint)
    return number === NO_NUMBER ? null : this.rangeOf(number)
  }

  rangeOf(number: number): SeenRange | null {
    const [seconds, lastSeconds] = [this.firstSeconds[number], this.lastSeconds[number]]
    if (seconds === undefined || lastSeconds === undefined || lastSeconds === 0) return null
    return {
      service: this.services.texts[this.service[number]!]!,
      first: nanosecondsOf({ seconds, nanoseconds: this.firstNanoseconds[number]! }),
      last: nanosecondsOf({ seconds: lastSeconds, nanoseconds: this.lastNanoseconds[number]! }),
    }
  }

  #grow(): void {
    const capacity = this.fingerprints.high.length
    this.service = grow(this.service, capacity)
    this.firstSeconds = grow(this.firstSeconds, capacity)
    this.firstNanoseconds = grow(this.firstNanoseconds, capacity)
    this.lastSeconds = grow(this.lastSeconds, capacity)
    this.lastNanoseconds = grow(this.lastNanoseconds, capacity)
  }
}

function compare(
  { seconds, nanoseconds }: Timestamp,
  otherSeconds: number,
  otherNanoseconds: number,
): number {
  return seconds - otherSeconds || nanoseconds - otherNanoseconds
}

/**
 * Reads what is stored into `index`: of these fingerprints, or of all (null). In the order of `exceptions`,
 * so that counting its rows passes through memory instead of jumping in it.
 */
export async function loadIssues(
  engine: Engine,
  index: IssueIndex,
  fingerprints: string[] | null,
): Promise<void> {
  const isSelected = fingerprints === null ? '' : 'AND IssueId IN {fingerprints:Array(String)}'
  const rows = new RowReader(
    await engine.queryBytes(
      'RowBinary',
      `SELECT ${hexToInteger('IssueId')}, ${parts('min(FirstSeen)')}, ${parts('max(LastSeen)')},
         anyLast(ServiceName)
       FROM issues WHERE ${IS_FINGERPRINT} ${isSelected} GROUP BY IssueId
       ORDER BY IssueId`,
      fingerprints === null ? {} : { fingerprints },
    ),
  )
  for (let count = 1; !rows.isAtEnd; count++) {
    const low = rows.uint32()
    const number = index.fingerprints.add(rows.uint32(), low)
    const first = { seconds: rows.uint32(), nanoseconds: rows.uint32() }
    const last = { seconds: rows.uint32(), nanoseconds: rows.uint32() }
    index.add(number, { service: rows.text(), first, last })
    if (count % ROWS_PER_TURN === 0) await nextTurn()
  }
}

/** Reads which fingerprints are stored. */
export async function loadFingerprints(engine: Engine, fingerprints: FingerprintTable): Promise<void> {
  const sql = `SELECT DISTINCT ${hexToInteger('IssueId')} FROM issues WHERE ${IS_FINGERPRINT}`
  const rows = new RowReader(await engine.queryBytes('RowBinary', sql))
  for (let count = 1; !rows.isAtEnd; count++) {
    const low = rows.uint32()
    fingerprints.add(rows.uint32(), low)
    if (count % ROWS_PER_TURN === 0) await nextTurn()
  }
}

/** Seconds and nanoseconds. */
function parts(instant: string): string {
  return `toUInt32(toUnixTimestamp(${instant})),
    toUInt32(toUnixTimestamp64Nano(${instant}) % 1000000000)`
}
