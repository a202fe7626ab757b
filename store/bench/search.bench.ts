// How list, search, chart, facets and pages answer as the occurrences of the issues grow in number.
// `npm run bench -- search 2000000` takes this number of occurrences alone, and draws no picture.
import { join } from 'node:path'
import { writeTable } from '../../scripts/bench/table.ts'
import { writeGrowthChart, type Growth } from './growth-chart.ts'
import type { IssuesAnswer } from '../../contract/issues.ts'
import { readConfig } from '../config.ts'
import { openEngine } from '../database/engine/open.ts'
import { applySchema } from '../database/tables/apply-schema.ts'
import { longTrace, protobuf } from './week.ts'
import { gauge, processorTime, residentMegabytes, ROUNDS, settledBytes, timed, WARM } from './measure.ts'
import { makeFolder, startStore, type TestStore } from '../testing/store.ts'

const SIZES =
  process.argv[2] === undefined ? [10_000, 100_000, 1_000_000, 10_000_000] : [Number(process.argv[2])]
/** Of a big store: as many issues as the console is made for. */
const MAX_ISSUES = 100_000
const EVENTS_PER_ISSUE = 5
const INSERT_ROWS = 20_000
const SMALL_TRACE = 'c'.repeat(32)

/** Lines of the picture. */
const DRAWN = ['list', 'list by users', 'a word of all', 'chart', 'facets', 'facets of a word of a third']

/** Of each round another path: no answer is of a search before. */
const QUERIES: { name: string; path: (round: number, store: Pages) => string }[] = [
  { name: 'list', path: () => '/api/issues?sort=lastSeen' },
  { name: 'list by users', path: () => '/api/issues?sort=users' },
  { name: 'a word of all', path: (round) => `/api/issues?q=${withCase('failed', round)}` },
  { name: 'a word of a third', path: (round) => `/api/issues?q=${withCase('order', round)}` },
  { name: 'a word of one issue', path: (round, { words }) => `/api/issues?q=${words[round]}` },
  { name: 'a phrase', path: (round) => `/api/issues?q=%22${withCase('failed', round)}%20for%20order%22` },
  { name: 'chart', path: () => '/api/trend' },
  { name: 'chart of a word', path: (round) => `/api/trend?q=${withCase('order', round)}` },
  { name: 'facets', path: () => '/api/facets' },
  { name: 'facets of a word of a third', path: (round) => `/api/facets?q=${withCase('order', round)}` },
  { name: 'facets of a word of one issue', path: (round, { words }) => `/api/facets?q=${words[round]}` },
  { name: 'issue', path: (round, { ids }) => `/api/issues/${ids[round]}` },
  { name: 'event', path: (round, { digests }) => `/api/events/${digests[round]}` },
  { name: 'trace of 3 spans', path: () => `/api/traces/${SMALL_TRACE}` },
]

type Pages = { words: string[]; ids: string[]; digests: string[] }

const folder = import.meta.dirname
const growth: Growth[] = DRAWN.map((name) => ({ name, medians: [] }))
for (const occurrences of SIZES) {
  const issues = Math.min(MAX_ISSUES, occurrences / EVENTS_PER_ISSUE)
  const rows = await measure(occurrences, issues)
  writeTable(
    join(folder, 'README.md'),
    `Search: ${occurrences.toLocaleString('en')} occurrences of ${issues.toLocaleString('en')} issues`,
    ['query', 'median, ms', 'p95, ms', 'processor time, ms'],
    rows,
  )
  for (const { name, medians } of growth) medians.push(Number(rows.find(([row]) => row === name)?.[1]))
}
if (SIZES.length > 1) writeGrowthChart(join(folder, 'growth.svg'), SIZES, growth)

async function measure(occurrences: number, issues: number): Promise<(string | number)[][]> {
  const folder = makeFolder()
  await fill(folder, occurrences, issues)
  const store = await startStore({ folder })
  for (const batch of longTrace(SMALL_TRACE, 3, Date.now() - 60_000))
    await store.send('traces', protobuf(batch)[0], { 'content-type': 'application/x-protobuf' })
  while ((await gauge(store, 'errata_store_issues')) < issues) await store.ask('/health')
  // By then all occurrences are in memory, and the parts of the tables are merged.
  await settledBytes(store)
  const pages = await readPages(store)
  const rows: (string | number)[][] = []
  for (const { name, path } of QUERIES) {
    const began = processorTime(store)
    const { median, p95 } = await timed(store, (round) => path(round, pages))
    const each = (processorTime(store) - began) / (ROUNDS + WARM)
    rows.push([name, median.toFixed(1), p95.toFixed(1), each.toFixed(0)])
  }
  rows.push(['MB resident', residentMegabytes(store).now, '', ''])
  await store.stop()
  return rows
}

async function readPages(store: TestStore): Promise<Pages> {
  const { issues } = await store.read<IssuesAnswer>('/api/issues?sort=lastSeen&limit=100')
  return {
    words: issues.map(({ message }) => message.split(' ')[1]!),
    ids: issues.map(({ id }) => id),
    digests: issues.map(({ latestDigest }) => latestDigest),
  }
}

/** Another spelling of the same word in each round. */
function withCase(word: string, round: number): string {
  return word.replaceAll(/./g, (letter, at: number) =>
    (round >> at) % 2 === 1 ? letter.toUpperCase() : letter,
  )
}

/** Not through the port: there new fingerprints are limited. Of each third issue, messages name an order. */
async function fill(folder: string, occurrences: number, issues: number): Promise<void> {
  const config = readConfig({ DATA_DIR: folder })
  const engine = await openEngine(config)
  await applySchema(engine, config)
  for (let start = 0; start < occurrences; start += INSERT_ROWS)
    await engine.command(
      `INSERT INTO exceptions (Timestamp, IssueId, Digest, ServiceName, Release, Environment, Type, Message,
         Stacktrace, Culprit, Mechanism, Origin, Severity, UserId, SessionId, Url, Route, Browser, Os)
       WITH number * 7919 % ${issues} AS issue, sipHash64(number, 1) AS random,
         hex(sipHash64(issue, 2)) AS word
       SELECT now64(9) - toIntervalMillisecond(toUInt32((1 - number / ${occurrences}) * 6 * 86400000)),
         lower(leftPad(hex(sipHash64(issue, 3)), 16, '0')), substring(hex(sipHash64(number, 4)), 1, 8),
         concat('service-', toString(issue % 20)),
         concat('1.', toString(intDiv(number * 10, ${occurrences}))),
         if(issue % 10 = 0, 'staging', 'production'),
         ['TypeError', 'OrderError', 'RangeError'][issue % 3 + 1],
         concat('Part ', word, ' failed ',
           if(issue % 3 = 0, concat('for order ', toString(random % 10000)), 'to load')),
         concat('Error\\n    at load (https://shop.example/part-', word, '.js:1:200)'),
         concat('load in part-', word, '.js'), ['window.error', 'captured'][random % 2 + 1], 'own', 17,
         concat('user-', toString(sipHash64(number, 5) % 50000)),
         concat('session-', toString(random % 200000)),
         concat('https://shop.example/route-', toString(issue % 30), '/', toString(random % 1000)),
         concat('/route-', toString(issue % 30)), concat('Chrome ', toString(140 + random % 16)),
         'Windows 11'
       FROM numbers(${start}, ${Math.min(INSERT_ROWS, occurrences - start)})`,
    )
  await engine.close()
}
