// The command line of the packed package: reads and resolves issues of a real Errata with a token.
import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IssueAnswer, IssuesAnswer } from '../contract/issues.ts'
import { pack } from '../web/monitoring/testing/package.ts'
import { createToken } from './testing/assistants.ts'
import { startServer } from './testing/http-server.ts'
import { getJson, send } from './testing/http.ts'
import { eventOf } from './testing/occurrences.ts'
import { shareStack } from './testing/stack-with-browser.ts'
import { exceptionLog, newSpanId, newTraceId, spansOf } from './testing/telemetry.ts'

const stack = shareStack()
const SERVICE = 'cli-app'
/** It would color the terminal, set its title and end its line. */
const HOSTILE = 'red \u001b[31m\u001b]0;title\u0007\u009b31m\r\nsecond'
const [folder, project] = [mkdtempSync(join(tmpdir(), 'errata-cli-')), 'project']
const cwd = join(folder, project)
const home = join(folder, 'home')
let digest: string
let issueId: string
let traceId: string

beforeAll(async () => {
  const { tarball } = pack(mkdtempSync(join(folder, 'pack-')))
  const installed = join(cwd, 'node_modules/@errata/monitoring')
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed])
  mkdirSync(join(cwd, 'node_modules/.bin'))
  // As npm links it.
  chmodSync(join(installed, 'dist/build/cli.js'), 0o755)
  symlinkSync(join(installed, 'dist/build/cli.js'), join(cwd, 'node_modules/.bin/errata'))
  writeFileSync(join(cwd, 'package.json'), '{ "name": "cli-app", "private": true }')
  traceId = newTraceId()
  const spanId = newSpanId()
  const now = `${Date.now()}000000`
  const span = { traceId, spanId, name: HOSTILE, kind: 2, startTimeUnixNano: now, endTimeUnixNano: now }
  await send(stack.url, spansOf({ 'service.name': SERVICE }, [span]))
  const log = exceptionLog({ service: SERVICE, release: '1.0', message: HOSTILE, traceId, spanId })
  digest = log.digest
  await send(stack.url, log.body)
  issueId = (await eventOf(stack, digest)).issueId
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Result = { code: number; stdout: string; stderr: string }

/** `env`: besides PATH and a home of its own. */
function run(args: string[], env: Record<string, string> = {}, input = ''): Promise<Result> {
  const cli = join(cwd, 'node_modules/.bin/errata')
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [cli, ...args],
      { cwd, env: { PATH: process.env['PATH'], HOME: home, ...env } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
    child.stdin?.end(input)
  })
}

test('after a login, issues are read as text, lines and JSON, which never control the terminal', async () => {
  const { token } = await createToken(stack.url, 'read', [SERVICE])
  expect(await run(['login', stack.url], {}, `${token}\n`)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Logged in to http.+ \(read\)\n$/),
    stderr: 'Next: errata issues\n',
  })
  const file = join(home, '.config/errata/credentials.json')
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
  expect(readFileSync(file, 'utf8')).toContain(token)

  const [issue, list, plain, json, trace, release] = await Promise.all([
    run(['issue', digest]),
    run(['issues', 'red', '--range', '1h']),
    run(['issues', '--plain']),
    run(['issues', '--json']),
    run(['trace', digest]),
    run(['release', '1.0', '--service', SERVICE]),
  ])
  const all = [issue, list, plain, json, trace, release]
  expect(all.map(({ code, stderr }) => [code, stderr])).toEqual(all.map(() => [0, '']))
  // oxlint-disable-next-line no-control-regex -- only tabs and line ends are left
  expect(all.filter(({ stdout }) => /[^\P{Cc}\n\t]/u.test(stdout))).toEqual([])
  expect(issue.stdout).toContain(`- Issue: \`${issueId}\``)
  expect(issue.stdout).toContain(`\`errata trace ${traceId}\``)
  expect(list.stdout).toMatch(/^# 1 issue/)
  expect(plain.stdout.split('\t').slice(0, 2)).toEqual([issueId, 'new'])
  expect(plain.stdout.trimEnd().split('\n')).toHaveLength(1)
  expect((JSON.parse(json.stdout) as IssuesAnswer).issues[0]).toMatchObject({ id: issueId, message: HOSTILE })
  expect(trace.stdout).toContain('- Spans: 1 of 1')
  expect(release.stdout).toContain('# What `1.0` of `cli-app` changed')
})

