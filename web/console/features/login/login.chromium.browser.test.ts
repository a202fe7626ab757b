// The login, the page of an invite, and the settings of the login.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LoginMethods, LoginSettings } from '../../../../contract/login.ts'
import { answerSettings, LOGIN } from '../people/testing/people-answers.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { all, expectAccessible, gone, select, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'

const { requests, replace } = await playRecording('empty')

const PROVIDER = 'https://id.shop.example/realms/shop'
const METHODS: LoginMethods = { password: true, names: false, provider: null }
const INVITE = { role: 'write', services: ['shop', 'pay-*'], by: 'Kai <b>', expires: '2030-12-04T12:00:00Z' }

const answerMethods = (methods: Partial<LoginMethods>) =>
  replace(/^\/login\/methods$/, () => Response.json({ ...METHODS, ...methods }))
const fields = () => all('main label').map(({ textContent }) => textContent)
const field = (name: string | RegExp) => page.getByLabelText(name)

async function expectFit(): Promise<void> {
  // A button that was disabled has its colors back.
  await expect.poll(() => document.getAnimations().length).toBe(0)
  await expectAccessible()
  await page.viewport(320, 568)
  await expectAccessible()
}

test.each([
  ['the password of the installation', {}, ['Password']],
  ['names', { names: true }, ['Name', 'Password']],
  ['a provider', { password: false, provider: PROVIDER }, []],
  ['everything', { names: true, provider: PROVIDER }, ['Name', 'Password']],
] as const)('the login offers %s', async (_name, methods, labels) => {
  answerMethods(methods)
  await openScreen('/login?next=%2Ftraces')
  await select('main :is(input, .button)')
  expect(fields()).toEqual(labels)
  const link = page.getByRole('link', { name: 'Continue with id.shop.example' })
  const href = link.elements().map((element) => element.getAttribute('href'))
  expect(href).toEqual('provider' in methods ? ['/login/oidc?to=%2Ftraces'] : [])
  await expectFit()
})

test.each([
  [401, false, 'Wrong password'],
  [401, true, 'Wrong name or password'],
  [429, false, 'Too many attempts. Wait a minute'],
  [503, false, 'The store does not answer. Try again in some seconds'],
] as const)('a login that is refused with %i is one sentence', async (status, names, text) => {
  answerMethods({ names })
  replace(/^POST \/login$/, () => Response.json({ detail: 'The store does not answer.' }, { status }))
  await openScreen('/login')
  await userEvent.fill(field('Password'), 'wrong')
  await userEvent.keyboard('{Enter}')
  expect((await shown(page.getByRole('alert'))).textContent).toBe(text)
  expect(field('Password').element().getAttribute('aria-describedby')).toBe('login-error')
  expect(field('Password').element().getAttribute('aria-invalid')).toBe(String(status === 401))
  await expectFit()
})

test('a login leads to where somebody wanted to go, and to no other site', async () => {
  answerMethods({ names: true })
  replace(/^POST \/login$/, () => new Response(null, { status: 204 }))
  for (const [next, path] of [
    ['%2Fmaps', '/maps'],
    ['%2F%5Cevil.example', '/'],
    ['%2F%09%2Fevil.example', '/'],
    ['https%3A%2F%2Fevil.example', '/'],
  ]) {
    replace(/^\/api\/maps/, () => Response.json({ maps: [], missing: [], failing: [] }))
    const screen = await openScreen(`/login?next=${next}`)
    await userEvent.fill(field('Name'), 'Kai')
    await userEvent.fill(field('Password'), 'right')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => screen.url().pathname).toBe(path)
    await screen.settled()
  }
})

test('an invite is accepted at the provider, if it answers', async () => {
  answerMethods({ provider: PROVIDER })
  replace(/^POST \/login\/invite$/, () => Response.json(INVITE))
  let answer = Response.json({ detail: 'The provider does not answer.' }, { status: 503 })
  replace(/^POST \/login\/oidc$/, () => answer)
  await openScreen('/invite#a-secret')
  const button = page.getByRole('button', { name: 'Continue with id.shop.example' })
  await button.click()
  expect((await shown(page.getByRole('alert'))).textContent).toBe('The provider does not answer.')
  await shown(field(/^Your name/))
  await expectFit()
  answer = Response.json({ url: '#at-the-provider' })
  await button.click()
  await expect.poll(() => location.hash).toBe('#at-the-provider')
})

