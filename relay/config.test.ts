import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { StartupError } from '../server/startup-error.ts'
import { readConfig } from './config.ts'

test('nothing set, or set to nothing, gives the defaults', () => {
  const empty = new Proxy({}, { get: () => '' })
  expect(readConfig(empty)).toEqual(readConfig({}))
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 8080,
    dataDir: path.resolve('data'),
    spoolDir: path.resolve('data/spool'),
    collectorUrl: 'http://127.0.0.1:4318',
    hasCollector: true,
    storeUrl: 'http://127.0.0.1:4319',
    password: undefined,
    apiTokens: [],
    consoleOpen: 'false',
    allowedOrigins: [],
    trustProxy: 0,
    sentryProjects: new Map(),
    sentryKeys: [],
    clientAddress: 'truncated',
    scrub: [],
    bodyLimit: 1_048_576,
    rateLimit: 600,
    spoolLimit: 536_870_912,
    logLevel: 'info',
    relays: 1,
    number: 1,
  })
})

test('sizes have units', () => {
  const { bodyLimit, spoolLimit } = readConfig({ BODY_LIMIT: '512 KiB', SPOOL_LIMIT: '2G' })
  expect([bodyLimit, spoolLimit]).toEqual([524_288, 2_147_483_648])
})

test('each relay of a port has a spool of its own', () => {
  const folders = ['1', '2', '3'].map(
    (number) => readConfig({ DATA_DIR: '/data', RELAYS: '3', RELAY_NUMBER: number }).spoolDir,
  )
  expect(folders).toEqual(['/data/spool', '/data/spool/2', '/data/spool/3'])
})

test('items of lists lose their blanks, a base URL its last slash', () => {
  const { allowedOrigins, apiTokens, storeUrl } = readConfig({
    ALLOWED_ORIGINS: 'https://a.example, https://b.example:8443',
    API_TOKENS: 'one,two ,',
    STORE_URL: 'http://store:4319/',
  })
  expect([allowedOrigins, apiTokens, storeUrl]).toEqual([
    ['https://a.example', 'https://b.example:8443'],
    ['one', 'two'],
    'http://store:4319',
  ])
})

describe('a value that makes no sense is refused with variable, value and what is allowed', () => {
  test.each([
    ['PORT', '80a'],
    ['PORT', '70000'],
    ['RATE_LIMIT', '-1'],
    ['BODY_LIMIT', '1 EB'],
    ['SPOOL_LIMIT', '1'],
    ['TRUST_PROXY', 'true'],
    ['CLIENT_ADDRESS', 'some'],
    ['CONSOLE_OPEN', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['SCRUB', 'id'],
    ['SCRUB', 'a.*b'],
    ['ALLOWED_ORIGINS', 'https://a.example/path'],
    ['STORE_URL', 'store:4319'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'ftp://a.example'],
    ['RELAYS', '0'],
    ['COLLECTOR', 'maybe'],
  ])('%s=%s', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(StartupError)
    expect(read).toThrow(new RegExp(`^${name} is "${value}", but must be .+\\.$`))
  })
})
