// Several stores may write to one ClickHouse, and a console watches one of them: what the others take is found by asking.
import type { Logger } from 'pino'
import type { Engine } from '../engine/engine.ts'
import type { Live } from './live-occurrences.ts'
import type { MergeBook } from '../issues/issue-merges.ts'
import type { News } from '../rows/occurrence.ts'

/** Somebody looks on: a second is at once. Nobody asks while nobody looks. */
const ASK_MILLISECONDS = 1_000

/** Seconds back that are looked at. What comes later than that (a page that was offline) is in the lists, and no news. */
const RECENT_SECONDS = 120

/** Of one look: as many as are told of one group. A storm is seen as well from its end. */
const MOST = 100

/** Occurrences known as told: many more than the newest that a look can bring. The oldest are forgotten. */
const REMEMBERED = 20_000

export type Others = {
  /** What this store took itself, each once, whether or not it was seen in the table first. */
  tell(occurrences: News[]): void
  stop(): void
}

export function tellOfOthers({
  engine,
  live,
  merges,
  log,
}: {
  engine: Engine
  live: Live
  merges: MergeBook
  log: Logger
}): Others {
  const told = new Set<string>()
  let asking = false

  function tell(occurrences: News[]): void {
    const news = engine.kind === 'embedded' ? occurrences : occurrences.filter(isNews)
    live.tell(
      news.map((occurrence) => ({ ...occurrence, issueId: merges.latest().issueOf(occurrence.issueId) })),
    )
  }

  function isNews({ digest, ns }: News): boolean {
    const key = `${digest} ${ns}`
    if (told.has(key)) return false
    told.add(key)
    if (told.size > REMEMBERED) for (const oldest of [...told].slice(0, REMEMBERED / 2)) told.delete(oldest)
    return true
  }

  async function look(): Promise<void> {
    const since = live.watchedSince()
    if (since === null || asking) return
    asking = true
    try {
      const rows = await recent(engine)
      const first = BigInt(since.getTime()) * 1_000_000n
      // What was there before anybody watched is no news either.
      for (const row of rows) if (row.ns < first) isNews(row)
      tell(rows)
    } catch (error) {
      log.warn({ err: error }, 'what other stores took could not be asked for')
    } finally {
      asking = false
    }
  }

  // The embedded engine has one writer: this process.
  const timer = engine.kind === 'embedded' ? undefined : setInterval(() => void look(), ASK_MILLISECONDS)
  return { tell, stop: () => clearInterval(timer) }
}

/** The newest, the oldest of them first. */
async function recent(engine: Engine): Promise<News[]> {
  const rows = await engine.ask<Omit<News, 'ns'> & { at: string }>(
    `SELECT IssueId AS issueId, Digest AS digest, toString(Type) AS type, substring(Message, 1, 1000) AS message, toString(ServiceName) AS service,
       toString(toUnixTimestamp64Nano(Timestamp)) AS at
     FROM exceptions WHERE Timestamp > now64(9) - INTERVAL ${RECENT_SECONDS} SECOND ORDER BY Timestamp DESC LIMIT ${MOST}`,
  )
  return rows.toReversed().map(({ at, ...row }) => ({ ...row, ns: BigInt(at) }))
}
