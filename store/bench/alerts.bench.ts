// What the rules of alerts report of four made-up weeks, "louder than usual" beside the rules of others, and
// what rules cost. `npm run bench -- alerts 7` takes another seed.
import { join } from 'node:path'
import { writeTable } from '../../scripts/bench/table.ts'
import { DEFAULT_RULES } from '../features/alerts/rules/rule.ts'
import { RULE_KINDS } from '../features/alerts/rules/kinds.ts'
import { changesOf } from '../features/alerts/rules/preview.ts'
import { openRuleStore, ruleOf, type RuleStore } from '../testing/rules.ts'
import { makeFolder, startStore } from '../testing/store.ts'
import { measureCost } from './alerts-cost.ts'
import { compareRules } from './louder-rules.ts'
import { DAYS, PLANTED, replay, RESOLVED, WARM_DAYS } from './replay.ts'

const SEED = Number(process.argv[2] ?? 12_345)
const README = join(import.meta.dirname, 'README.md')
const [DAY, HOUR] = [86_400_000, 3_600_000]

/** Hours after which a change must be reported. A release needs 50 sessions first. */
const HOURS_LATER: Record<string, number> = { 'crash-free': 24 }
const USUAL_HOURS_LATER = 2

const START = (Math.floor(Date.now() / DAY) - DAYS) * DAY

type Report = { rule: string; name: string; hour: number; reason: string }

writeTable(
  README,
  `Alerts: what the default rules report of ${DAYS} days`,
  ['rule', 'planted', 'reported', 'reported and not planted', 'precision', 'recall'],
  countReports(await readReports()),
)
writeTable(
  README,
  'Louder than usual: false alarms of an issue in a week, and bursts of three hours that are reported',
  ['series', 'rule', 'false alarms', '× 2', '× 3', '× 5', '× 10'],
  compareRules(SEED),
)
writeTable(README, 'What rules cost: 100,000 issues, 30 rules', ['what', 'value'], await measureCost())

async function readReports(): Promise<Report[]> {
  const folder = makeFolder()
  const writing = await startStore({ folder })
  for (const request of replay(SEED, START)) await writing.send('logs', request)
  await writing.end()
  const store = await openRuleStore(folder)
  const { engine } = await store.context()
  const issues = await engine.query<{ id: string; type: string }>(
    'SELECT IssueId AS id, any(toString(Type)) AS type FROM exceptions GROUP BY id',
  )
  const types = new Map(issues.map(({ id, type }) => [id, type]))
  const resolved = issues.find(({ type }) => type === RESOLVED.type)!.id
  const resolvedAt = `fromUnixTimestamp64Milli(toInt64(${START + RESOLVED.hour * HOUR}))`
  await engine.command(
    `INSERT INTO issue_changes (IssueId, At, Field, Value)
     VALUES ('${resolved}', ${resolvedAt}, 'status', 'resolved')`,
  )
  const reports: Report[] = []
  for (const id of DEFAULT_RULES.keys()) reports.push(...(await reportsOf(store, id, types)))
  await store.close()
  return reports
}

async function reportsOf(store: RuleStore, id: string, types: Map<string, string>): Promise<Report[]> {
  const rule = ruleOf({ ...DEFAULT_RULES.get(id)!, id })
  const period = {
    from: BigInt(START + WARM_DAYS * DAY) * 1_000_000n,
    to: BigInt(START + DAYS * DAY) * 1_000_000n,
  }
  const kind = RULE_KINDS[rule.when]
  const evaluate = await kind.open(await store.context(), rule, period)
  return changesOf(kind, evaluate, period).map(({ at, match }) => ({
    rule: id,
    name: match.issueId === null ? match.release || match.service : types.get(match.issueId)!,
    hour: (Number(at / 1_000_000n) - START) / HOUR,
    reason: match.reason,
  }))
}

function countReports(reports: Report[]): (string | number)[][] {
  const isPlanted = ({ rule, name, hour }: Report): boolean =>
    PLANTED.some(
      (change) =>
        change.rule === rule &&
        change.type === name &&
        hour >= change.hour &&
        hour <= change.hour + (HOURS_LATER[rule] ?? USUAL_HOURS_LATER),
    )
  const rows = [...DEFAULT_RULES.keys()].map((id) => {
    const planted = PLANTED.filter(({ rule }) => rule === id)
    const own = reports.filter(({ rule }) => rule === id)
    const right = new Set(own.filter(isPlanted).map(({ name }) => name))
    const wrong = own.filter((report) => !isPlanted(report))
    for (const { name, hour, reason } of wrong)
      console.log(`not planted: ${id} ${name} in hour ${hour.toFixed(1)}: ${reason}`)
    for (const { type } of planted) if (!right.has(type)) console.log(`not reported: ${id} ${type}`)
    return { id, planted: planted.length, right: right.size, wrong: wrong.length }
  })
  const total = rows.reduce(
    (sum, row) => ({
      id: 'all',
      planted: sum.planted + row.planted,
      right: sum.right + row.right,
      wrong: sum.wrong + row.wrong,
    }),
    { id: 'all', planted: 0, right: 0, wrong: 0 },
  )
  return [...rows, total].map(({ id, planted, right, wrong }) => [
    id,
    planted,
    right,
    wrong,
    right + wrong === 0 ? '' : (right / (right + wrong)).toFixed(2),
    planted === 0 ? '' : (right / planted).toFixed(2),
  ])
}
