// The settings of the console with several browsers: an invite, a role, a token and a session, from the click
// to what they change at once, and the audit log of all of it.
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import type { AuditExport } from '../contract/people.ts'
import type { openBrowser } from './testing/browser-session.ts'
import { post } from './testing/http.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'
import { exceptionLog } from './testing/telemetry.ts'

const [OWNER_PASSWORD, PASSWORD] = ['correct horse battery', 'twelve characters']

const { stack, browser } = startStackWithBrowser({ PASSWORD: OWNER_PASSWORD })
/** Of the owner, of Ada in her first browser, and of Ada in a second one. */
let owner: Page
let ada: Page
let second: Page

type View = Awaited<ReturnType<Awaited<ReturnType<typeof openBrowser>>['open']>>

async function open(path: string): Promise<Page> {
  const { page }: View = await browser.open(stack.url + path)
  return page
}

/** Statuses of the API for the session of a page. */
function statusOf(page: Page, path: string, method = 'GET', body?: object): Promise<number> {
  return page.evaluate(
    async ([address, verb, text]) => {
      const headers = { 'content-type': 'application/json' }
      const request = { method: verb, ...(text !== undefined && { headers, body: text }) }
      return (await fetch(address, request)).status
    },
    [path, method, body && JSON.stringify(body)] as [string, string, string | undefined],
  )
}

/** The path of its link. */
function newInvite(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ role: 'read', services: ['*'] })
    const answer = await fetch('/api/invites', { method: 'POST', headers, body })
    return ((await answer.json()) as { url: string }).url
  })
}

async function logIn(page: Page, password: string, name?: string): Promise<void> {
  if (name !== undefined) await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
}

const openSettings = (page: Page, section: string) => page.goto(`${stack.url}/settings?section=${section}`)
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

beforeAll(async () => {
  for (const service of ['shop-web', 'admin-web'])
    await post(`${stack.url}/monitoring`, exceptionLog({ message: `${service} failed`, service }).body)
})

test('an invite is accepted in another browser, and works once', async () => {
  owner = await open('/settings')
  await owner.waitForURL(/\/login\?next=/)
  await logIn(owner, OWNER_PASSWORD)
  // Back to where the login began.
  await owner.getByRole('heading', { name: 'People' }).waitFor()
  await owner.getByRole('button', { name: 'Invite' }).waitFor()
  await owner.keyboard.press('n')
  await owner.getByRole('button', { name: /^Services/ }).click()
  await owner.getByRole('group', { name: 'Services' }).getByRole('textbox').fill('shop-*')
  await owner.keyboard.press('Enter')
  await owner.keyboard.press('Escape')
  await owner.getByRole('button', { name: 'Make a link' }).click()
  const link = await owner.getByText('/invite#').textContent()

  const path = link!.slice(stack.url.length)
  ada = await open(path)
  await ada.getByText('The owner of this installation invites you. You will see shop-*').waitFor()
  await ada.getByLabel('Your name').fill('Ada <b>')
  await ada.getByLabel('Password').fill(PASSWORD)
  await ada.getByRole('button', { name: 'Accept and log in' }).click()
  await ada.getByText('shop-web failed').waitFor()
  expect(await ada.getByText('admin-web failed').count()).toBe(0)

  const other = await open(path)
  await other.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  // A new link in the same tab: the browser loads nothing.
  await other.goto(stack.url + (await newInvite(owner)))
  await other.getByRole('heading', { name: 'Welcome to Errata' }).waitFor()
  await other.context().close()
})

test('a role that changes ends the session, and the next one has it', async () => {
  await openSettings(ada, 'people')
  await ada.getByText('Only an admin of all services may open this section.').waitFor()
  expect(await statusOf(ada, '/api/searches', 'POST', {})).toBe(400)
  await openSettings(owner, 'people')
  await owner.getByRole('combobox', { name: 'Role of Ada <b>' }).selectOption('read')
  await owner.getByText('Ada <b> logs in again with the new rights').waitFor()
  expect(await statusOf(ada, '/api/me')).toBe(401)
  await ada.reload()
  await ada.waitForURL(/\/login\?next=/)
  await ada.getByRole('heading', { name: 'Your session has ended' }).waitFor()
  await logIn(ada, PASSWORD, 'Ada <b>')
  await ada.waitForURL(/\/settings/)
  await ada.getByText('Only an admin of all services may open this section.').waitFor()
  expect(await statusOf(ada, '/api/searches', 'POST', {})).toBe(403)
})

