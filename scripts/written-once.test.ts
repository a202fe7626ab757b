// Facts that are written in one place: paths of the API, screens, the schema; and where time may be a limit.
import { expect, test } from 'vitest'
import { files, isProduct, read } from './testing/sources.ts'
import { RULE_KINDS } from '../store/features/alerts/rules/kinds.ts'
import { DEFAULTS } from '../web/console/features/alerts/rules/rule-words.ts'

const product = files.filter((file) => isProduct(file) && /\.tsx?$/.test(file))

/**
 * Files that decide about the work of others and read a clock. A limit in wall time refuses people because
 * the machine is busy: limits count processor time, bytes or requests.
 */
const CLOCKS: Record<string, string> = {
  'relay/monitoring/body.ts': 'a sender that announces too much has a moment to read the refusal',
  'relay/monitoring/endpoint.ts': 'a histogram of durations',
  'relay/monitoring/log.ts': 'one log line of refusals in an interval',
  'relay/monitoring/rate-limit.ts': 'a rate is a number in a minute',
  'relay/monitoring/refusal-log.ts': 'one log line in an interval',
  'relay/monitoring/responses.ts': 'a refused sender that sends nothing more is disconnected',
  'relay/monitoring/sentry/endpoint.ts': 'a histogram of durations',
  'relay/monitoring/shared-address.ts': 'sessions of an address in an hour; the result is a warning',
  'store/ingest/source-maps/worker/client.ts': 'a stack that waits too long is stored as it was sent',
  'store/ingest/source-maps/worker/thread.ts': 'looks at the processor time of a task from time to time',
}
/** They read and judge what senders, pages and builds send. */
const JUDGES = /^(?:relay\/(?:monitoring|secrets)|store\/ingest\/(?:grouping|source-maps))\//

test('a path of the API is declared once, in the folder of its feature', () => {
  const declarations = product
    .filter((file) => file.startsWith('store/'))
    .flatMap((file) =>
      [...codeOf(file).matchAll(/'(?:([A-Z]+) )?(\/api\/[^'?]*)'/g)].map((match) => ({ file, match })),
    )
  const wrong = declarations.filter(
    ({ file, match: [, method] }) => !method || !/^store\/(?:features\/|http\/openapi\/)/.test(file),
  )
  expect(wrong.map(({ file, match }) => `${file}: ${match[0]}`)).toEqual([])
  const paths = declarations.map(({ match }) => match[0])
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([])
})

test('the console alone knows the paths of its screens: the relay reads them from the build', () => {
  const screens = /'\/(?:issues|traces|releases|operations|vitals|maps|status|connect|lookup|incident)[/']/
  const others = product.filter((file) => /^(?:relay|scripts|server)\//.test(file))
  expect(others.filter((file) => screens.test(read(file)))).toEqual([])
})

test('the definitions of the tables have one reader', () => {
  const readers = product.filter((file) => /endsWith\('\.sql'\)|\.sql['`], 'utf8'/.test(read(file)))
  expect(readers).toHaveLength(1)
  expect(readers[0]).toMatch(/^store\/database\/tables\//)
})

test('limits on the work of others do not count wall time', () => {
  const clock = /performance\.now\(\)|\bsetTimeout\(/
  const judges = product.filter((file) => JUDGES.test(file) && clock.test(read(file)))
  expect(judges.filter((file) => !(file in CLOCKS))).toEqual([])
})

/** The text without comments, which may have examples. */
function codeOf(file: string): string {
  return read(file).replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
}

test('the console shows the thresholds that a rule of the store has without its own', () => {
  const inStore = Object.entries(RULE_KINDS).map(([when, { defaults }]) => [when, defaults])
  expect(DEFAULTS).toEqual(Object.fromEntries(inStore))
})
