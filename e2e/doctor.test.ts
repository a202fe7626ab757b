// `npm run doctor` says in sentences what is wrong with an installation, and what to do.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getJson, post } from './testing/http.ts'
import { freePorts } from './testing/ports.ts'
import { startStack, type Stack } from './testing/stack.ts'
import { exceptionLog } from './testing/telemetry.ts'
import { waitFor } from './testing/wait-for.ts'

const root = dirname(import.meta.dirname)

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ PASSWORD: 'open sesame', API_TOKENS: 'a-token' })
})
afterAll(() => stack?.close())

test('an installation that works has no problem, and the test event opens by its digest', async () => {
  const { code, output } = await doctor({ API_TOKENS: 'a-token' })
  expect([code, output]).toEqual([0, expect.not.stringContaining('PROBLEM')])
  const digest = /stored after [\d.]+ s: \S+\/d\/(\w{8})$/m.exec(output)?.[1]
  const headers = { authorization: 'Bearer a-token' }
  const answer = await fetch(`${stack.url}/api/events/${digest}`, { headers })
  expect(await answer.json()).toMatchObject({ type: 'TestEvent', service: 'errata-doctor' })
})

test('without a token it says that it may not ask', async () => {
  const { code, output } = await doctor({})
  expect([code, output]).toEqual([0, expect.stringMatching(/hint .*API_TOKENS/)])
})

test('one address that sends for many sessions is a hint to set TRUST_PROXY', async () => {
  for (let session = 0; session < 50; session++) {
    const { body } = exceptionLog({ session: `session-${session}` })
    expect((await post(`${stack.url}/monitoring`, body)).status).toBe(200)
  }
  const { code, output } = await doctor({})
  expect([code, output]).toEqual([0, expect.stringMatching(/hint .*TRUST_PROXY=1/)])
})

test('a store that does not answer is a problem', async () => {
  const store = stack.processes().find(({ command }) => command.includes('store/index.ts'))!
  process.kill(store.pid, 'SIGSTOP')
  try {
    await waitFor('the relay has noticed', async () => {
      const { store: state } = await getJson<{ store: string }>(`${stack.url}/health`)
      return state === 'down'
    })
    const { code, output } = await doctor({})
    expect([code, output]).toEqual([1, expect.stringMatching(/PROBLEM The store does not answer/)])
  } finally {
    process.kill(store.pid, 'SIGCONT')
  }
})

test('where nothing runs it says how to start it', async () => {
  const { code, output } = await doctor(await freePorts())
  expect([code, output]).toEqual([1, expect.stringMatching(/PROBLEM No relay answers at .*npm start/)])
})

test('a folder that does not exist is a problem', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'errata-doctor-'))
  rmSync(folder, { recursive: true })
  const { code, output } = await doctor({ DATA_DIR: folder })
  expect([code, output]).toEqual([1, expect.stringMatching(/PROBLEM DATA_DIR .* does not exist/)])
})

function doctor(environment: Record<string, string>): Promise<{ code: number; output: string }> {
  const env = { ...process.env, PORT: new URL(stack.url).port, DATA_DIR: stack.dataDir, ...environment }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['scripts/doctor.ts'], { cwd: root, env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, output: stdout + stderr }),
    )
  })
}
