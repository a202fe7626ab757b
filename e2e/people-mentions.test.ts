// Two people and an issue: a mention in a note and an assignment are messages to the channel that the person
// chose, in the real console, with a real receiver.
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CreatedChannel } from '../contract/alerts.ts'
import type { IssuesAnswer } from '../contract/issues.ts'
import type { InviteLink, PersonNamesAnswer } from '../contract/people.ts'
import { AT_ONCE } from './testing/alerts.ts'
import { openScreen } from './testing/browser-session.ts'
import { send } from './testing/http.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'
import { exceptionLog } from './testing/telemetry.ts'
import { startWebhookReceiver, type WebhookReceiver } from './testing/webhook-receiver.ts'

const PASSWORD = 'correct horse battery'
const OWN_PASSWORD = 'a long password'

const { stack, browser } = startStackWithBrowser({ PASSWORD, ALERT_TARGETS: '127.0.0.1' })
let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver.close())

/** A page of its own context, whose cookie a login has set. */
async function logIn(body: Record<string, string>): Promise<Page> {
  const { page } = await openScreen(browser, `${stack.url}/login`)
  const answer = await page.request.post(`${stack.url}/login`, { data: body })
  expect(answer.status()).toBe(204)
  return page
}

async function ask<Answer>(page: Page, path: string, data?: object): Promise<Answer> {
  const answer = await page.request.fetch(`${stack.url}${path}`, data ? { method: 'POST', data } : {})
  expect([path, answer.ok()]).toEqual([path, true])
  return (await answer.json()) as Answer
}

async function join(owner: Page, name: string, services: string[]): Promise<Page> {
  const { url } = await ask<InviteLink>(owner, '/api/invites', { role: 'write', services })
  return logIn({ invite: url.split('#')[1]!, name, password: OWN_PASSWORD })
}

const messages = () => receiver.messages.map(({ type, data }) => [type, data.text.split('\n\n')[0]])

test('a mention and an assignment reach the person by the channel that they chose', async () => {
  await send(stack.url, exceptionLog({ message: 'the cart is empty', service: 'shop-web' }).body)
  const owner = await logIn({ password: PASSWORD })
  const { secret } = await ask<CreatedChannel>(owner, '/api/channels', {
    name: 'ada hook',
    kind: 'webhook',
    target: receiver.url,
    rules: [],
    ...AT_ONCE,
  })
  const ada = await join(owner, 'Ada Lovelace', ['*'])
  const sam = await join(owner, 'Sam', ['admin-*'])
  await ada.goto(`${stack.url}/settings?section=account`)
  await ada.getByRole('combobox', { name: 'Channel' }).selectOption('ada hook, Webhook')
  await ada.getByText('ada hook tells you from now on').waitFor()

  await owner.goto(`${stack.url}/`)
  await owner.getByRole('link', { name: /the cart is empty/ }).click()
  const note = owner.getByRole('textbox', { name: 'Note', exact: true })
  await note.pressSequentially('Ask @lov')
  await owner.getByRole('option', { name: 'Ada Lovelace', exact: true }).waitFor()
  expect(await owner.getByRole('option').count()).toBe(1)
  await owner.keyboard.press('Tab')
  await note.pressSequentially('about it, and @Sam')
  await owner.getByRole('textbox', { name: 'Your name' }).fill('Robin')
  await owner.getByRole('button', { name: 'Add note' }).click()
  await owner.locator('b', { hasText: '@Ada Lovelace' }).waitFor()
  await expect
    .poll(messages)
    .toEqual([['issue.mention', 'Robin mentioned Ada Lovelace in TypeError: the cart is empty']])
  const [mention] = receiver.messages
  expect(mention!.isSignedWith(secret!)).toBe(true)
  expect(mention!.data.text).toContain('Ask @Ada Lovelace about it, and @Sam')

  await ada.goto(mention!.data.url)
  const activity = ada.getByRole('listitem').filter({ hasText: 'Ask @Ada Lovelace about it' })
  await activity.locator('b', { hasText: '@Ada Lovelace' }).waitFor()
  expect(await activity.innerText()).toContain('Robin')
  expect(await activity.locator('b').count()).toBe(1)

  await owner.keyboard.press('a')
  await owner.getByRole('option', { name: 'me, Robin' }).waitFor()
  await owner.getByRole('combobox', { name: 'Assign to' }).fill('ada')
  await owner.keyboard.press('Enter')
  await expect
    .poll(messages)
    .toContainEqual(['issue.assigned', 'Robin assigned TypeError: the cart is empty to Ada Lovelace'])
  expect(messages()).toHaveLength(2)

  await ada.goto(`${stack.url}/`)
  await ada.getByRole('button', { name: 'Assigned to me' }).click()
  await ada.getByText('1 of 1 issues').waitFor()
  await owner.goto(`${stack.url}/?q=assignee%3Ame`)
  await owner.getByRole('button', { name: 'Assigned to me', pressed: true }).waitFor()
  const { issues } = await ask<IssuesAnswer>(owner, '/api/issues?q=assignee:me')
  expect(issues).toEqual([])
  const names = await ask<PersonNamesAnswer>(sam, '/api/people/names')
  expect(names).toEqual({ me: 'Sam', people: [], others: [] })
  for (const page of [owner, ada, sam]) await page.context().close()
})
