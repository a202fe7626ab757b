// `npm start`: the whole house on one machine. Store, then collector, then relay; stopped in reverse.
import { mkdirSync, writeFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfStale } from './build.ts'
import { findCollector } from './collector/find.ts'
import { getConfig, type Config } from './config.ts'
import { collectorProcess, relayProcesses, storeProcess } from './house.ts'
import { endLeftover } from './leftover.ts'
import { refuseTakenPorts } from './ports.ts'
import { startAll, type Supervised } from './supervisor.ts'

// A second signal (npm and the terminal both send one) changes nothing: stopping is bounded anyway.
let stop: () => void = () => process.exit(0)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop())

try {
  await main(getConfig())
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

async function main(config: Config): Promise<void> {
  refuseUnwritable(config.dataDir)
  await endLeftover(config)
  await refuseTakenPorts(config)
  const [collector] = await Promise.all([config.endpoint ? undefined : findCollector(config), buildIfStale()])
  const house: Supervised[] = [
    ...(config.storeUrl ? [] : [storeProcess(config)]),
    ...(collector ? [collectorProcess(config, collector)] : []),
    ...relayProcesses(config, { withoutCollector: !collector && !config.endpoint }),
  ]
  const running = startAll(house, { ended: (sentence) => finish(sentence) })
  stop = () => finish()
  await running.ready
  const url = `http://${config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host}:${config.port}`
  console.log(
    `\nErrata is ready: ${url}\n  break something:  ${url}/demo\n  watch your app:   ${url}/connect\n  stop:             Ctrl-C\n`,
  )

  function finish(sentence?: string): void {
    stop = () => {}
    if (sentence) console.error(sentence)
    void running.stop().then(() => process.exit(sentence === undefined ? 0 : 1))
  }
}

function refuseUnwritable(folder: string): void {
  const probe = join(folder, `.writable-${process.pid}`)
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    throw new Error(
      `DATA_DIR=${folder} cannot be written (${(error as NodeJS.ErrnoException).code}): set DATA_DIR to a folder that can.`,
      {
        cause: error,
      },
    )
  }
}
