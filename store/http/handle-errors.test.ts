import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import type { Engine } from '../database/engine/engine.ts'
import { openEngine } from '../database/engine/open.ts'
import { makeFolder } from '../testing/store.ts'
import { handleErrors } from './handle-errors.ts'

let engine: Engine
let url: string
const server = createServer()

beforeAll(async () => {
  engine = await openEngine(readConfig({ DATA_DIR: makeFolder() }))
  const app = new Koa()
  app.use(handleErrors(pino({ level: 'silent' })))
  app.use(async (ctx) => {
    ctx.body = await engine.query(String(ctx.query['sql']))
  })
  const answer = app.callback()
  server.on('request', (request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await engine.close()
})

/** A query that needs no processor time and takes hours. */
const ENDLESS =
  'SELECT * FROM (SELECT sum(sleepEachRow(0.1)) AS slept FROM numbers(100000) SETTINGS max_block_size = 10)'
const GREEDY = 'SELECT length(groupArray(number)) AS all FROM numbers(1000000000)'

function ask(sql: string): Promise<Response> {
  return fetch(`${url}/?sql=${encodeURIComponent(sql)}`)
}

async function expectRefusal(answer: Response, detail: RegExp): Promise<void> {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'application/problem+json'])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await answer.json()).toMatchObject({ status: 503, detail: expect.stringMatching(detail) as string })
}

test('a query that needs too much memory is cancelled, and the answer explains why', async () => {
  await expectRefusal(await ask(GREEDY), /needed more memory .* shorter period/)
})

/** One less than libuv's threads for queries in this test; the store's own process has sixteen. */
const HEAVY = 3

test('slow queries are cancelled at their limit with an explanation; others do not wait', async () => {
  let ended = 0
  const heavy = Array.from({ length: HEAVY }, () => ask(ENDLESS).finally(() => ended++))
  expect(await (await ask('SELECT 1 AS number')).json()).toEqual([{ number: 1 }])
  expect(ended).toBe(0)
  for (const answer of await Promise.all(heavy))
    await expectRefusal(answer, /took longer than 10 s .* shorter period/)
})
