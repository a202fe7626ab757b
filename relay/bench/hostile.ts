// A thread that sends hostile JSON: all from one address, each connection as fast as it is answered.
import http from 'node:http'
import { workerData } from 'node:worker_threads'
import { post } from './neighbours.ts'

const CONNECTIONS = 32
const BYTES = 512 * 1024
const ADDRESS = '198.51.100.7'

const RECORD = '{"body":{"arrayValue":{"values":[{},{},{}]}}},'
/** Nested lists, as many members as fit, and many small items: each takes a parser long. */
const HOSTILE = [
  `{"resourceSpans":${'['.repeat(BYTES)}`,
  `{"resourceSpans":[${'{},'.repeat(BYTES / 3)}{}]}`,
  `{${Array.from({ length: BYTES / 12 }, (_, index) => `"${index}":[{}]`).join(',')}}`,
  `{"resourceLogs":[{"scopeLogs":[{"logRecords":[${RECORD.repeat(BYTES / RECORD.length)}{}]}]}]}`,
].map((text) => Buffer.from(text))

const { port, ms } = workerData as { port: number; ms: number }
const until = performance.now() + ms
const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
await Promise.all(
  Array.from({ length: CONNECTIONS }, async (_, index) => {
    for (let times = index; performance.now() < until; times++)
      await post(agent, port, ADDRESS, HOSTILE[times % HOSTILE.length]!)
  }),
)
agent.destroy()
