// `npm run dev`: the stack, with servers that restart after a change and Vite for the browser code. An empty
// store gets the data of `npm run seed`.
import { spawn, type ChildProcess } from 'node:child_process'
import { sendSampleDay } from '../e2e/testing/sample/sample-data.ts'
import type { StatusAnswer } from '../contract/status.ts'
import { type Config, getConfig, relayUrl } from './config.ts'
import { launch, supervise } from './launch.ts'
import { prepare } from './prepare.ts'
import { stackProcesses } from './stack.ts'
import type { SupervisedProcess } from './supervisor.ts'

let vite: ChildProcess | undefined

await launch(async () => {
  const config = getConfig()
  const processes = stackProcesses(config, await prepare(config))
  await supervise(processes.map(withWatch), {
    onReady() {
      vite = spawn('vite', ['--open', '/'], { cwd: 'web', stdio: 'inherit', env: config.environment })
      seedWhenEmpty(config).catch((error: unknown) => console.error('No sample data was sent:', error))
    },
    onStop() {
      vite?.kill('SIGTERM')
    },
  })
})

function withWatch(definition: SupervisedProcess): SupervisedProcess {
  if (definition.command !== process.execPath) return definition
  return { ...definition, args: ['--watch-preserve-output', '--watch', ...definition.args] }
}

async function seedWhenEmpty(config: Config): Promise<void> {
  const url = relayUrl(config)
  const headers = new Headers()
  if (config.apiToken !== undefined) headers.set('authorization', `Bearer ${config.apiToken}`)
  const response = await fetch(`${url}/api/status`, { headers })
  if (!response.ok) throw new Error(`/api/status answered ${response.status}`)
  const { rows } = (await response.json()) as StatusAnswer
  if (rows.exceptions + rows.spans > 0) return
  await sendSampleDay(url, Date.now(), { servers: true, token: config.apiToken })
  console.log('The store was empty, so the sample data of `npm run seed` was sent.')
}
