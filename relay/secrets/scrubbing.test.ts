// Names of secrets that people add, and the field that tries a text, through the relay's port.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { eventually, exceptionOf, logOf, newFolder, post, startTestRelay } from '../testing/relay-fixture.ts'

const SECRET = 'L-20771-bx'

type Relay = Awaited<ReturnType<typeof startTestRelay>>

/** The store has these names from now on. */
function setNames({ store }: Relay, names: unknown, changedAt = new Date().toISOString()): void {
  store.scrubNames = { names, changedAt }
}

/** Through the console, which lets the relay read them at once. */
async function add(relay: Relay, names: string[]): Promise<void> {
  setNames(relay, names)
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ names })
  const { status } = await fetch(`${relay.url}/api/scrub-names`, { method: 'PUT', headers, body })
  expect(status).toBe(200)
}

/** The message of an exception, as it is logged. */
async function logged(relay: Relay, message: string): Promise<unknown> {
  const digest = `D${Math.random().toString(36).slice(2, 9).toUpperCase()}`
  const body = logOf(exceptionOf(digest, { 'exception.message': message }))
  expect((await post(`${relay.url}/monitoring`, body)).status).toBe(200)
  return eventually(() => {
    const line = relay.log().find((entry) => entry['digest'] === digest)
    expect(line).toBeDefined()
    return line!['message']
  })
}

test('a name that is added is a secret in what arrives from then on, beside the ones of SCRUB', async () => {
  const relay = await startTestRelay({ SCRUB: 'iban' })
  expect(await logged(relay, `loyalty-no: ${SECRET}`)).toBe(`loyalty-no: ${SECRET}`)
  await add(relay, ['loyalty-no'])
  await eventually(async () =>
    expect(await logged(relay, `"loyalty_no": "${SECRET}"`)).toBe('"loyalty_no": "[scrubbed]"'),
  )
  expect(await logged(relay, `iban: ${SECRET}`)).toBe('iban: [scrubbed]')
  await add(relay, [])
  await eventually(async () =>
    expect(await logged(relay, `loyalty-no: ${SECRET}`)).toBe(`loyalty-no: ${SECRET}`),
  )
})

test('a relay that starts while the store is down has the names of before, and keeps them', async () => {
  const folder = newFolder()
  const first = await startTestRelay({ DATA_DIR: folder })
  await add(first, ['loyalty-no'])
  await eventually(() =>
    expect(readFileSync(path.join(folder, 'scrub-names.json'), 'utf8')).toContain('loyalty'),
  )
  await first.close()
  const next = await startTestRelay({ DATA_DIR: folder, STORE_URL: 'http://127.0.0.1:1' })
  expect(await logged(next, `loyalty-no: ${SECRET}`)).toBe('loyalty-no: [scrubbed]')
})

test('a store of a restored backup, which lacks the names, does not remove them', async () => {
  const relay = await startTestRelay()
  await add(relay, ['loyalty-no'])
  const read = async () => (await fetch(`${relay.url}/api/scrubbing`)).json()
  await eventually(async () => expect(await read()).toMatchObject({ added: ['loyalty-no'] }))
  const refresh = () => fetch(`${relay.url}/api/scrub-names`, { method: 'PUT', body: '{}' })
  for (const changedAt of ['2026-01-01T00:00:00.000Z', undefined]) {
    relay.store.scrubNames = { names: [], changedAt }
    await (await refresh()).text()
    expect(await logged(relay, `loyalty-no: ${SECRET}`)).toBe('loyalty-no: [scrubbed]')
  }
})

test.each(['[', '{}', '{"names":["x",7,"(a+)+","loyalty-no"]}', ''])(
  'a file of names with %s is read as far as it has names',
  async (content) => {
    const folder = newFolder()
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'scrub-names.json'), content)
    const relay = await startTestRelay({ DATA_DIR: folder, STORE_URL: 'http://127.0.0.1:1' })
    const hasName = content.includes('loyalty')
    expect(await logged(relay, `loyalty-no: ${SECRET}`)).toBe(
      `loyalty-no: ${hasName ? '[scrubbed]' : SECRET}`,
    )
  },
)

const TEXT = `POST /pay?code_verifier=a91bq7 answered 402
{"card": "4012 8888 8888 1881", "loyalty_no": "${SECRET}"}
Authorization: Bearer abcdef123456`

test('a text is answered as it would be stored, and by which rules; it is not logged or sent', async () => {
  const relay = await startTestRelay({ SCRUB: 'loyalty-no' })
  const answer = await post(`${relay.url}/api/scrubbing`, { text: TEXT })
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      text: `POST /pay?code_verifier=[scrubbed] answered 402
{"card": "[scrubbed]", "loyalty_no": "[scrubbed]"}
Authorization: Bearer [scrubbed]`,
      rules: expect.arrayContaining([
        { rule: 'names', count: expect.any(Number) },
        { rule: 'cards', count: 1 },
      ]),
    },
  ])
  const plain = await post(`${relay.url}/api/scrubbing`, { text: 'no price' })
  expect(await plain.json()).toEqual({ text: 'no price', rules: [] })
  expect(JSON.stringify(relay.log())).not.toContain('a91bq7')
  expect([relay.collector.requests, relay.store.requests.length]).toEqual([0, 0])
})

test.each([{}, { text: 7 }, { text: 'x'.repeat(16 * 1024 + 1) }, 'no JSON'])(
  '%j is no text to try',
  async (body) => {
    const { url } = await startTestRelay()
    expect((await post(`${url}/api/scrubbing`, body)).status).toBe(400)
  },
)

test('the rules and all names are answered', async () => {
  const relay = await startTestRelay({ SCRUB: 'iban' })
  await add(relay, ['loyalty-no'])
  const read = async () => (await fetch(`${relay.url}/api/scrubbing`)).json()
  await eventually(async () =>
    expect(await read()).toMatchObject({ variable: ['iban'], added: ['loyalty-no'] }),
  )
  expect(await read()).toMatchObject({
    names: expect.arrayContaining(['password', 'csrf', '密码']),
    providers: expect.arrayContaining(['AWS', 'Stripe']),
    rules: expect.arrayContaining(['names', 'cards']),
  })
})

test('without a login, and with a session that has ended, both are refused', async () => {
  const relay = await startTestRelay({ PASSWORD: 'correct horse battery', API_TOKENS: 'automation' })
  relay.store.answer = (_, response) => void response.writeHead(401).end('{}')
  const tryIt = (headers: Record<string, string>) =>
    post(`${relay.url}/api/scrubbing`, { text: TEXT }, headers)
  expect((await tryIt({})).status).toBe(401)
  expect((await tryIt({ authorization: 'Bearer errata_unknown' })).status).toBe(401)
  expect((await tryIt({ authorization: 'Bearer automation' })).status).toBe(200)
  expect((await tryIt({ authorization: 'Bearer automation', origin: 'https://evil.example' })).status).toBe(
    403,
  )
})
