// Fills the index at start from `exceptions`, day by day, the newest first. Until a day is loaded SQL
// counts it.
import type { Logger } from 'pino'
import type { Engine } from '../../engine/engine.ts'
import { numberOfDigestBytes } from './digest-number.ts'
import { MATCH_BYTES, MATCH_COLUMNS } from './match-set.ts'
import { MAX_ROWS, type OccurrenceIndex } from './occurrence-index.ts'

/** Runs work while nothing is stored. */
export type Exclusive = <Answer>(work: () => Promise<Answer>) => Promise<Answer>

export type LoadOptions = {
  engine: Engine
  index: OccurrenceIndex
  exclusive: Exclusive
  /** Aborted when the store closes. */
  signal: AbortSignal
  log: Logger
}

/** In days since 1970. */
type StoredDay = { day: number; rows: number }

/** The last value of the engine's `Date`. */
const LAST_DAY = 65_535

export async function loadIndex({ engine, index, exclusive, signal, log }: LoadOptions): Promise<void> {
  try {
    // The list of days and the first of them in one step: what is stored later is appended by the writer.
    const days = await exclusive(async () => {
      const rows = await readDays(engine)
      await loadDay(engine, index, rows, 0)
      return rows
    })
    let rows = days[0]?.rows ?? 0
    for (let at = 1; at < days.length; at++) {
      rows += days[at]!.rows
      if (rows > MAX_ROWS || index.isFull) return
      await exclusive(() => loadDay(engine, index, days, at))
    }
  } catch (error) {
    if (signal.aborted) return
    log.warn(
      { err: error },
      'occurrences could not be loaded into memory: until the next start they are counted with SQL, slower',
    )
  }
}

/** The newest first. */
function readDays(engine: Engine): Promise<StoredDay[]> {
  return engine.query<StoredDay>(
    `SELECT toUInt32(toDate(Timestamp)) AS day, count() AS rows FROM exceptions
     GROUP BY day ORDER BY day DESC`,
  )
}

/**
 * Loads from that day up to the previously loaded one: late occurrences may have made a day between the
 * two.
 */
async function loadDay(engine: Engine, index: OccurrenceIndex, days: StoredDay[], at: number): Promise<void> {
  const [day, loaded] = [days[at], days[at - 1]]
  const isOldest = at >= days.length - 1
  if ((day?.rows ?? 0) > MAX_ROWS) return
  const rows = await engine.queryBytes(
    'RowBinary',
    `SELECT ${MATCH_COLUMNS}, IssueId, concat(ServiceName, '\\0', Environment, '\\0', Release),
       UserId, SessionId
     FROM exceptions
     WHERE toUInt32(toDate(Timestamp)) >= {from:UInt32} AND toUInt32(toDate(Timestamp)) < {to:UInt32}`,
    { from: isOldest ? 0 : day!.day, to: loaded?.day ?? LAST_DAY },
  )
  addRows(rows, index)
  index.setCoverageStart(isOldest ? Number.NEGATIVE_INFINITY : day!.day)
}

function addRows(rows: Buffer, index: OccurrenceIndex): void {
  let at = 0
  while (at < rows.length) {
    const digest = numberOfDigestBytes(rows, at)
    const [seconds, nanoseconds] = [rows.readUInt32LE(at + 8), rows.readUInt32LE(at + 12)]
    at += MATCH_BYTES
    const [fingerprint, source] = [readText(), readText()]
    const [user, session] = [readHash(), readHash()]
    index.add({ seconds, nanoseconds, digest, user, session }, fingerprint, source)
  }

  function readText(): string {
    const end = readEnd()
    const text = rows.toString('utf8', at, end)
    at = end
    return text
  }

  function readHash(): number {
    const end = readEnd()
    const hash = index.hash(rows, at, end)
    at = end
    return hash
  }

  /** Reads the length of a RowBinary string, seven bits a byte; returns where the string ends. */
  function readEnd(): number {
    let length = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = rows[at++]!
      length += (byte & 127) * factor
      if (byte < 128) return at + length
    }
  }
}
