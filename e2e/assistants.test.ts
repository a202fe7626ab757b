// Assistants: the official clients of the Model Context Protocol ask a real Errata about a built application.
import { beforeAll, expect, test } from 'vitest'
import type { IssuesAnswer } from '../contract/issues.ts'
import type { AuditAnswer } from '../contract/people.ts'
import {
  APP,
  BUGS,
  causeBugs,
  connect,
  connect2025,
  createToken,
  lineOf,
  tokensOf,
  type Answer,
} from './testing/assistants.ts'
import { getJson, post, send } from './testing/http.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'
import { newSpanId, newTraceId, spansOf } from './testing/telemetry.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = shareStackWithBrowser()

let issues: IssuesAnswer['issues']
beforeAll(async () => {
  await causeBugs(stack.url, browser)
  issues = await waitFor('five issues', async () => {
    const answer = await getJson<IssuesAnswer>(`${stack.url}/api/issues?range=1h&service=${APP.service}`)
    return answer.issues.length >= BUGS.length ? answer.issues : undefined
  })
})

const CLIENTS = [
  ['2026-07-28', connect],
  ['2025-11-25', connect2025],
] as const

test.each(CLIENTS)(
  'a client of %s: file and line of each cause are in the first answer',
  async (version, open) => {
    const client = await open(stack.url)
    expect(client.version).toBe(version)
    expect(issues).toHaveLength(BUGS.length)
    const answers = await Promise.all(
      issues.map(({ latestDigest }) => client.call('get_issue', { ref: `Digest: ${latestDigest}` })),
    )
    const causes = answers.map(({ text }) => String(/^- Cause: .*src\/(\w+\.ts:\d+):/m.exec(text)?.[1]))
    expect(causes.toSorted()).toEqual(BUGS.map((bug) => lineOf(bug)).toSorted())
  },
)

/** Of the definitions of all tools, and of an answer: clients give tools some tens of thousands. */
const MAX_DEFINITIONS = 5_000
const MAX_ANSWER = 8_000

test('definitions and answers have few tokens', async () => {
  const client = await connect(stack.url)
  const tools = await client.tools()
  const definitions = tools.map((tool) => tokensOf(JSON.stringify(tool)))
  const total = definitions.reduce((sum, count) => sum + count, 0)
  const { id, latestDigest } = issues[0]!
  const calls: [string, Record<string, unknown>][] = [
    ['find_issues', { range: '24h', limit: 50 }],
    ...issues.map(({ id: ref }): [string, Record<string, unknown>] => ['get_issue', { ref }]),
    ['get_event', { ref: latestDigest }],
    ['get_event', { ref: latestDigest, include: ['stack', 'timeline', 'request'] }],
    ['get_trace', { trace: await sendTrace() }],
    ['compare_release', { service: APP.service }],
    ['what_differs', { issue: id }],
    ['get_setup', { framework: 'next' }],
  ]
  const answers = await Promise.all(
    calls.map(async ([name, input]) => ({ name, ...(await client.call(name, input)) })),
  )
  expect(answers.filter(({ isError }) => isError)).toEqual([])
  expect(answers.at(-1)!.text).toContain(`npm install ${stack.url}/monitoring.tgz`)
  const sizes = answers.map(({ name, text }) => ({ name, tokens: tokensOf(text) }))
  const largest = sizes.toSorted((a, b) => b.tokens - a.tokens).slice(0, 10)
  const byTool = tools.map(({ name }, at) => `${name} ${definitions[at]}`)
  console.log(
    `tokens of definitions: ${total} (${byTool.join(', ')})\n` +
      `tokens of answers: ${largest.map(({ name, tokens }) => `${name} ${tokens}`).join(', ')}`,
  )
  expect(tools).toHaveLength(8)
  expect(total).toBeLessThanOrEqual(MAX_DEFINITIONS)
  expect(largest[0]!.tokens).toBeLessThanOrEqual(MAX_ANSWER)
})

/** As many spans as a page with a slow server has. Resolves to the id, once it is stored. */
async function sendTrace(): Promise<string> {
  const [traceId, root] = [newTraceId(), newSpanId()]
  const now = BigInt(Date.now()) * 1_000_000n
  const spans = Array.from({ length: 500 }, (_, at) => ({
    traceId,
    spanId: at === 0 ? root : newSpanId(),
    ...(at > 0 && { parentSpanId: root }),
    name: `GET /orders/${at} with a name that says much about it`,
    kind: 2,
    startTimeUnixNano: String(now + BigInt(at) * 1_000_000n),
    endTimeUnixNano: String(now + BigInt(at + 5) * 1_000_000n),
    status: {},
  }))
  await send(stack.url, spansOf({ 'service.name': APP.service }, spans))
  await waitFor('the trace', async () => {
    const answer = await fetch(`${stack.url}/api/traces/${traceId}`)
    return answer.ok
  })
  return traceId
}

test('a token of a team reads the issues of its services alone, and sets none', async () => {
  const team = await createToken(stack.url, 'read', ['other-team'])
  const own = await createToken(stack.url, 'read', [APP.service])
  const maps = await createToken(stack.url, 'maps')
  const [theirs, ours] = await Promise.all([team, own].map(({ token }) => connect2025(stack.url, token)))
  const ref = issues[0]!.id
  expect(await ours!.call('get_issue', { ref })).toMatchObject({ isError: false })
  expect(await theirs!.call('get_issue', { ref })).toMatchObject({ isError: true })
  expect((await theirs!.call('find_issues', { range: '30d' })).text).toContain('# 0 issues')
  for (const client of [theirs!, ours!]) {
    const names = (await client.tools()).map(({ name }) => name)
    expect(names).not.toContain('set_issue')
    expect((await client.call('set_issue', { issue: ref, status: 'resolved' }).catch(toError)).isError).toBe(
      true,
    )
  }
  await expect(connect(stack.url, maps.token)).rejects.toThrow()
  await expect(connect(stack.url, 'errata_unknown')).rejects.toThrow('requires authorization')
  const refusal = 'make another one in the settings'
  await expect(connect2025(stack.url, 'errata_unknown')).rejects.toThrow(refusal)
})

/** A tool that does not exist is an error of the protocol. */
function toError(error: Error): Answer {
  return { text: error.message, isError: true }
}

test('a change of an assistant is in the audit log as the token, and can be undone', async () => {
  const { token, name } = await createToken(stack.url, 'write', [APP.service])
  const client = await connect(stack.url, token)
  const { id } = issues[0]!
  const { text } = await client.call('set_issue', { issue: id, status: 'resolved', note: 'Fixed in 1.4.1' })
  expect(text).toContain('- Status: new → resolved')
  const { entries } = await getJson<AuditAnswer>(`${stack.url}/api/audit?act=issue.changed`)
  expect(entries[0]).toMatchObject({
    by: name,
    method: 'token',
    target: id,
    before: { status: 'new' },
    after: { status: 'resolved', note: 'added' },
  })
  const undo = /"undo":"([\w-]+)"/.exec(text)?.[1]
  expect((await client.call('set_issue', { issue: id, undo })).text).toContain('- Status: resolved → new')
})

test('pages of other sites are refused, and only POST is answered', async () => {
  const url = `${stack.url}/api/mcp`
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const accept = { accept: 'application/json, text/event-stream' }
  const answers = await Promise.all([
    post(url, body, { ...accept, origin: 'https://evil.example' }),
    post(url, body, { ...accept, origin: stack.url }),
    fetch(url, { headers: accept }),
    fetch(url, { method: 'DELETE' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([403, 200, 405, 405])
  expect(answers[2].headers.get('allow')).toBe('POST')
})
