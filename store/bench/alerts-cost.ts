// Processor time of the store for 30 rules over 100,000 issues, and how long a preview takes.
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../config.ts'
import { openEngine } from '../database/engine/open.ts'
import { applySchema } from '../database/tables/apply-schema.ts'
import { RULE_KINDS } from '../features/alerts/rules/kinds.ts'
import { previewRule } from '../features/alerts/rules/preview.ts'
import { createRound } from '../features/alerts/rules/round.ts'
import { DEFAULT_RULES, type StoredRule } from '../features/alerts/rules/rule.ts'
import { openRuleStore, ruleOf, type RuleStore, type TestRule } from '../testing/rules.ts'
import { makeFolder } from '../testing/store.ts'

const ISSUES = 100_000
/** Of seven days, of the first 1,500 issues, most of them of few. */
const EXCEPTIONS = 300_000
const LOUD_ISSUES = 1_500
const INSERT_ROWS = 20_000

const MINUTES = 10

/** Until all occurrences are in memory. */
const LOAD_MS = 5_000
/** Issues of a minute that a rule without an interval has not looked at before. */
const CHANGED_ISSUES = 30

const COLUMNS = `Timestamp, IssueId, Digest, ServiceName, Release, Environment, Type, Message, UserId,
  SessionId, Origin, Url`

const service = ['service-1']
const OTHER_RULES: TestRule[] = [
  ...[5, 10, 15, 30, 60, 120].map((minutes): TestRule => ({ when: 'events', threshold: { minutes } })),
  ...[10, 30, 60, 180].map((minutes): TestRule => ({ when: 'users', threshold: { minutes } })),
  ...[3, 5].map((factor): TestRule => ({ when: 'louder', threshold: { factor } })),
  { when: 'louder', service },
  ...[service, ['service-2'], ['service-3']].map((names): TestRule => ({ when: 'new', service: names })),
  { when: 'regressed', service },
  ...['LCP', 'INP', 'CLS'].map((name): TestRule => ({ when: 'vital', threshold: { name } })),
  { when: 'crashFree', service },
  { when: 'silence', service },
  ...[90, 95].map((percent): TestRule => ({ when: 'delivery', threshold: { percent } })),
  { when: 'delivery', service },
]

export async function measureCost(): Promise<(string | number)[][]> {
  const folder = makeFolder()
  await fill(folder)
  const store = await openRuleStore(folder)
  await pause(LOAD_MS)
  const defaults = [...DEFAULT_RULES].map(([id, setting]) => ruleOf({ ...setting, id }))
  const others = OTHER_RULES.map((rule, at) =>
    ruleOf({ environment: ['production'], ...rule, id: `rule ${at}` }),
  )
  const rules = [...defaults, ...others]
  const cost = await evaluateRules(store, rules)
  const previews = [...defaults, ruleOf({ when: 'events' }), ruleOf({ when: 'users' })]
  const rows: (string | number)[][] = [
    ['rules', rules.length],
    ['processor time a minute, ms', Math.round(cost)],
    ['load of the machine', loadavg()[0]!.toFixed(1)],
  ]
  for (const rule of previews) {
    const [began, before] = [performance.now(), process.cpuUsage()]
    await previewRule(await store.context(), { ...rule, environment: ['production'] })
    const { user, system } = process.cpuUsage(before)
    const name = `preview of \`${rule.when}\` over ${EXCEPTIONS.toLocaleString('en')} exceptions`
    const elapsed = Math.round(performance.now() - began)
    rows.push([name, `${elapsed} ms, ${Math.round((user + system) / 1000)} ms of processor time`])
  }
  await store.close()
  return rows
}

/** Milliseconds of this process and its engine in a minute. */
async function evaluateRules(store: RuleStore, rules: StoredRule[]): Promise<number> {
  const { fingerprints } = await (await store.context()).issueCache.index()
  const issueIds = (minute: number): string[] =>
    Array.from({ length: CHANGED_ISSUES }, (_, at) => fingerprints.text((minute * CHANGED_ISSUES + at) * 97))
  const times = new Map<string, number>()
  let total = 0
  for (let minute = 0; minute < MINUTES; minute++) {
    const due = rules.filter(({ when }) => minute % ((RULE_KINDS[when].intervalMs || 60_000) / 60_000) === 0)
    const [round, now] = [createRound(due), BigInt(Date.now()) * 1_000_000n]
    for (const rule of due) {
      const kind = RULE_KINDS[rule.when]
      const before = process.cpuUsage()
      const changed = kind.intervalMs === 0 ? issueIds(minute) : null
      const context = { ...(await store.context()), issueIds: changed, round }
      const evaluate = await kind.open(context, rule, { from: now, to: now })
      evaluate(now)
      const { user, system } = process.cpuUsage(before)
      times.set(rule.when, (times.get(rule.when) ?? 0) + (user + system) / 1000 / MINUTES)
      total += (user + system) / 1000
    }
  }
  for (const [name, time] of times) console.log(`${name}: ${time.toFixed(1)} ms a minute`)
  return total / MINUTES
}

/** Not through the port: there new fingerprints are limited. */
async function fill(folder: string): Promise<void> {
  const config = readConfig({ DATA_DIR: folder })
  const engine = await openEngine(config)
  await applySchema(engine, config)
  const insert = (age: string, issue: string, from: number, count: number): Promise<void> =>
    engine.command(
      `INSERT INTO exceptions (${COLUMNS}) SELECT now64(9) - toIntervalMillisecond(${age}),
         lower(leftPad(hex(sipHash64(${issue} AS issue, 1)), 16, '0')),
         substring(hex(sipHash64(number, 2)), 1, 8), concat('service-', toString(issue % 10)), '1.0.0',
         'production', concat('Kind', toString(issue), 'Error'), concat('Order ', toString(issue), ' failed'),
         concat('user-', toString(number % 50000)), concat('session-', toString(number % 200000)), 'own',
         concat('https://shop.example/orders/', toString(number % 1000))
       FROM numbers(${from}, ${count}) SETTINGS max_partitions_per_insert_block = 0`,
    )
  const [week, month] = [7 * 86_400_000, 28 * 86_400_000]
  for (let from = 0; from < ISSUES; from += INSERT_ROWS)
    await insert(`sipHash64(number) % ${month}`, 'number', from, INSERT_ROWS)
  const loud = `toUInt64(${LOUD_ISSUES} * pow(sipHash64(number, 3) / pow(2, 64), 3))`
  for (let from = 0; from < EXCEPTIONS; from += INSERT_ROWS)
    await insert(`sipHash64(number, 4) % ${week}`, loud, from + ISSUES, INSERT_ROWS)
  // As the engine does by itself ten minutes after the last row of a day.
  for (const table of ['exceptions', 'issues']) await engine.command(`OPTIMIZE TABLE ${table} FINAL`)
  await engine.close()
}
