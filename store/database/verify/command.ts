// `npm run verify`; in a container `node store/database/verify/command.ts`. Ends with 0 if nothing is lost.
import { prepareProcess, readConfig } from '../../config.ts'
import { forgetRowCounts, openRowCounts } from '../disk/row-counts.ts'
import { isJournalEmpty } from '../folder.ts'
import { openEngine } from '../engine/open.ts'
import { runCommand, StartupError } from '../../../server/startup-error.ts'
import { SCHEMA } from '../tables/schema.ts'
import { verify } from './verify.ts'

export function command(): Promise<void> {
  return runCommand(async () => {
    prepareProcess()
    const config = readConfig()
    if (config.clickhouseUrl !== null)
      throw new StartupError('verify checks the embedded engine only: unset CLICKHOUSE_URL.')
    const engine = await openEngine(config)
    const { folder, retentionDays } = config
    const rowCounts = openRowCounts({ engine, folder, retentionDays })
    const values = { replicated: '', retentionDays } as const
    const { repaired, lost } = await verify({ engine, schema: SCHEMA, values, rowCounts })
    await engine.close()
    forgetRowCounts(folder)
    for (const message of [...repaired, ...lost]) console.log(message)
    if (!isJournalEmpty(folder)) console.log('Requests in the journal are stored by the next start.')
    console.log(lost.length > 0 ? 'Some rows are lost.' : `No damage found in ${config.folder}.`)
    process.exitCode = lost.length > 0 ? 1 : 0
  })
}

if (import.meta.main) await command()