test('an invite says who invites to what, and logs in', async () => {
  answerMethods({})
  replace(/^POST \/login\/invite$/, () => Response.json(INVITE))
  let answer = Response.json({ detail: 'Somebody else has this name: choose another one.' }, { status: 409 })
  replace(/^POST \/login$/, () => answer)
  const screen = await openScreen('/invite#a-secret')
  expect((await shown(page.getByText(/invites you/))).textContent).toBe(
    'Kai <b> invites you. You will see shop and pay-*, resolve and assign their issues, and change alerts.',
  )
  await shown(page.getByText(/^The link works once, until 4 Dec 2030/))
  await expectFit()
  // It works without a session, so it requests nothing that needs one.
  expect(requests.filter((request) => request.includes('/api/'))).toEqual([])
  expect(field(/^Password/).element()).toHaveProperty('minLength', 12)
  await userEvent.fill(field(/^Your name/), 'Ines')
  await userEvent.fill(field(/^Password/), 'twelve characters')
  await userEvent.keyboard('{Enter}')
  expect((await shown(page.getByRole('alert'))).textContent).toMatch(/^Somebody else has this name/)
  answer = new Response(null, { status: 204 })
  await page.getByRole('button', { name: 'Accept and log in' }).click()
  await expect.poll(() => screen.url().pathname).toBe('/')
  expect(screen.url().hash).toBe('')
  await screen.settled()
})

test.each([
  [404, 'This link no longer works', 'Log in'],
  [503, 'The invite cannot be read', 'Try again'],
] as const)('an invite that is answered with %i says what to do', async (status, title, action) => {
  answerMethods({})
  replace(/^POST \/login\/invite$/, () => Response.json({ detail: 'The store does not answer.' }, { status }))
  await openScreen('/invite#a-secret')
  await shown(page.getByRole('heading', { name: title }))
  await shown(page.getByText(action))
  expect(fields()).toEqual([])
  await expectFit()
})

const SETTINGS: LoginSettings = {
  ...LOGIN,
  openId: {
    issuer: PROVIDER,
    isGitHub: false,
    clientId: 'errata',
    redirectUri: 'https://errata.shop.example/login/oidc/callback',
    scopes: ['openid', 'email'],
  },
  trustedHeader: { header: 'remote-user', groupsHeader: null, proxies: ['10.0.0.2'] },
  signedHeader: { header: 'x-jwt', keysUrl: 'https://proxy.example/keys', audience: 'errata' },
  rights: {
    allowed: ['@shop.example', '<b>'],
    grants: [
      { who: 'leads', services: '*', role: 'admin' },
      { who: 'g'.repeat(200), services: 'shop-*', role: 'read' },
    ],
    groupsClaim: 'realm_access.roles',
  },
}

test.each(['light', 'dark'] as const)('each setting has the variable that sets it, %s', async (theme) => {
  answerSettings(replace, { login: SETTINGS })
  await openScreen('/settings?section=login', { theme })
  await shown(page.getByText('4 methods on'))
  const variables = all('[title^="Set by"]').map(({ textContent }) => textContent)
  expect(variables.slice(0, 5)).toEqual([
    'OIDC_ISSUER',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
    'PUBLIC_URL',
    'OIDC_SCOPES',
  ])
  expect(variables).toHaveLength(15)
  await shown(page.getByRole('button', { name: 'Copy the redirect URI' }))
  expect(all('main :is(input, select)')).toEqual([])
  await expectAccessible()
  for (const width of [1024, 390, 320]) {
    await page.viewport(width, 844)
    await expect.poll(() => document.documentElement.scrollWidth).toBe(width)
    await expectAccessible()
  }
})

test('the provider is tested, and the answer is one sentence', async () => {
  answerSettings(replace, { login: SETTINGS })
  const results = [
    { ok: false, message: 'OIDC_ISSUER is A, but the provider calls itself B: set OIDC_ISSUER to this.' },
    { ok: true, message: 'The provider answered in 84 ms. It has a logout page.' },
  ]
  replace(/^POST \/login\/test$/, () => Response.json(results.shift()))
  await openScreen('/settings?section=login')
  await page.getByRole('button', { name: 'Test' }).click()
  await shown(page.getByText(/^OIDC_ISSUER is A/))
  await expectAccessible()
  await page.getByRole('button', { name: 'Test' }).click()
  await shown(page.getByText(/^The provider answered in 84 ms/))
  await gone(page.getByText(/^OIDC_ISSUER is A/))
})

test('an open console has a warning', async () => {
  answerSettings(replace, { login: { ...LOGIN, isOpen: true, hasPassword: false, canInvite: false } })
  await openScreen('/settings?section=login')
  await shown(page.getByText(/^This console is open/))
  await shown(page.getByText('0 methods on'))
  await expectAccessible()
})
