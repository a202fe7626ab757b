// Fills the index at start from `exceptions`, day by day, the newest first. Until a day is loaded SQL
// counts it.
import type { Logger } from 'pino'
import type { Engine } from '../../database/engine/engine.ts'
import { hexToInteger, RowReader } from '../../database/engine/row-reader.ts'
import { nextTurn, type Sequence } from '../../../server/event-loop.ts'
import { MAX_ROWS, type OccurrenceIndex } from './occurrence-index.ts'
import { dayOf, numberOfDigestBytes } from './partition.ts'
import { DIGEST_BYTES, MATCH_COLUMNS } from './selection.ts'

export type LoadOptions = {
  engine: Engine
  index: OccurrenceIndex
  /** Runs work while nothing is stored. */
  exclusive: Sequence
  /** Aborted when the store closes. */
  signal: AbortSignal
  log: Logger
}

/** Rows that are added in one turn of the event loop: some 10 ms. */
const ROWS_PER_TURN = 8_000

/** In days since 1970. */
type StoredDay = { day: number; rows: number }

/** The last value of the engine's `Date`. */
const LAST_DAY = 65_535

export async function loadIndex({ engine, index, exclusive, signal, log }: LoadOptions): Promise<void> {
  try {
    // The list of days and the first of them in one step: the writer appends later occurrences.
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

/** Loads from that day up to the one loaded last: late occurrences may have made a day between the two. */
async function loadDay(engine: Engine, index: OccurrenceIndex, days: StoredDay[], at: number): Promise<void> {
  const [day, loaded] = [days[at], days[at - 1]]
  const isOldest = at >= days.length - 1
  if ((day?.rows ?? 0) > MAX_ROWS) return
  const rows = await engine.queryBytes(
    'RowBinary',
    `SELECT ${MATCH_COLUMNS}, ${hexToInteger('IssueId')},
       concat(ServiceName, '\\0', Environment, '\\0', Release), UserId, SessionId,
       Type, Message, Culprit, Url
     FROM exceptions
     WHERE toUInt32(toDate(Timestamp)) >= {from:UInt32} AND toUInt32(toDate(Timestamp)) < {to:UInt32}`,
    { from: isOldest ? 0 : day!.day, to: loaded?.day ?? LAST_DAY },
  )
  await addRows(rows, index)
  index.setCoverageStart(isOldest ? Number.NEGATIVE_INFINITY : day!.day)
}

async function addRows(bytes: Buffer, index: OccurrenceIndex): Promise<void> {
  const rows = new RowReader(bytes)
  for (let count = 1; !rows.isAtEnd; count++) {
    const digest = numberOfDigestBytes(bytes, rows.position)
    rows.position += DIGEST_BYTES
    const [seconds, nanoseconds] = [rows.uint32(), rows.uint32()]
    const low = rows.uint32()
    const fingerprint = index.fingerprints.add(rows.uint32(), low)
    const source = rows.text()
    const [user, session] = [readHash(), readHash()]
    const day = dayOf(seconds)
    const title = index.texts.add(day, bytes, readPart(), readPart(), readPart())
    const address = index.texts.add(day, bytes, readPart())
    index.add({ seconds, nanoseconds, digest, fingerprint, source, user, session, title, address })
    if (count % ROWS_PER_TURN === 0) await nextTurn()
  }

  function readHash(): number {
    const start = rows.skipText()
    return index.hash(bytes, start, rows.position)
  }

  function readPart(): [start: number, end: number] {
    return [rows.skipText(), rows.position]
  }
}
