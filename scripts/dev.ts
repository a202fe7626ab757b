// `npm run dev`: the same house, but the servers start anew when their source changes, and the browser code is served by Vite.
import { spawn } from 'node:child_process'
import { findCollector } from './collector/find.ts'
import { getConfig } from './config.ts'
import { collectorProcess, relayProcesses, storeProcess } from './house.ts'
import { endLeftover } from './leftover.ts'
import { refuseTakenPorts } from './ports.ts'
import { startAll, type Supervised } from './supervisor.ts'

const config = getConfig()
await endLeftover(config)
await refuseTakenPorts(config)
const collector = config.endpoint ? undefined : await findCollector(config)
const running = startAll(
  [
    ...(config.storeUrl ? [] : [watched(storeProcess(config))]),
    ...(collector ? [collectorProcess(config, collector)] : []),
    ...relayProcesses(config, { withoutCollector: !collector && !config.endpoint }).map(watched),
  ],
  { ended: (sentence) => finish(sentence) },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => finish())
await running.ready
const vite = spawn('vite', ['--open', '/'], {
  cwd: 'web',
  stdio: 'inherit',
  env: config.environment,
})

function watched(one: Supervised): Supervised {
  return { ...one, args: ['--watch-preserve-output', '--watch', ...one.args] }
}

function finish(sentence?: string): void {
  if (sentence) console.error(sentence)
  vite?.kill('SIGTERM')
  void running.stop().then(() => process.exit(sentence === undefined ? 0 : 1))
}
