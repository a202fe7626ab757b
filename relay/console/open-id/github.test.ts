// GitHub cannot be reached from a test. This stands for its four paths, as GitHub documents them.
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openBrowser } from '../../testing/identity-provider.ts'
import { type LoginApp, type Result, resultOf, startLoginApp } from '../../testing/login-app.ts'
import { closeServer, listen } from '../../testing/recording-collector.ts'

type GitHub = { url: string; answers: Record<string, unknown>; forms: URLSearchParams[]; status: number }

const ANSWERS = {
  '/login/oauth/access_token': { access_token: 'gho_secret', token_type: 'bearer', scope: 'read:org' },
  '/api/v3/user': { id: 4711, login: 'ann', name: null },
  '/api/v3/user/emails': [
    { email: 'old@shop.example', primary: false, verified: true },
    { email: 'ann@shop.example', primary: true, verified: true },
  ],
  '/api/v3/user/orgs': [{ login: 'shop' }],
  '/api/v3/user/teams': [{ slug: 'web', organization: { login: 'shop' } }],
}

test('the groups are organisations and teams, the subject is the number of the account', async () => {
  const gitHub = await startGitHub()
  const app = await startApp(gitHub, { OIDC_GROUPS: 'shop/web:shop-*:write,shop:*:read' })
  expect(await logIn(app)).toEqual({
    status: 200,
    identity: {
      issuer: gitHub.url,
      subject: '4711',
      name: 'ann',
      email: 'ann@shop.example',
      rights: [
        { role: 'write', services: ['shop-*'] },
        { role: 'read', services: ['*'] },
      ],
    },
    refusal: null,
    to: '/',
    invite: null,
    sid: null,
    idToken: null,
  })
  const [form] = gitHub.forms
  expect(form!.get('code_verifier')).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify(app.log())).not.toContain('gho_secret')
  expect(await (await fetch(`${app.url}/logout`)).json()).toEqual({ url: null })
  expect((await fetch(`${app.url}/login/oidc/backchannel`, { method: 'POST' })).status).toBe(404)
})

test('organisations and teams are read from several pages', async () => {
  const gitHub = await startGitHub()
  const all = Array.from({ length: 150 }, (_, index) => ({ login: `org-${index}` }))
  gitHub.answers['/api/v3/user/orgs'] = all.slice(0, 100)
  gitHub.answers['/api/v3/user/orgs page 2'] = all.slice(100)
  const app = await startApp(gitHub, { OIDC_ALLOWED: 'org-149' })
  expect((await logIn(app)).status).toBe(200)
})

test('an address that is not the primary one, or not verified, does not count', async () => {
  const gitHub = await startGitHub()
  gitHub.answers['/api/v3/user/emails'] = [
    { email: 'ann@shop.example', primary: true, verified: false },
    { email: 'second@shop.example', primary: false, verified: true },
  ]
  const { status, detail } = await logIn(await startApp(gitHub, { OIDC_ALLOWED: '@shop.example' }))
  expect([status, detail]).toEqual([403, expect.stringMatching(/no verified address.*approved/)])
})

test('an error that comes with the status 200 is a refusal', async () => {
  const gitHub = await startGitHub()
  const error = { error: 'bad_verification_code', error_description: 'The code is incorrect or expired.' }
  gitHub.answers['/login/oauth/access_token'] = error
  const { status, detail } = await logIn(await startApp(gitHub, { OIDC_ALLOWED: '*' }))
  expect([status, detail]).toEqual([
    400,
    expect.stringMatching(/code of this login \(bad_verification_code\)/),
  ])
})

test.each([
  [403, 502, /403 at \/api\/v3\/user.*read:org/],
  [502, 503, /502 at/],
])('an API that answers %i is named', async (answer, expected, sentence) => {
  const gitHub = await startGitHub()
  gitHub.status = answer
  const { status, detail } = await logIn(await startApp(gitHub, { OIDC_ALLOWED: '*' }))
  expect([status, detail]).toEqual([expected, expect.stringMatching(sentence)])
})

async function startGitHub(): Promise<GitHub> {
  const gitHub: GitHub = { url: '', answers: { ...ANSWERS }, forms: [], status: 200 }
  const server = http.createServer((request, response) => void answer(gitHub, request, response))
  gitHub.url = await listen(server)
  onTestFinished(() => closeServer(server))
  return gitHub
}

async function answer(
  gitHub: GitHub,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const url = new URL(request.url!, gitHub.url)
  const { pathname, searchParams } = url
  if (pathname === '/login/oauth/authorize') {
    const back = new URL(searchParams.get('redirect_uri')!)
    back.search = new URLSearchParams({ code: 'a-code', state: searchParams.get('state')! }).toString()
    return void response.writeHead(302, { location: back.href }).end()
  }
  if (request.method === 'POST') gitHub.forms.push(new URLSearchParams(await text(request)))
  else if (request.headers.authorization !== 'Bearer gho_secret') return void response.writeHead(401).end()
  else if (gitHub.status !== 200) return void response.writeHead(gitHub.status).end('{}')
  const page = Number(searchParams.get('page') ?? 1)
  const content = gitHub.answers[page === 1 ? pathname : `${pathname} page ${page}`] ?? []
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(content))
}

function startApp(gitHub: GitHub, more: Record<string, string>): Promise<LoginApp> {
  return startLoginApp((url) => ({
    PUBLIC_URL: url,
    OIDC_ISSUER: `github:${gitHub.url}`,
    OIDC_CLIENT_ID: 'an-id',
    OIDC_CLIENT_SECRET: 'a-secret',
    ...more,
  }))
}

async function logIn(app: LoginApp): Promise<Result> {
  return resultOf((await openBrowser().visit(`${app.url}/login/oidc`)).response)
}
