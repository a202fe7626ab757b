// Every query of the Grafana example runs on the tables of the store, and returns what was stored.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import type { Engine } from '../engine/engine.ts'
import { openEngine } from '../engine/open.ts'
import { exception, span, spans } from '../../testing/otlp.ts'
import { startStore } from '../../testing/store.ts'

type Panel = { title: string; targets: { rawSql: string }[] }
type Dashboard = { panels: Panel[]; templating: { list: { query: string; type: string }[] } }

const file = join(import.meta.dirname, '../../../examples/grafana/dashboard.json')
const { panels, templating } = JSON.parse(readFileSync(file, 'utf8')) as Dashboard
const queries = [
  ...panels.map(({ title, targets }) => ({ title, sql: targets[0]!.rawSql })),
  ...templating.list.flatMap(({ type, query }) =>
    type === 'query' ? [{ title: 'services', sql: query }] : [],
  ),
]

let engine: Engine
beforeAll(async () => {
  const store = await startStore()
  await store.send('logs', exception({ service: 'shop', release: '1.2.0', attributes: { 'user.id': 'ann' } }))
  await store.send('traces', spans([span({ parentSpanId: '' })], { service: 'shop' }))
  await store.end()
  engine = await openEngine(readConfig({ DATA_DIR: store.folder }))
})
afterAll(() => engine.close())

test.each(queries)('$title', async ({ sql }) => {
  const rows = await engine.query<Record<string, unknown>>(replaceMacros(sql))
  expect(rows).toHaveLength(1)
  expect(Object.values(rows[0]!)).not.toContain('')
})

/** As the data source replaces them: the last hour, in steps of a minute. */
function replaceMacros(sql: string): string {
  return sql
    .replaceAll(/\$__timeFilter\((\w+)\)/g, '($1 >= now() - 3600 AND $1 <= now() + 60)')
    .replaceAll(/\$__timeInterval\((\w+)\)/g, 'toStartOfInterval(toDateTime($1), INTERVAL 60 second)')
    .replaceAll('$__interval_s', '60')
    .replaceAll('${service:singlequote}', "'shop'")
}
