// Of the records that pages have numbered, how many arrived.
import type { Engine } from '../../database/engine/engine.ts'
import { all, between, named } from '../../database/engine/condition.ts'
import { DAY_NS } from '../../database/instants.ts'
import { createUserAgentParser } from '../../ingest/rows/user-agent.ts'
import type { BrowserDelivery, Delivery, DeliveryAnswer } from '../../../contract/status.ts'
import { filters, filtersOf, type Filters } from '../../http/filters.ts'
import { path, type WithEngine } from '../../http/path.ts'

/** User agents that are distinguished, those with the most records. */
const MAX_AGENTS = 2_000
/** No real session sends as many: its numbers are invented. */
const MAX_RECORDS = 10_000
/** A session loses at most this: two records with made-up numbers would outweigh a hundred real sessions. */
const MOST_SENT = 'numbers + 10 * numbers + 20'
/** The length of the time before the range, in nanoseconds. */
const USUAL = 7n * DAY_NS

type Row = Delivery & { agent: string; sessions: number }

export const deliveryPath = path('GET /api/delivery', {
  summary: 'Delivery of numbered records from pages, by browser',
  parameters: { filters: filters('24h') },
  answer: 'DeliveryAnswer',
  async handle({ parameters }, { engine }: WithEngine): Promise<DeliveryAnswer> {
    const { from, to, service, environment } = parameters.filters
    const names = { service, environment }
    const [rows, before] = await Promise.all([
      readAgents(engine, filtersOf({ from, to }, names)),
      readAgents(engine, filtersOf({ from: from - USUAL, to: from }, names)),
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
    }
  },
})

/** A number counts once, however often its record arrived. */
function readAgents(engine: Engine, filters: Filters): Promise<Row[]> {
  const where = all([between(filters), ...named(filters)])
  return engine.query<Row>(
    `SELECT agent, count() AS sessions,
       sum(least(last - first + 1, ${MOST_SENT})) AS sent,
       sum(numbers) AS arrived
     FROM (
       SELECT any(ResourceAttributes['user_agent.original']) AS agent,
         min(toUInt32OrZero(substring(Sequence, 10)) AS number) AS first, max(number) AS last,
         uniqExact(number) AS numbers
       FROM otel_logs
       WHERE match(Sequence, '^[0-9a-f]{8} [0-9]{1,6}$') AND ${where.sql}
       GROUP BY ServiceName, substring(Sequence, 1, 8)
       HAVING last - first < ${MAX_RECORDS}
     )
     GROUP BY agent ORDER BY sent DESC, agent LIMIT ${MAX_AGENTS}`,
    where.parameters,
  )
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
