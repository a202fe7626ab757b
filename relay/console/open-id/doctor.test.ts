// `npm run doctor -- oidc`, beside a real provider.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { CLIENT, startIdentityProvider } from '../../testing/identity-provider.ts'
import { logIn, startOpenIdApp } from '../../testing/login-app.ts'

const PUBLIC_URL = 'https://errata.example'
const ROOT = path.resolve(import.meta.dirname, '../../..')

test('says what to register, what the provider announces, and who may log in', async () => {
  const { url } = await startIdentityProvider(PUBLIC_URL)
  const { code, output } = await doctor({
    OIDC_ISSUER: url,
    OIDC_GROUPS: 'team-a:shop-*:write,leads:*:admin',
  })
  expect(output).toContain(`redirect URI at the provider: ${PUBLIC_URL}/login/oidc/callback`)
  expect(output).toContain(`${PUBLIC_URL}/login/oidc/backchannel (back-channel logout URI)`)
  expect(output).toContain(`end_session_endpoint: ${url}/session/end`)
  expect(output).toContain('The login page accepts the client and the redirect URI.')
  expect(output).toContain('team-a: write shop-*, leads: admin *')
  expect([code, output]).toEqual([0, expect.not.stringContaining('PROBLEM')])
  expect(output).not.toContain(CLIENT.OIDC_CLIENT_SECRET)
})

test('says what came with the last login, and nothing that names the person', async () => {
  const app = await startOpenIdApp({ OIDC_ALLOWED: '', OIDC_GROUPS: 'team-a:shop-*:write' })
  const environment = {
    DATA_DIR: app.folder,
    PUBLIC_URL: app.url,
    OIDC_ISSUER: app.provider.url,
    OIDC_GROUPS: 'team-a:shop-*:write',
  }
  expect((await doctor(environment)).output).toMatch(/hint +Nobody has logged in at a provider yet/)
  await logIn(app)
  const { output } = await doctor(environment)
  expect(output).toMatch(/The last login was at \S+Z, at \S+\. ID token: .*sub.*groups.*; userinfo: .*sub/)
  expect(output).toContain('Its groups (groups): team-a.')
  expect(output).toContain('Its rights: write shop-*.')
  for (const text of ['ann-1', 'Ann', 'ann@shop.example']) expect(output).not.toContain(text)
  app.provider.account = { ...app.provider.account, groups: ['strangers'] }
  expect((await logIn(app)).status).toBe(403)
  const refused = (await doctor(environment)).output
  expect(refused).toContain('Its groups (groups): strangers.')
  expect(refused).toMatch(/hint .*gave it a right: only an invite lets it in/)
})

test('a redirect URI that is not registered, and a scope that is unknown, are reported', async () => {
  const { url } = await startIdentityProvider('https://other.example')
  const { code, output } = await doctor({
    OIDC_ISSUER: url,
    OIDC_ALLOWED: '*',
    OIDC_SCOPES: 'openid roles',
    OIDC_GROUPS_CLAIM: 'resource_access.errata',
  })
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/PROBLEM The login page refuses this client \(400\)/),
  ])
  expect(output).toMatch(/hint .*scopes roles/)
  expect(output).toMatch(/hint .*claim resource_access/)
})

test.each([
  [{ OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' }, /PROBLEM OIDC_ISSUER is not set/],
  [
    { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_ALLOWED: '*' },
    /PROBLEM The identity provider .* does not answer.*\nhint .* http:\/\/127\.0\.0\.1:1\/\.well-known\/openid-c/,
  ],
  [{ OIDC_ISSUER: 'https://id.example' }, /^OIDC_ISSUER is set, so OIDC_ALLOWED or OIDC_GROUPS must/],
])('%j is a problem', async (environment, sentence) => {
  const { code, output } = await doctor(environment)
  expect([code, output]).toEqual([1, expect.stringMatching(sentence)])
})

function doctor(environment: Record<string, string>): Promise<{ code: number; output: string }> {
  const env = { ...process.env, PUBLIC_URL, ...CLIENT, ...environment }
  return new Promise((resolve) => {
    const args = ['scripts/doctor.ts', 'oidc']
    const child = execFile(process.execPath, args, { cwd: ROOT, env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, output: stdout + stderr }),
    )
  })
}
