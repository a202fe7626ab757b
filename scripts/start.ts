// `npm start`: store, collector and relay on one machine, until Ctrl-C. What a start needs takes 50 MB, so
// this process then replaces itself by one that only supervises: with the same id, in the same terminal.
import { fork, type ChildProcess } from 'node:child_process'
import { flushCompileCache } from 'node:module'
import { getConfig, relayUrl } from './config.ts'
import { launch, supervise } from './launch.ts'
import { stackProcesses, type Collector } from './stack.ts'

const SCRIPT = 'scripts/start.ts'
// The arguments of the process that supervises.
const [metricsPort, binary] = process.argv.slice(2)

await launch(metricsPort === undefined ? prepare : () => run({ binary, metricsPort: Number(metricsPort) }))

async function prepare(): Promise<void> {
  const { buildIfStale } = await import('./build.ts')
  const { prepare: prepareStart } = await import('./prepare.ts')
  const collector = await prepareStart(getConfig(), buildIfStale)
  // The next process reads what this one has compiled; the compiler of TypeScript takes 17 MB.
  flushCompileCache()
  const { binary: path, metricsPort: port } = collector
  process.execve!(process.execPath, [process.execPath, SCRIPT, String(port), ...(path ? [path] : [])])
}

function run(collector: Collector): Promise<void> {
  const config = getConfig()
  const url = relayUrl(config)
  let demoMaps: ChildProcess | undefined
  return supervise(stackProcesses(config, collector), {
    onReady() {
      demoMaps = fork('scripts/demo-maps.ts', { env: config.environment })
      console.log(`
Errata is ready: ${url}
  break something:  ${url}/demo
  monitor your app: ${url}/connect
  stop:             Ctrl-C
`)
    },
    onStop: () => void demoMaps?.kill(),
  })
}
