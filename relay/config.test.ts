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
    login: { openId: undefined, trustedHeader: undefined, signedHeader: undefined },
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
    ['OIDC_GROUPS', 'team-a:shop:owner'],
    ['OIDC_GROUPS', 'team-a:write'],
    ['OIDC_GROUPS', 'team-a: :write'],
    ['OIDC_GROUPS', ':shop:write'],
    ['OIDC_GROUPS', `team-a:${'x'.repeat(201)}:write`],
    ['TRUSTED_PROXIES', 'proxy.internal'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['AUTH_HEADER', 'Remote_User'],
    ['AUTH_JWT_HEADER', 'Authorization'],
    ['AUTH_JWKS_URL', 'keys.example'],
  ])('%s=%s', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(StartupError)
    expect(read).toThrow(new RegExp(`^${name} is "${value}", but must be .+\\.$`))
  })
})

const OPEN_ID = {
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'errata',
  OIDC_CLIENT_SECRET: 'secret',
  PUBLIC_URL: 'https://errata.example/',
  OIDC_ALLOWED: '@Shop.example, /team-a',
}

function readOpenId(more: object): unknown {
  return readConfig({ ...OPEN_ID, ...more }).login.openId
}

test('a login at a provider has an issuer as it was set, and lists without case and slashes', () => {
  expect(
    readOpenId({ OIDC_ISSUER: 'https://id.example/o/errata/', OIDC_GROUPS: 'urn:a:b:shop-*:write' }),
  ).toEqual({
    issuer: 'https://id.example/o/errata/',
    isGitHub: false,
    clientId: 'errata',
    clientSecret: 'secret',
    publicUrl: 'https://errata.example',
    scopes: [],
    allowed: ['@shop.example', 'team-a'],
    grants: [{ who: 'urn:a:b', services: 'shop-*', role: 'write' }],
    groupsClaim: 'groups',
  })
  expect(readOpenId({ OIDC_ISSUER: 'github' })).toMatchObject({
    issuer: 'https://github.com',
    isGitHub: true,
  })
  expect(readOpenId({ OIDC_ISSUER: 'github:https://git.example/' })).toMatchObject({
    issuer: 'https://git.example',
  })
})

test.each([
  'http://id.example',
  'id.example',
  'https://login.microsoftonline.com/common/v2.0',
  'https://a.example?b',
])('OIDC_ISSUER=%s is refused', (issuer) => {
  expect(() => readConfig({ ...OPEN_ID, OIDC_ISSUER: issuer })).toThrow(
    /^OIDC_ISSUER is ".*", but must be .*\.$/,
  )
})

describe('variables that belong together are set together', () => {
  test.each(['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PUBLIC_URL', 'OIDC_ALLOWED'])(
    'OIDC_ISSUER and %s',
    (name) => {
      expect(() => readConfig({ ...OPEN_ID, [name]: '' })).toThrow(
        new RegExp(`^OIDC_ISSUER is set, so ${name} .*must .*\\.$`),
      )
    },
  )

  test.each([
    [{ OIDC_CLIENT_ID: 'errata' }, /^OIDC_CLIENT_ID and OIDC_CLIENT_SECRET need OIDC_ISSUER/],
    [
      { AUTH_HEADER: 'Remote-User', HOST: '0.0.0.0' },
      /^AUTH_HEADER .*HOST is 0\.0\.0\.0, so TRUSTED_PROXIES must/,
    ],
    [
      { ...OPEN_ID, OIDC_ISSUER: 'github', OIDC_ALLOWED: '*' },
      /has \*, but anybody can have an account at https/,
    ],
    [
      {
        ...OPEN_ID,
        OIDC_ISSUER: 'https://accounts.google.com/',
        OIDC_ALLOWED: '',
        OIDC_GROUPS: '*:shop:read',
      },
      /has \*, but anybody/,
    ],
    [{ AUTH_GROUPS_HEADER: 'Remote-Groups' }, /need AUTH_HEADER/],
    [{ TRUSTED_PROXIES: '10.0.0.1' }, /need AUTH_HEADER/],
    [{ AUTH_HEADER: 'Remote-User', AUTH_GROUPS_HEADER: 'remote-user' }, /must be two headers/],
    [{ AUTH_JWT_HEADER: 'X-Jwt' }, /^AUTH_JWT_HEADER, AUTH_JWKS_URL and AUTH_JWT_AUDIENCE belong together/],
    [{ AUTH_JWKS_URL: 'https://a.example', AUTH_JWT_HEADER: 'X-Jwt' }, /belong together/],
  ])('%j alone is refused', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(StartupError)
    expect(() => readConfig(environment)).toThrow(sentence)
  })
})

test.each([
  ['OIDC_ISSUER', { ...OPEN_ID, OIDC_ISSUER: 'https://ann:hunter2@id.example' }],
  ['PUBLIC_URL', { ...OPEN_ID, PUBLIC_URL: 'https://ann:hunter2@errata.example' }],
  ['AUTH_JWKS_URL', { AUTH_JWKS_URL: 'ftp://ann:hunter2@keys.example' }],
  ['PASSWORD', { PASSWORD: 'hunter2\r' }],
  ['API_TOKENS', { API_TOKENS: 'one, hunter2 three' }],
])('the sentence about %s has no password and no token', (name, environment) => {
  const read = () => readConfig(environment)
  expect(read).toThrow(new RegExp(`^${name} [^\\n]+\\.$`))
  expect(read).not.toThrow(/hunter2/)
})

test.each([
  ['PUBLIC_URL', 'https://shop.example/errata'],
  ['PUBLIC_URL', 'https://errata.example/?a=b'],
  ['OIDC_ALLOWED', '*@shop.example'],
  ['OIDC_ALLOWED', 'ann@'],
])('%s=%s, which would not work, is refused', (name, value) => {
  expect(() => readOpenId({ [name]: value })).toThrow(`${name} is "${value}", but must be `)
})

test('rights of an address that nobody has are refused', () => {
  expect(() => readOpenId({ OIDC_GROUPS: '*@shop.example:*:read' })).toThrow(
    'OIDC_GROUPS is "*@shop.example", but must be addresses, @domains, groups, or *.',
  )
})
