// Delivery: fewer of the numbered records of a service arrived in an hour than a percentage.
import { all } from '../../../database/engine/condition.ts'
import { HOUR_NS } from '../../../database/instants.ts'
import { hourlyDelivery } from '../../status/index.ts'
import { onLoopback, releaseKey } from './loopback.ts'
import { namesOfRule } from './rule-filter.ts'
import type { Match, RuleKind } from './rule-kind.ts'
import { countOf, decimals, rounded, thresholdOf } from './threshold.ts'

/** `records`: at least this number was sent. */
const DEFAULTS = { percent: 95, records: 500 }

type Threshold = typeof DEFAULTS

/** Of an hour, from its number in the period. */
type Hour = Awaited<ReturnType<typeof hourlyDelivery>>[number]

export const delivery: RuleKind = {
  type: 'delivery.low',
  defaults: DEFAULTS,
  intervalMs: 300_000,
  endsAfterMs: 6 * 3_600_000,
  async open(context, rule, { from, to }) {
    const threshold = thresholdOf(rule, DEFAULTS)
    const hours = (to - from + HOUR_NS - 1n) / HOUR_NS + 1n
    const period = { from: to - hours * HOUR_NS, to }
    const rows = await hourlyDelivery(context.engine, period, all(namesOfRule(rule)))
    const low = rows.filter((row) => row.sent >= threshold.records && percentOf(row) < threshold.percent)
    const candidates = low.map(({ service }) => ({ service, release: '' }))
    const local = await onLoopback(context, rule, { candidates, period })
    const compared = rows.filter(({ service }) => !local.has(releaseKey({ service, release: '' })))
    return (at) => {
      const hour = Number((at - period.from) / HOUR_NS) - 1
      const current = compared.filter((row) => row.hour === hour && row.sent >= threshold.records)
      const matches = current
        .filter((row) => percentOf(row) < threshold.percent)
        .map((row) => toMatch(row, period.from + BigInt(hour + 1) * HOUR_NS, threshold))
      return {
        matches,
        numbers: { services: current.length, low: matches.length },
        reason:
          `${matches.length} of ${countOf(current.length, 'service')} that sent ` +
          `${countOf(threshold.records, 'numbered record')} or more in an hour delivered less than ` +
          `${threshold.percent} %`,
      }
    }
  },
}

function percentOf({ sent, arrived }: Hour): number {
  return decimals((arrived / sent) * 100, 4)
}

function toMatch(row: Hour, since: bigint, { percent }: Threshold): Match {
  const { service, sent, arrived } = row
  const share = `${decimals(percentOf(row), 1)} %`
  return {
    subject: `service:${service}`,
    issueId: null,
    since,
    state: null,
    service,
    release: '',
    environment: '',
    heading: `${share} delivered`,
    title: service,
    facts: `${rounded(sent - arrived)} of ${countOf(sent, 'record')} did not arrive in the last hour`,
    numbers: { sent, arrived, percent: decimals(percentOf(row)) },
    reason: `${share} of ${countOf(sent, 'record')} arrived in an hour; the rule asks for ${percent} %`,
    path: '/status',
  }
}