test('npx errata resolve changes the issue, and undoes it', async () => {
  const { token } = await createToken(stack.url, 'write', [SERVICE])
  const tokenFile = join(folder, 'token')
  writeFileSync(tokenFile, `${token}\n`)
  const env = { ...process.env, ERRATA_URL: stack.url, HOME: home }
  const args = ['--no-install', 'errata', 'resolve', issueId, '--token-file', tokenFile, '--note', 'Fixed']
  const resolved = execFileSync('npx', args, { cwd, env, encoding: 'utf8', stdio: 'pipe' })
  expect(resolved).toMatch(new RegExp(`^resolved\\t${issueId}\\tTypeError: red`))
  const path = `${stack.url}/api/issues/${issueId}`
  const { issue, notes } = await getJson<IssueAnswer>(path)
  expect([issue.status, notes[0]?.body]).toEqual(['resolved', 'Fixed'])
  const options = ['--url', stack.url, '--token-file', tokenFile]
  const again = await run(['resolve', digest, ...options])
  const change = /--undo (\S+)/.exec(again.stderr)?.[1] ?? ''
  expect((await run(['resolve', digest, '--undo', change, ...options])).code).toBe(0)
  expect((await getJson<IssueAnswer>(path)).issue.status).toBe('resolved')
})

test('flags win over the environment, it over package.json, which gets no token of it', async () => {
  const { token } = await createToken(stack.url, 'read', [SERVICE])
  const nowhere = 'http://127.0.0.1:9'
  const env = { ERRATA_URL: nowhere, ERRATA_TOKEN: token }
  expect(await run(['issues', '--plain', '--url', stack.url], env)).toMatchObject({ code: 0 })
  expect(await run(['issues'], env)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('127.0.0.1:9 does not respond'),
  })
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ errata: { url: stack.url } }))
  expect(await run(['issues', '--plain'], {})).toMatchObject({ code: 0 })
  expect(await run(['issues'], { ERRATA_TOKEN: token })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('set ERRATA_URL, too'),
  })
})

test('mistakes are messages with an exit code, and each command has help', async () => {
  const env = { ERRATA_URL: stack.url }
  expect(await run(['issue', 'nothing-1'], env)).toMatchObject({ code: 1, stdout: '' })
  expect(await run(['issue'], env)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Usage: errata issue'),
  })
  expect(await run(['issues', '--nope'], env)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--nope'),
  })
  expect(await run(['issues', '--range', '5y'], env)).toMatchObject({
    code: 1,
    stderr: 'range must be one of 1h, 24h, 7d, 30d.\n',
  })
  expect(await run(['issues', '--token-file', 'missing'], env)).toMatchObject({ code: 2 })
  expect(await run(['issues'], { ...env, ERRATA_TOKEN: 'errata_unknown' })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      new RegExp(`does not accept this token: .* then run errata login ${stack.url}\n$`),
    ),
  })
  for (const name of ['issue', 'issues', 'trace', 'release', 'resolve', 'login'])
    expect(await run([name, '--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Usage: errata ${name}`),
    })
})

test('the page of a login before Errata is a message, not an answer', async () => {
  const login = await startServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Log in</title>')
  })
  const says = 'answered with text/html: is it an Errata, without a login before it?'
  const answer = { code: 1, stdout: '', stderr: `${new URL(login.url).host} ${says}\n` }
  expect(await run(['issues', '--url', login.url])).toEqual(answer)
  expect(await run(['issues', '--json', '--url', login.url])).toEqual(answer)
  expect(await run(['login', login.url])).toEqual(answer)
  login.close()
})
