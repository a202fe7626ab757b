// Fills the tables of a store with issues, one occurrence each, without its port: there new fingerprints are
// limited.
import { readConfig } from '../config.ts'
import { openEngine } from '../database/engine/open.ts'
import { applySchema } from '../database/tables/apply-schema.ts'

/** Rows of one insert: it ends before the time limit of a query. */
const INSERT_ROWS = 20_000

const COLUMNS = `Timestamp, IssueId, Digest, ServiceName, Release, Environment, Type, Message, UserId,
  SessionId`

/** Issues of the last six hours, a thousand of each service. */
export async function fillIssues(folder: string, issues: number): Promise<void> {
  const config = readConfig({ DATA_DIR: folder })
  const engine = await openEngine(config)
  await applySchema(engine, config)
  for (let start = 0; start < issues; start += INSERT_ROWS) {
    const count = Math.min(INSERT_ROWS, issues - start)
    await engine.command(
      `INSERT INTO exceptions (${COLUMNS}) 
       SELECT now64(9) - toIntervalMillisecond(sipHash64(number) % 21600000),
         lower(leftPad(hex(sipHash64(number, 1)), 16, '0')), substring(hex(sipHash64(number, 2)), 1, 8),
         concat('service-', toString(intDiv(number, 1000))), '1.0.0', 'production',
         concat('Kind', toString(number), 'Error'), concat('Order ', toString(number), ' failed'),
         concat('user-', toString(number % 50000)), concat('session-', toString(number % 200000))
       FROM numbers(${start}, ${count})`,
    )
  }
  await engine.close()
}