test('a token is made, used, and revoked at once', async () => {
  await openSettings(ada, 'tokens')
  await ada.getByRole('button', { name: 'New token' }).click()
  await ada.getByRole('textbox', { name: 'Name', exact: true }).fill('dashboard')
  await ada.getByRole('button', { name: 'Make it' }).click()
  const token = await ada.getByText(/^errata_\w{36}$/).textContent()
  const use = async () =>
    (await fetch(`${stack.url}/api/issues`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await use()).toBe(200)
  await ada.reload()
  await rowOf(ada, 'dashboard').getByText('from 127.0.0.1').waitFor()
  expect(await ada.getByText(token!).count()).toBe(0)
  await ada.getByRole('button', { name: 'Revoke dashboard' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await ada.getByText('dashboard is revoked').waitFor()
  expect(await use()).toBe(401)
})

test('a session is ended from the other browser', async () => {
  second = await open('/login')
  await logIn(second, PASSWORD, 'ada <B>')
  await second.getByText('shop-web failed').waitFor()
  await openSettings(second, 'account')
  await second.getByRole('button', { name: 'End', exact: true }).click()
  await second.getByText('The session has ended').waitFor()
  expect([await statusOf(ada, '/api/me'), await statusOf(second, '/api/me')]).toEqual([401, 200])
  await second.getByRole('button', { name: 'Log out' }).click()
  await second.waitForURL(/\/login$/)
  expect(await statusOf(second, '/api/me')).toBe(401)
})

test('an access is ended, and the audit log has all of it', async () => {
  await openSettings(owner, 'people')
  await owner.getByRole('button', { name: 'End access of Ada <b>' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'End access' }).click()
  await owner.getByText('Ada <b> has no access any more').waitFor()
  await owner.getByText('0 people, 1 invited').waitFor()
  await openSettings(owner, 'audit')
  await rowOf(owner, 'ended the access of Ada <b>').waitFor()
  await rowOf(owner, 'changed the rights of Ada <b>')
    .getByText('rights: write: shop-* → read: shop-*')
    .waitFor()
  const download = owner.waitForEvent('download')
  await owner.getByRole('link', { name: 'Export all' }).click()
  const stream = await (await download).createReadStream()
  const text = Buffer.concat(await stream.toArray()).toString()
  const { entries } = JSON.parse(text) as AuditExport
  // The launcher uploads the source maps of the demo.
  const ofPeople = entries.filter(({ act }) => act !== 'maps.uploaded')
  expect(ofPeople.map(({ act, by }) => [act, by])).toEqual([
    ['audit.exported', ''],
    ['person.removed', ''],
    ['logout', 'Ada <b>'],
    ['session.ended', 'Ada <b>'],
    ['login', 'Ada <b>'],
    ['token.revoked', 'Ada <b>'],
    ['token.created', 'Ada <b>'],
    ['login', 'Ada <b>'],
    ['person.changed', ''],
    ['invite.created', ''],
    ['login', 'Ada <b>'],
    ['invite.accepted', 'Ada <b>'],
    ['invite.created', ''],
    ['login', ''],
  ])
  expect(text).not.toMatch(new RegExp(`${PASSWORD}|${OWNER_PASSWORD}|errata_`))
})

test('after ten wrong passwords the browser has to wait', async () => {
  const page = await open('/login')
  const attempts = async () => {
    await logIn(page, 'a wrong password')
    return page.getByRole('alert').textContent()
  }
  await expect.poll(attempts).toBe('Too many attempts. Wait a minute')
  await page.context().close()
})
