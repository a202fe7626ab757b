// What was stored before this process began, read into the register day by day, the newest first.
import type { Logger } from 'pino'
import type { Engine } from '../../engine/engine.ts'
import { numberOfDigestBytes } from '../../rows/digest.ts'
import { FOUND_BYTES, FOUND_COLUMNS } from './match-set.ts'
import { MOST_ROWS, type Register } from './occurrence-index.ts'

export type Loading = {
  engine: Engine
  register: Register
  /** Runs work while nothing is being stored. */
  between: <Answer>(work: () => Promise<Answer>) => Promise<Answer>
  log: Logger
}

type LoadedDay = { day: number; rows: number }

/** Until it is done, and where it fails, the engine answers what the register does not hold. */
export async function loadRegister({ engine, register, between, log }: Loading): Promise<void> {
  try {
    // In one go with the first day: what comes meanwhile is either in its table before, or told of afterwards.
    const days = await between(async () => {
      const all = await daysOf(engine)
      await loadDay(engine, register, all, 0)
      return all
    })
    let rows = days[0]?.rows ?? 0
    for (let at = 1; at < days.length; at++) {
      rows += days[at]!.rows
      if (rows > MOST_ROWS || register.isFull) return
      await between(() => loadDay(engine, register, days, at))
    }
  } catch (error) {
    log.debug({ err: error }, 'not all occurrences were read into memory')
  }
}

/** The newest first. */
function daysOf(engine: Engine): Promise<LoadedDay[]> {
  return engine.ask<LoadedDay>(
    'SELECT toUInt32(toDate(Timestamp)) AS day, count() AS rows FROM exceptions GROUP BY day ORDER BY day DESC',
  )
}

/** The day of that place, and what may have come since for days between it and the one before. Behind the last one there is nothing. */
async function loadDay(engine: Engine, register: Register, days: LoadedDay[], at: number): Promise<void> {
  const [day, next] = [days[at], days[at - 1]]
  const isLast = at >= days.length - 1
  if ((day?.rows ?? 0) > MOST_ROWS) return
  const bytes = await engine.askBytes(
    'RowBinary',
    `SELECT ${FOUND_COLUMNS}, IssueId, concat(ServiceName, '\\0', Environment, '\\0', Release), UserId, SessionId
     FROM exceptions WHERE toUInt32(toDate(Timestamp)) >= {from:UInt32} AND toUInt32(toDate(Timestamp)) < {to:UInt32}`,
    { from: isLast ? 0 : day!.day, to: next?.day ?? LAST_DAY },
  )
  take(bytes, register)
  register.holdFrom(isLast ? Number.NEGATIVE_INFINITY : day!.day)
}

/** The engine's dates end there. */
const LAST_DAY = 65_535

function take(bytes: Buffer, register: Register): void {
  let at = 0
  while (at < bytes.length) {
    const digest = numberOfDigestBytes(bytes, at)
    const [seconds, nanoseconds] = [bytes.readUInt32LE(at + 8), bytes.readUInt32LE(at + 12)]
    at += FOUND_BYTES
    const [issue, source] = [text(), text()]
    const [user, session] = [mark(), mark()]
    register.add({ seconds, nanoseconds, digest, user, session }, issue, source)
  }

  function text(): string {
    const end = endOf()
    const read = bytes.toString('utf8', at, end)
    at = end
    return read
  }

  function mark(): number {
    const end = endOf()
    const made = register.mark(bytes, at, end)
    at = end
    return made
  }

  /** Where the string ends whose length, seven bits a byte, stands here. */
  function endOf(): number {
    let length = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++]!
      length += (byte & 127) * factor
      if (byte < 128) return at + length
    }
  }
}
