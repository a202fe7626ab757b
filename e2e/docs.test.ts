// Runs every command of the documents of operation against a stack.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startClickhouseStandIn, type ClickhouseStandIn } from '../store/testing/clickhouse-stand-in.ts'
import { post } from './testing/http.ts'
import { shareStack } from './testing/stack-with-browser.ts'
import { exceptionLog } from './testing/telemetry.ts'
import { waitFor } from './testing/wait-for.ts'

const root = dirname(import.meta.dirname)
const docs = join(root, 'docs')
const TOKEN = 'a-token'

const commands = readdirSync(docs).flatMap((file) =>
  [...readFileSync(join(docs, file), 'utf8').matchAll(/^```sh\n(.*?)^```/gms)].map(([, text = '']) => ({
    file,
    text,
  })),
)

const stack = shareStack({ PASSWORD: 'open sesame', API_TOKENS: TOKEN })
let server: ClickhouseStandIn
const folder = mkdtempSync(join(tmpdir(), 'errata-docs-'))
beforeAll(async () => {
  server = await startClickhouseStandIn()
  await post(`${stack.url}/monitoring`, exceptionLog().body)
  const headers = { authorization: `Bearer ${TOKEN}` }
  await waitFor('one issue', async () => {
    const answer = await fetch(`${stack.url}/api/issues`, { headers })
    return (await answer.text()).includes('is not a function')
  })
})
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('there are commands', () => expect(commands.length).toBeGreaterThan(2))

test.each(commands)('$file: $text', async ({ text }) => {
  const env = {
    ...process.env,
    URL: stack.url,
    TOKEN,
    DATA_DIR: stack.dataDir,
    STORE_PORT: new URL(stack.storeUrl).port,
    BACKUP_FOLDER: join(folder, 'backup'),
    NEW_DATA_DIR: join(folder, 'restored'),
    OLD_DATA_DIR: join(folder, 'restored'),
    SERVER_URL: server.url,
    USER_ID: 'ann',
    EXPORT_FILE: join(folder, 'ann.json'),
  }
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', text], { cwd: root, env })
  expect(stdout).not.toBe('')
})
