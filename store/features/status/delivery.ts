// Of the records that pages have numbered, how many arrived; and what SDKs report as not sent.
import type { Engine } from '../../database/engine/engine.ts'
import { all, between, named, type Condition } from '../../database/engine/condition.ts'
import { DAY_NS, HOUR_NS } from '../../database/instants.ts'
import { createUserAgentParser } from '../../ingest/rows/user-agent.ts'
import type { BrowserDelivery, Delivery, DeliveryAnswer, DiscardedItems } from '../../../contract/status.ts'
import { filters, filtersOf, type Filters, type Period } from '../../http/filters.ts'
import { path, type WithEngine } from '../../http/path.ts'

/** User agents that are distinguished, those with the most records. */
const MAX_AGENTS = 2_000
/** No real session sends as many, no SDK discards as many at once: the numbers are invented. */
const MAX_RECORDS = 10_000
/** A session loses at most this: two records with made-up numbers would outweigh a hundred real sessions. */
const MOST_SENT = 'numbers + 10 * numbers + 20'
/** The length of the time before the range, in nanoseconds. */
const USUAL = 7n * DAY_NS

/** Sentry's SDKs know a dozen of each; anybody can send other names. */
const MAX_REASONS = 50
/** Reasons of Sentry's SDKs that the application's configuration asks for. */
const CONFIGURED = new Set(
  'sample_rate before_send event_processor ignored no_parent_span insufficient_data'.split(' '),
)

type Row = Delivery & { agent: string; sessions: number }

export const deliveryPath = path('GET /api/delivery', {
  summary: 'Delivery of numbered records from pages, by browser',
  parameters: { filters: filters('24h') },
  answer: 'DeliveryAnswer',
  async handle({ parameters }, { engine }: WithEngine): Promise<DeliveryAnswer> {
    const { from, to, service, environment } = parameters.filters
    const names = { service, environment }
    const inRange = filtersOf({ from, to }, names)
    const [rows, before, discarded] = await Promise.all([
      readAgents(engine, inRange),
      readAgents(engine, filtersOf({ from: from - USUAL, to: from }, names)),
      readDiscarded(engine, inRange),
    ])
    const usual = byBrowser(before)
    const browsers = [...byBrowser(rows).values()].map(({ browser, os, sent, arrived }): BrowserDelivery => ({
      browser,
      os,
      sent,
      arrived,
      usual: sum([usual.get(keyOf(browser, os)) ?? NONE]),
    }))
    return {
      sessions: rows.reduce((count, { sessions }) => count + sessions, 0),
      total: sum(rows),
      usual: sum(before),
      browsers: browsers.toSorted((a, b) => a.arrived / a.sent - b.arrived / b.sent || b.sent - a.sent),
      discarded,
    }
  },
})

export async function readDelivery(engine: Engine, filters: Filters): Promise<Delivery> {
  return sum(await readAgents(engine, filters))
}

function readAgents(engine: Engine, filters: Filters): Promise<Row[]> {
  const where = all([between(filters), ...named(filters)])
  return engine.query<Row>(
    `SELECT agent, count() AS sessions, ${SUMS} FROM (${numberedSessions(where)})
     GROUP BY agent ORDER BY sent DESC, agent LIMIT ${MAX_AGENTS}`,
    where.parameters,
  )
}

/** `sent`, `arrived`: of the numbered records of a session. */
const SUMS = `sum(least(last - first + 1, ${MOST_SENT})) AS sent, sum(numbers) AS arrived`

/** A number counts once, however often its record arrived. `part`: an expression; its values count apart. */
function numberedSessions(where: Condition, part = '0'): string {
  return `SELECT ServiceName AS service, ${part} AS part,
      any(ResourceAttributes['user_agent.original']) AS agent,
      min(toUInt32OrZero(substring(Sequence, 10)) AS number) AS first, max(number) AS last,
      uniqExact(number) AS numbers
    FROM otel_logs
    WHERE match(Sequence, '^[0-9a-f]{8} [0-9]{1,6}$') AND ${where.sql}
    GROUP BY service, substring(Sequence, 1, 8), part
    HAVING last - first < ${MAX_RECORDS}`
}

/**
 * By service and hour, of a period of whole hours. `hour`: its number in the period, from 0. `names`: a
 * condition over ServiceName, Environment and Release.
 */
export function hourlyDelivery(
  engine: Engine,
  { from, to }: Period,
  names: Condition,
): Promise<(Delivery & { service: string; hour: number })[]> {
  const where = all([between({ from, to }), names])
  const hour = `toUInt32(intDiv(toUnixTimestamp64Nano(Timestamp) - {from:Int64}, ${HOUR_NS}))`
  return engine.query(
    `SELECT service, part AS hour, ${SUMS} FROM (${numberedSessions(where, hour)})
     GROUP BY service, hour ORDER BY service, hour`,
    where.parameters,
  )
}

async function readDiscarded(engine: Engine, filters: Filters): Promise<DiscardedItems[]> {
  const where = all([between(filters), ...named(filters)])
  const rows = await engine.query<Omit<DiscardedItems, 'isLost'>>(
    `SELECT LogAttributes['errata.discarded.reason'] AS reason,
       LogAttributes['errata.discarded.category'] AS category,
       sum(least(toUInt64OrZero(LogAttributes['errata.discarded.quantity']), ${MAX_RECORDS})) AS quantity
     FROM otel_logs WHERE EventName = 'errata.discarded' AND ${where.sql}
     GROUP BY reason, category HAVING quantity > 0
     ORDER BY quantity DESC, reason, category LIMIT ${MAX_REASONS}`,
    where.parameters,
  )
  return rows.map((row) => ({ ...row, isLost: !CONFIGURED.has(row.reason) }))
}

const NONE: Delivery = { sent: 0, arrived: 0 }
const keyOf = (browser: string, os: string): string => `${browser}\n${os}`
const withoutVersion = (name: string): string => name.replace(/ [\d.]+$/, '')

function byBrowser(rows: Row[]): Map<string, Delivery & { browser: string; os: string }> {
  const parse = createUserAgentParser()
  const named = rows.map((row) => {
    const agent = parse(row.agent)
    return { ...row, browser: withoutVersion(agent.browser), os: withoutVersion(agent.os) }
  })
  const groups = Map.groupBy(named, ({ browser, os }) => keyOf(browser, os))
  return new Map(
    [...groups].map(([key, members]) => {
      const { browser, os } = members[0]!
      return [key, { browser, os, ...sum(members) }]
    }),
  )
}

function sum(rows: Delivery[]): Delivery {
  return rows.reduce(
    (total, { sent, arrived }) => ({ sent: total.sent + sent, arrived: total.arrived + arrived }),
    NONE,
  )
}
