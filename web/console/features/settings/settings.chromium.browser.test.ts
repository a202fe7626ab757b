// The frame of the settings: which sections somebody sees, keys, and a store that does not answer.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerSettings, KAI, newToken, onlyRights } from '../people/testing/people-answers.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { all, expectAccessible, press, select, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'

const { requests, replace } = await playRecording('empty')

const navigation = () => page.getByRole('navigation', { name: 'Settings' })
const entries = () => all('a', navigation().element()).map(({ textContent }) => textContent.trim())

test('an admin sees all sections with counts; keys go through them', async () => {
  answerSettings(replace, { tokens: [newToken('ci', null)] })
  replace(/^\/api\/sessions$/, () => Response.json({ sessions: [] }))
  const screen = await openScreen('/settings')
  await expect
    .poll(entries)
    .toEqual([
      'Account, sessions',
      'People 4',
      'Log-in',
      'API tokens 1',
      'Services',
      'Privacy',
      'Data',
      'Audit log',
    ])
  await shown(page.getByRole('heading', { name: 'People' }))
  await press(']')
  await shown(page.getByRole('heading', { name: 'Log-in' }))
  await press('[[', '[[')
  await shown(page.getByRole('heading', { name: 'Account' }))
  expect(screen.query('section')).toBe('account')
  await expect.poll(() => document.title).toBe('Account, sessions · Errata')
})

test.each([
  ['another role', onlyRights('write', ['*'])],
  ['some services', onlyRights('admin', ['shop'])],
] as const)('%s: only what they may use', async (_name, rights) => {
  answerSettings(replace, { me: { ...KAI, ...rights } })
  replace(/^\/api\/sessions$/, () => Response.json({ sessions: [] }))
  await openScreen('/settings')
  await expect.poll(entries).toEqual(['Account, sessions', 'API tokens', 'Services'])
  await shown(page.getByRole('heading', { name: 'Account' }))
  await openScreen('/settings?section=people')
  await shown(page.getByText('Only an admin of all services may open this section.'))
  expect(requests.filter((request) => /people|login|audit/.test(request))).toEqual([])
  await expectAccessible()
})

test('on a narrow screen the entries are a row, which shows the current one', async () => {
  answerSettings(replace)
  replace(/^\/api\/audit/, () => Response.json({ entries: [], nextCursor: null }))
  await openScreen('/settings?section=audit', { width: 390, height: 844 })
  const current = await shown(navigation().getByRole('link', { name: 'Audit log' }))
  await expect.poll(() => current.getBoundingClientRect().right).toBeLessThanOrEqual(390)
  expect(current.getBoundingClientRect().left).toBeGreaterThan(0)
  await expectAccessible()
})

test('a store that does not answer is reported, and the section recovers', async () => {
  let isDown = true
  answerSettings(replace)
  const refuse = () => Response.json({ detail: 'The store does not answer.' }, { status: 503 })
  replace(/^\/api\/people$/, () => (isDown ? refuse() : Response.json({ people: [], invites: [] })))
  await openScreen('/settings?section=people')
  const retry = page.getByRole('button', { name: 'Try again' })
  await shown(retry)
  await expectAccessible()
  isDown = false
  await retry.click()
  await shown(page.getByText(/^Nobody has a name here yet/))
  await select('#settings-new')
})

test('a section whose answer is old has one notice', async () => {
  answerSettings(replace, { tokens: [newToken('ci', null)] })
  await openScreen('/settings?section=tokens')
  await page.getByRole('button', { name: 'Revoke ci' }).click()
  const refuse = () => Response.json({ detail: 'The store does not answer.' }, { status: 503 })
  for (const path of [/^DELETE /, /^\/api\/me$/, /^\/api\/tokens$/]) replace(path, refuse)
  const readings = () => requests.filter((request) => request === '/api/me').length
  const before = readings()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect.poll(readings).toBeGreaterThan(before)
  await shown(page.getByText(/The data shown is/).first())
  expect(page.getByText(/The data shown is/).elements()).toHaveLength(1)
  await expectAccessible()
})

test('an admin of some services opens the forms of these alone', async () => {
  const rights = [
    { role: 'admin' as const, services: ['shop-*'] },
    { role: 'read' as const, services: ['*'] },
  ]
  answerSettings(replace, { me: { ...KAI, services: ['*'], rights } })
  const services = ['shop-web', 'postgres'].map((service) => ({
    service,
    lastSeen: '2026-11-20T10:00:00Z',
    owners: [],
    repository: null,
    ticketTemplate: null,
    channel: null,
  }))
  replace(/^\/api\/service-settings$/, () => Response.json({ services, channels: [] }))
  await openScreen('/settings?section=services')
  await shown(page.getByRole('button', { name: 'shop-web' }))
  await shown(page.getByText('postgres'))
  expect(page.getByRole('button', { name: 'postgres' }).elements()).toEqual([])
})
