import { describe, expect, test } from 'vitest'
import http from 'node:http'
import { json } from 'node:stream/consumers'
import { type LoginApp, startLoginApp } from '../testing/login-app.ts'

const ENVIRONMENT = { AUTH_HEADER: 'Remote-User', AUTH_GROUPS_HEADER: 'Remote-Groups' }

type Answer = { status: number; body: Record<string, unknown> | null }

/** `headers`: names and values in turn, sent as bytes of latin-1. */
function ask({ url }: LoginApp, headers: string[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { headers: ['Host', 'localhost', ...headers] }
    const request = http.get(`${url}/who`, options, (response) => {
      json(response).then((body) => resolve({ status: response.statusCode!, body } as Answer), reject)
    })
    request.on('error', reject)
  })
}

describe('from a peer that is trusted', () => {
  test('the header names the person, in any case of its letters', async () => {
    const app = await startLoginApp(() => ENVIRONMENT)
    for (const header of ['Remote-User', 'remote-user', 'REMOTE-USER'])
      expect(await ask(app, [header, 'ann@shop.example', 'Remote-Groups', 'team-a'])).toEqual({
        status: 200,
        body: {
          issuer: 'header:remote-user',
          subject: 'ann@shop.example',
          name: 'ann@shop.example',
          email: 'ann@shop.example',
          rights: [{ role: 'write', services: ['*'] }],
        },
      })
  })

  test('there is nobody without the header, or with an empty one', async () => {
    const app = await startLoginApp(() => ENVIRONMENT)
    expect((await ask(app, ['Remote-Groups', 'leads'])).body).toBe(null)
    expect((await ask(app, ['Remote-User', ' '])).body).toBe(null)
  })

  test.each([
    ['twice', ['Remote-User', 'ann', 'Remote-User', 'admin']],
    ['twice in other letters', ['Remote-User', 'ann', 'remote-user', 'admin']],
    ['with an underscore beside it', ['Remote-User', 'ann', 'Remote_User', 'admin']],
    ['with an underscore alone', ['remote_user', 'admin']],
    ['with groups twice', ['Remote-User', 'ann', 'Remote-Groups', 'a', 'Remote-Groups', 'leads']],
    ['with groups with an underscore', ['Remote-User', 'ann', 'Remote_Groups', 'leads']],
  ])('%s is refused', async (_, headers) => {
    const { status, body } = await ask(await startLoginApp(() => ENVIRONMENT), headers)
    expect([status, body?.['detail']]).toEqual([
      400,
      expect.stringMatching(/^remote-(?:user|groups) was sent twice/),
    ])
  })

  test('a name in UTF-8 and one in latin-1 are read', async () => {
    const app = await startLoginApp(() => ENVIRONMENT)
    const latin1 = Buffer.from('Zoë Łukasz', 'utf8').toString('latin1')
    expect((await ask(app, ['Remote-User', latin1])).body).toMatchObject({ name: 'Zoë Łukasz' })
    expect((await ask(app, ['Remote-User', 'Zoë <b>'])).body).toMatchObject({ name: 'Zoë <b>' })
  })

  test.each([
    ['bob', 'team-a,team-b', [{ role: 'write', services: ['shop-*', 'blog'] }]],
    ['bob', '/team-a', [{ role: 'write', services: ['shop-*'] }]],
    [
      'bob',
      'team-a, leads',
      [
        { role: 'admin', services: ['*'] },
        { role: 'write', services: ['shop-*'] },
      ],
    ],
    ['BOSS@shop.example', '', [{ role: 'admin', services: ['*'] }]],
    ['x@partner.example', '', [{ role: 'read', services: ['blog'] }]],
    ['x@sub.partner.example', '', /^No entry of OIDC_GROUPS matches .*the address .*no groups\.$/],
    ['boss', 'boss@shop.example', /^No entry of OIDC_GROUPS matches .*no verified address/],
    ['bob', 'x/team-a', /^No entry of OIDC_GROUPS/],
  ])('%s in the groups "%s" gets rights by them', async (user, groups, expected) => {
    const app = await startLoginApp(() => ({
      ...ENVIRONMENT,
      OIDC_GROUPS:
        'team-a:shop-*:write,team-b:blog:write,leads:*:admin,boss@shop.example:*:admin,@partner.example:blog:read',
    }))
    const { status, body } = await ask(app, ['Remote-User', user, 'Remote-Groups', groups])
    if (expected instanceof RegExp)
      expect([status, body?.['detail']]).toEqual([403, expect.stringMatching(expected)])
    else expect(body?.['rights']).toEqual(expected)
  })
})

describe('from a peer that is not trusted', () => {
  test.each([
    ['Remote-User', 'admin'],
    ['remote_user', 'admin'],
    [
      'Remote-User',
      'admin',
      'X-Forwarded-For',
      '10.0.0.1',
      'Forwarded',
      'for=10.0.0.1',
      'X-Real-IP',
      '10.0.0.1',
    ],
    ['Remote-User', 'admin', 'Remote-User', 'admin'],
  ])('the header is ignored: %s', async (...headers) => {
    const app = await startLoginApp(() => ({ ...ENVIRONMENT, TRUSTED_PROXIES: '10.0.0.1,fd00::/8' }))
    expect(await ask(app, headers)).toEqual({ status: 200, body: null })
  })

  test('it is in the log, once a minute', async () => {
    const app = await startLoginApp(() => ({ ...ENVIRONMENT, TRUSTED_PROXIES: '10.0.0.1' }))
    for (let request = 0; request < 3; request++) await ask(app, ['Remote-User', 'admin'])
    expect(app.log()).toEqual([expect.objectContaining({ header: 'remote-user', address: '127.0.0.1' })])
  })

  test('a network has all of its addresses', async () => {
    const near = await startLoginApp(() => ({ ...ENVIRONMENT, TRUSTED_PROXIES: '10.0.0.0/8,127.0.0.0/30' }))
    expect((await ask(near, ['Remote-User', 'ann'])).body).toMatchObject({ subject: 'ann' })
    const far = await startLoginApp(() => ({ ...ENVIRONMENT, TRUSTED_PROXIES: '127.0.0.2/31' }))
    expect((await ask(far, ['Remote-User', 'ann'])).body).toBe(null)
  })
})
