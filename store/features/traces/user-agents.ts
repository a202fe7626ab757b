// `browser:` and `os:` in a search of traces: spans have the user agent that the page sent, not its names.
import { between } from '../../database/engine/condition.ts'
import type { Engine } from '../../database/engine/engine.ts'
import type { Term } from '../../occurrences/search-terms.ts'
import { createUserAgentParser } from '../../ingest/rows/user-agent.ts'
import type { Filters } from '../../http/filters.ts'
import { USER_AGENT } from './span-filter.ts'

/** Of one range. A site has some hundreds a day. */
const MAX_USER_AGENTS = 10_000

export const parseUserAgent = createUserAgentParser()

/** The same filters, in which terms about browsers and systems name the matching user agents. */
export async function withUserAgents<Of extends Filters>(engine: Engine, filters: Of): Promise<Of> {
  if (!filters.terms.some(isAboutAgent)) return filters
  const userAgents = await readUserAgents(engine, filters)
  const expand = (term: Term): Term => {
    if (!isAboutAgent(term)) return term
    const start = term.value.toLowerCase()
    const matches = (userAgent: string) => parseUserAgent(userAgent)[term.key].toLowerCase().startsWith(start)
    return { ...term, userAgents: userAgents.filter(matches) }
  }
  return { ...filters, terms: filters.terms.map(expand) }
}

async function readUserAgents(engine: Engine, filters: Filters): Promise<string[]> {
  const { sql, parameters } = between(filters)
  const rows = await engine.query<{ userAgent: string }>(
    `SELECT DISTINCT ${USER_AGENT} AS userAgent FROM otel_traces
     WHERE ${sql} AND ParentSpanId = '' AND userAgent != '' LIMIT ${MAX_USER_AGENTS}`,
    parameters,
  )
  return rows.map(({ userAgent }) => userAgent)
}

function isAboutAgent(term: Term): term is Term & { key: 'browser' | 'os' } {
  return term.key === 'browser' || term.key === 'os'
}
