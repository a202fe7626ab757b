// What takes minutes to measure: kills under load.
// `npm run bench -- relay-endurance [KILLS]`: of each process (20).
import { join } from 'node:path'
import { startStack } from '../../e2e/testing/stack.ts'
import { killUnderLoad } from '../../e2e/testing/kill-under-load.ts'
import { writeTable } from '../../scripts/bench/table.ts'

const KILLS = Number(process.argv[2] ?? 20)

const stack = await startStack()
try {
  const rows: string[][] = []
  for (const name of ['relay', 'otelcol', 'store'] as const) {
    const { acknowledged, lost, stored, total } = await killUnderLoad(stack, name, KILLS)
    const result = `${acknowledged} acknowledged, ${lost} lost, ${total - stored} counted twice`
    rows.push([`${KILLS} × kill -9 of the ${name}`, result])
  }
  writeTable(join(import.meta.dirname, 'README.md'), 'Endurance', ['what', 'result'], rows)
} finally {
  await stack.close()
}
