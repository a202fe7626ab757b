// People, tokens and sessions in the settings: what is shown, what is sent, and what is shown once.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'
import { all, expectAccessible, gone, press, select, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'
import {
  answerSettings,
  KAI,
  LOGIN,
  LONG_NAME,
  newInvite,
  newSession,
  newToken,
  onlyRights,
  PEOPLE,
  TWO_RIGHTS,
} from './testing/people-answers.ts'

const { requests, replace } = await playRecording('empty')
const changes = () => requests.filter((request) => /^(POST|PATCH|DELETE) /.test(request))
/** Of a table, by the name that it begins with. */
const row = (name: string) => page.getByRole('row').filter({ has: page.getByText(name) })
const textOf = (name: string) => row(name).element().textContent

test.each(['light', 'dark'] as const)('people with long and hostile names fit, %s', async (theme) => {
  answerSettings(replace, { invites: [newInvite()] })
  await openScreen('/settings?section=people', { theme })
  await shown(row('Lena Marek'))
  await expect.poll(() => document.title).toBe('People · Errata')
  expect(all('tbody tr').map((each) => each.querySelector('b')?.textContent)).toEqual([
    'Kai Voss you',
    'Lena Marek',
    '<b>Mark</b>',
    LONG_NAME,
    'Invited',
  ])
  expect(textOf('Lena Marek')).toMatch(/lena@shop\.example.*shoppay.*id\.shop\.example–/)
  expect(textOf('<b>Mark</b>')).toContain('and 1 more')
  // Names of services have a gap between them.
  const [first, second] = all('.service', row('Lena Marek').element()).map((each) =>
    each.getBoundingClientRect(),
  )
  expect(second!.left - first!.right).toBeGreaterThan(8)
  await expectAccessible()
  for (const width of [1024, 390, 320]) {
    await page.viewport(width, 844)
    await expect.poll(() => document.documentElement.scrollWidth).toBe(width)
    await expectAccessible()
  }
})

test('a role changes in place; nobody changes their own', async () => {
  answerSettings(replace)
  replace(/^PATCH \/api\/people\/lena$/, () => Response.json(PEOPLE[1]))
  await openScreen('/settings?section=people')
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Role of Lena Marek' }), 'read')
  await shown(page.getByText('Lena Marek logs in again with the new rights'))
  expect(changes()).toEqual(['PATCH /api/people/lena'])
  expect(row('Kai Voss').getByRole('combobox').elements()).toEqual([])
  expect(row('Kai Voss').getByRole('button').elements()).toEqual([])
})

test('services change in place, by the names that there are or a pattern', async () => {
  answerSettings(replace)
  replace(/^\/api\/services$/, () =>
    Response.json({ services: [{ name: 'admin', lastSeen: '' }], environments: [] }),
  )
  let sent: unknown
  replace(/^PATCH /, () => Response.json(PEOPLE[1]))
  const send = globalThis.fetch
  globalThis.fetch = (input, init) => {
    if (init?.method === 'PATCH') sent = JSON.parse(init.body as string)
    return send(input, init)
  }
  await openScreen('/settings?section=people')
  await page.getByRole('button', { name: /^Services of Lena Marek/ }).click()
  const group = page.getByRole('group', { name: 'Services of Lena Marek' })
  await group.getByRole('checkbox', { name: 'admin' }).click()
  await group.getByRole('checkbox', { name: 'pay' }).click()
  await userEvent.fill(group.getByRole('textbox'), 'web-*')
  await press('{Enter}')
  expect(changes()).toEqual([])
  await press('{Escape}')
  await expect.poll(() => sent).toEqual({ services: ['shop', 'admin', 'web-*'] })
})

test('an invite opens in the section; its link is shown once', async () => {
  answerSettings(replace)
  const link = { id: 'i', url: '/invite#a-secret', expires: newInvite().expires, mailProblem: null }
  replace(/^POST \/api\/invites$/, () => Response.json(link, { status: 201 }))
  await openScreen('/settings?section=people')
  await shown(row('Kai Voss'))
  await press('n')
  const form = page.getByRole('form', { name: 'Invite one person' })
  await shown(form)
  expect(document.activeElement).toBe(form.getByRole('combobox', { name: 'Role' }).element())
  await expectAccessible()
  await page.viewport(390, 844)
  await expectAccessible()
  await form.getByRole('button', { name: 'Make a link' }).click()
  await shown(page.getByText(`${location.origin}/invite#a-secret`))
  await gone(form)
  await expectAccessible()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await gone(page.getByText(/a-secret/))
})

test.each([
  [null, 'The link is sent to ines@shop.example'],
  ['no such mailbox', 'The mail was not sent: no such mailbox'],
])('an invite is sent by mail where there is a server, and its problem is %j', async (mailProblem, text) => {
  answerSettings(replace, { canMail: true, invites: [{ ...newInvite(), email: 'ines@shop.example' }] })
  const link = { id: 'i', url: '/invite#a-secret', expires: newInvite().expires, mailProblem }
  replace(/^POST \/api\/invites$/, () => Response.json(link, { status: 201 }))
  await openScreen('/settings?section=people')
  await shown(row('ines@shop.example'))
  await press('n')
  await page.getByLabelText('E-mail, if it is to be sent').fill('ines@shop.example')
  await expectAccessible()
  await page.getByRole('button', { name: 'Send the invite' }).click()
  await shown(page.getByText(text))
  await shown(page.getByText(`${location.origin}/invite#a-secret`))
  await page.viewport(390, 844)
  await expectAccessible()
})

test('Escape closes the form of an invite; an invite is withdrawn', async () => {
  answerSettings(replace, { invites: [newInvite()] })
  replace(/^DELETE /, () => new Response(null, { status: 204 }))
  await openScreen('/settings?section=people')
  await page.getByRole('button', { name: 'Invite' }).click()
  await press('{Escape}')
  await gone(page.getByRole('form'))
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await shown(page.getByText('The invite was withdrawn'))
  expect(changes()).toEqual(['DELETE /api/invites/invite'])
})

test('the end of an access is confirmed, and a refusal is reported', async () => {
  answerSettings(replace)
  const detail = 'This is the last admin: give the role admin to somebody else first.'
  replace(/^DELETE /, () => Response.json({ status: 409, detail }, { status: 409 }))
  await openScreen('/settings?section=people')
  await page.getByRole('button', { name: 'End access of Lena Marek' }).click()
  const dialog = page.getByRole('dialog', { name: 'End access' })
  // Somebody whom a provider knows comes back unless its settings refuse them.
  expect((await shown(dialog)).textContent).toMatch(/Lena Marek end at once.*can log in again/)
  expect(getComputedStyle(dialog.element()).textAlign).toBe('start')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(changes()).toEqual([])
  await page.getByRole('button', { name: 'End access of Lena Marek' }).click()
  await dialog.getByRole('button', { name: 'End access' }).click()
  await shown(page.getByText(`The access was not ended: ${detail}`))
})

test('without a login nobody can be invited, and the section says what to set', async () => {
  const me = { ...KAI, name: '', method: 'open' as const }
  answerSettings(replace, { me, people: [], login: { ...LOGIN, isOpen: true, canInvite: false } })
  await openScreen('/settings?section=people')
  await shown(page.getByText(/^This console has no login/))
  await shown(page.getByText(/^Nobody has a name here yet/))
  expect(page.getByRole('button', { name: 'Invite' }).elements()).toEqual([])
})

test.each(['light', 'dark'] as const)('tokens have a warning before they expire, %s', async (theme) => {
  const used = { lastUsed: { day: '2026-11-20', address: '203.0.113.0' }, by: '', scope: 'read' as const }
  const tokens = [
    newToken('Lena’s <i>', 4, used),
    newToken('bot', 300),
    newToken('old', -2),
    newToken('ci', null),
  ]
  answerSettings(replace, { tokens })
  await openScreen('/settings?section=tokens', { theme })
  await shown(row('bot'))
  expect(textOf('Lena’s <i>')).toMatch(/the owner.*20 Novfrom 203\.0\.113\.0.*in 4 d/)
  expect(textOf('bot')).toMatch(/ 20\d\dRevoke$/)
  expect([textOf('old'), textOf('ci')]).toEqual([
    expect.stringMatching(/expiredRevoke$/),
    expect.stringMatching(/neverRevoke$/),
  ])
  await shown(page.getByText('3 in use, 1 expires within 7 days'))
  await expectAccessible()
  for (const width of [1024, 390, 320]) {
    await page.viewport(width, 844)
    await expect.poll(() => document.documentElement.scrollWidth).toBe(width)
    await expectAccessible()
  }
})

test('a token is made for a year, or 90 days where it may write, and is shown once', async () => {
  answerSettings(replace)
  const created = {
    ...newToken('bot', 90),
    scope: 'write',
    token: 'errata_0123456789abcdefghijklmnopqrstuvwxyz',
  }
  replace(/^POST \/api\/tokens$/, () => Response.json(created, { status: 201 }))
  await openScreen('/settings?section=tokens')
  await shown(page.getByText(/^A token lets a program use the API/))
  await press('n')
  const expires = page.getByRole('combobox', { name: 'Expires' })
  await expect.element(expires).toHaveDisplayValue('in a year')
  await expectAccessible()
  await page.getByRole('radio', { name: 'write' }).click({ force: true })
  await expect.element(expires).toHaveDisplayValue('in 90 days')
  await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'bot')
  await page.getByRole('button', { name: 'Make it' }).click()
  await shown(page.getByText(created.token))
  await shown(page.getByText(/ Its scope is write, and it expires on \d/))
  await expectAccessible()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await gone(page.getByText(created.token))
})

