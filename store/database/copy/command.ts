// `npm run copy -- to-clickhouse`, or `from-clickhouse`: between the store in DATA_DIR and CLICKHOUSE_URL. In
// a container `node store/database/copy/command.ts to-clickhouse`.
import { prepareProcess, readConfig, type Config } from '../../config.ts'
import { openEngine } from '../engine/open.ts'
import { isJournalEmpty, makeWritable } from '../folder.ts'
import { runCommand, StartupError } from '../../../server/startup-error.ts'
import { copyTables } from './copy-tables.ts'

const DIRECTIONS = ['to-clickhouse', 'from-clickhouse']

export function command(direction: string | undefined): Promise<void> {
  return runCommand(async () => {
    if (!direction || !DIRECTIONS.includes(direction))
      throw new StartupError(
        `Name the direction: npm run copy -- ${DIRECTIONS.join(', or npm run copy -- ')}`,
      )
    prepareProcess()
    const config = readConfig()
    if (config.clickhouseUrl === null)
      throw new StartupError(
        'CLICKHOUSE_URL is not set: name the server, as http://user:password@host:8123/otel.',
      )
    const rows = await copy(config, direction === 'to-clickhouse')
    console.log(`Copied ${rows} rows. The original is unchanged.`)
  })
}

async function copy(config: Config, isToServer: boolean): Promise<number> {
  const embedded: Config = { ...config, clickhouseUrl: null, cluster: null }
  makeWritable(config.folder)
  if (!isJournalEmpty(config.folder))
    throw new StartupError(
      `The journal in ${config.folder} has requests that are not in the tables yet: ` +
        'start the store, and stop it when it is ready.',
    )
  const local = await openEngine(embedded)
  try {
    const server = await openEngine(config)
    try {
      const { folder } = config
      return isToServer
        ? await copyTables({ source: local, target: server, targetConfig: config, folder })
        : await copyTables({ source: server, target: local, targetConfig: embedded, folder })
    } finally {
      await server.close()
    }
  } finally {
    await local.close()
  }
}

if (import.meta.main) await command(process.argv[2])
