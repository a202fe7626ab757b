// Damaged requests: bodies that were cut, spliced, repeated and changed, under headers that
// do not fit them.
import http from 'node:http'
import { gzipSync } from 'node:zlib'
import { bodies } from './bodies.ts'
import { randomFrom } from './random.ts'

/** How often each status was answered; 0 stands for no answer. */
export type Answers = Map<number, number>

const CONNECTIONS = 32
const PATHS = [
  '/monitoring',
  '/monitoring/',
  '/monitoring/v1/traces',
  '/monitoring/v1/logs',
  '/monitoring/v1/metrics',
  '/monitoring/v1/other',
]
const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/x-protobuf',
  'text/plain',
  'APPLICATION/JSON',
  '',
]
const ENCODINGS = ['', '', '', 'gzip', 'identity', 'br']
/** What JSON turns on, and what numbers, ids and texts must not be. */
const TOKENS = [
  'null',
  '1e400',
  '-0',
  '""',
  '[]',
  '{}',
  '[[[[[[[[',
  '"__proto__"',
  '"\\ud800"',
  '\\u0000',
  '18446744073709551616',
  'NaN',
  '\ufeff',
  '"arrayValue"',
]

type Random = (below: number) => number

/** `body` given: the body of every request, unbent. */
export async function fuzz(port: number, count: number, seed: number): Promise<Answers> {
  const random = randomFrom(seed)
  const seeds = bodies()
  const answers: Answers = new Map()
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let left = count
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left-- > 0) {
        const { bytes, type, path } = seeds[random(seeds.length)]!
        const isOdd = random(4) === 0
        const encoding = isOdd ? pick(random, ENCODINGS) : ''
        const bent = bend(random, bytes, seeds[random(seeds.length)]!.bytes)
        const status = await send(agent, port, {
          path: isOdd ? pick(random, PATHS) : path,
          type: isOdd ? pick(random, TYPES) : type,
          encoding,
          body: encoding === 'gzip' && random(2) === 0 ? gzipSync(bent) : bent,
        })
        answers.set(status, (answers.get(status) ?? 0) + 1)
      }
    }),
  )
  agent.destroy()
  return answers
}

function bend(random: Random, bytes: Buffer, other: Buffer): Buffer {
  let bent = Buffer.from(bytes)
  for (let times = random(4); times >= 0; times--) {
    const at = random(bent.length + 1)
    const kind = random(7)
    if (kind === 0) bent = bent.subarray(0, at)
    else if (kind === 1)
      bent = Buffer.concat([bent.subarray(0, at), Buffer.from(pick(random, TOKENS)), bent.subarray(at)])
    else if (kind === 2) bent = Buffer.concat([bent.subarray(0, at), other.subarray(random(other.length))])
    else if (kind === 3) bent = Buffer.concat([bent.subarray(0, at), bent.subarray(random(at + 1))])
    else if (bent.length > 0)
      bent[random(bent.length)] = kind === 4 ? random(256) : kind === 5 ? random(32) : 0x30 + random(10)
  }
  return bent
}

type Request = { path: string; type: string; encoding: string; body: Buffer }

function send(agent: http.Agent, port: number, { path, type, encoding, body }: Request): Promise<number> {
  const headers = {
    ...(type && { 'content-type': type }),
    ...(encoding && { 'content-encoding': encoding }),
    'content-length': body.length,
  }
  return new Promise((resolve) => {
    const request = http.request(
      { host: '127.0.0.1', port, path, method: 'POST', agent, headers },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode!))
        response.on('error', () => resolve(0))
      },
    )
    request.on('error', () => resolve(0))
    request.end(body)
  })
}

function pick<Item>(random: Random, items: Item[]): Item {
  return items[random(items.length)]!
}