test('somebody who reads makes tokens that read', async () => {
  answerSettings(replace, { me: { ...KAI, ...onlyRights('read', ['shop']) } })
  await openScreen('/settings?section=tokens')
  await page.getByRole('button', { name: 'New token' }).click()
  expect(all('[type=radio]')).toHaveLength(1)
})

test('a token is revoked after a confirmation', async () => {
  answerSettings(replace, { tokens: [newToken('bot', 300)] })
  replace(/^DELETE /, () => new Response(null, { status: 204 }))
  await openScreen('/settings?section=tokens')
  await page.getByRole('button', { name: 'Revoke bot' }).click()
  await page.getByRole('dialog', { name: 'Revoke the token' }).getByRole('button', { name: 'Revoke' }).click()
  await shown(page.getByText('bot is revoked'))
  expect(changes()).toEqual(['DELETE /api/tokens/bot'])
})

test('the account ends one session, and all others', async () => {
  answerSettings(replace, { me: { ...KAI, ...onlyRights('read', ['shop', 'pay']) } })
  const sessions = [newSession('one', true), newSession('two', false), newSession('three', false)]
  replace(/^\/api\/sessions$/, () => Response.json({ sessions }))
  replace(/^DELETE /, () => new Response(null, { status: 204 }))
  await openScreen('/settings')
  await shown(page.getByText('this one'))
  expect((await select('dl')).textContent).toMatch(/Role.*read.*shoppay.*name and password/)
  await expectAccessible()
  await page.viewport(390, 844)
  await expectAccessible()
  await page.getByRole('button', { name: 'End' }).first().click()
  await page.getByRole('button', { name: 'End the 2 others' }).click()
  await expect.poll(changes).toEqual(['DELETE /api/sessions/two', 'DELETE /api/sessions?others=1'])
  await shown(page.getByRole('button', { name: 'Log out' }))
})

