// Feedback: a user has written something, on the fallback screen or in a form of the application.
import { all } from '../../../database/engine/condition.ts'
import { DAY_NS } from '../../../database/instants.ts'
import { namesOfRule } from './rule-filter.ts'
import type { Match, RuleContext, RuleKind } from './rule-kind.ts'
import type { StoredRule } from './rule.ts'
import { countOf } from './threshold.ts'

/** A page that was offline sends a text later. */
const DAYS = 7n

/** Of one evaluation. A flood of texts is not worth more lines. */
const MAX_TEXTS = 500

/** Characters of the title of a message. */
const MAX_TITLE = 200

type Row = {
  id: string
  ns: string
  text: string
  email: string
  digest: string
  service: string
  release: string
  environment: string
  url: string
}

export const feedback: RuleKind = {
  type: 'feedback.new',
  defaults: {},
  intervalMs: 10_000,
  endsAfterMs: 0,
  async open(context, rule, { from, to }) {
    const matches = await readTexts(context, rule, { from: from - (DAYS - 1n) * DAY_NS, to })
    return (at) => {
      const past = matches.filter(({ since }) => since <= at)
      return {
        matches: past,
        numbers: { texts: past.length },
        reason: `${countOf(past.length, 'text')} of users`,
      }
    }
  },
}

async function readTexts(
  { engine }: RuleContext,
  rule: StoredRule,
  { from, to }: { from: bigint; to: bigint },
): Promise<Match[]> {
  const where = all([
    {
      sql: `Timestamp >= fromUnixTimestamp64Nano({feedbackFrom:Int64})
        AND Timestamp <= fromUnixTimestamp64Nano({feedbackTo:Int64})`,
      parameters: { feedbackFrom: String(from), feedbackTo: String(to) },
    },
    ...namesOfRule(rule),
  ])
  const rows = await engine.query<Row>(
    `SELECT FeedbackId AS id, toString(toUnixTimestamp64Nano(Timestamp)) AS ns, Text AS text, Email AS email,
       Digest AS digest, ServiceName AS service, Release AS release, Environment AS environment, Url AS url
     FROM feedback WHERE ${where.sql} ORDER BY Timestamp DESC LIMIT ${MAX_TEXTS}`,
    where.parameters,
  )
  return rows.map(toMatch)
}

function toMatch({ id, ns, text, email, digest, service, release, environment, url }: Row): Match {
  const path = digest === '' ? `/feedback?${new URLSearchParams({ service }).toString()}` : `/d/${digest}`
  return {
    subject: `feedback:${id}`,
    issueId: null,
    since: BigInt(ns),
    state: 'written',
    service,
    release,
    environment,
    heading: 'Feedback',
    title: titleOf(text),
    facts: [email, url].filter(Boolean).join(', '),
    numbers: {},
    reason: digest === '' ? 'a user has written' : `a user has written about the error ${digest}`,
    path,
  }
}

/** On one line. */
function titleOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE).toWellFormed()}…` : line
}