test('somebody in two groups has two roles, which the provider gives', async () => {
  const people = [
    { ...PEOPLE[1]!, ...TWO_RIGHTS },
    { ...PEOPLE[0]!, ...TWO_RIGHTS },
  ]
  answerSettings(replace, { people, me: { ...KAI, ...TWO_RIGHTS } })
  replace(/^\/api\/sessions$/, () => Response.json({ sessions: [] }))
  await openScreen('/settings?section=account')
  expect((await select('dl')).textContent).toMatch(/Roles.*write shoppay.*read all services/)
  answerSettings(replace, { people })
  await openScreen('/settings?section=people')
  await shown(row('Lena Marek'))
  expect(textOf('Lena Marek')).toMatch(/write shoppay.*read all services/)
  expect(row('Lena Marek').getByRole('combobox').elements()).toEqual([])
  await expectAccessible()
  await page.viewport(390, 844)
  await expectAccessible()
})

test('without a login there is no session to end', async () => {
  answerSettings(replace, { me: { ...KAI, name: '', method: 'open' } })
  replace(/^\/api\/sessions$/, () => Response.json({ sessions: [] }))
  await openScreen('/settings?section=account')
  await shown(page.getByText(/^You use the console without a login/))
  expect(page.getByRole('button', { name: 'Log out' }).elements()).toEqual([])
})
