// The ticket of an issue: the form of a tracker opens filled in, and the address of the ticket is stored.
import { expect, test } from 'vitest'
import type { IssueAnswer } from '../contract/issues.ts'
import { openScreen } from './testing/browser-session.ts'
import { getJson } from './testing/http.ts'
import { startServer } from './testing/http-server.ts'
import { press, sendError } from './testing/issues.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'

const { stack, browser } = shareStackWithBrowser()

test('a form opens with title and Markdown, and the ticket is linked and undone', async () => {
  const requests: URL[] = []
  const tracker = await startServer((request, response) => {
    requests.push(new URL(request.url!, tracker.url))
    response.setHeader('content-type', 'text/html').end('<title>New issue</title>')
  })
  const message = 'no price & no "stock" #7'
  const id = await sendError(stack.url, 'TicketError', { service: 'ticket-shop', message })
  const { page, close } = await openScreen(browser, `${stack.url}/issues/${id}`)
  await press(page, 'T')
  await page.getByRole('button', { name: 'Set up tickets for ticket-shop…' }).click()
  await page.getByLabel('Template').fill(`${tracker.url}/new?title={title}&body={body}&for={service}`)
  await press(page, 'Tab', 'Tab', 'Tab', 'Enter')
  await page.getByText('Tickets for ticket-shop open 127.0.0.1').waitFor()
  await press(page, 'Enter')
  const [form] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: /^Create an issue in 127\.0\.0\.1/ }).click(),
  ])
  await expect.poll(() => form.title()).toBe('New issue')
  const { searchParams } = requests.find(({ pathname }) => pathname === '/new')!
  expect([searchParams.get('title'), searchParams.get('for')]).toEqual([
    `TicketError: ${message}`,
    'ticket-shop',
  ])
  const body = searchParams.get('body')
  expect(body).toMatch(new RegExp(`^${stack.url}/issues/${id}\n\nCode spans .+\n\n- Issue: \`${id}\``))
  await form.close()
  await page.getByLabel('Link a ticket').fill(`${tracker.url}/issues/214`)
  await press(page, 'Enter')
  await page.getByText('TicketError linked to #214').waitFor()
  const ticketOf = async () => (await getJson<IssueAnswer>(`${stack.url}/api/issues/${id}`)).issue.ticket
  await expect.poll(ticketOf).toBe(`${tracker.url}/issues/214`)
  await page.getByText(`linked to ${tracker.url}/issues/214`).waitFor()
  await page.goto(`${stack.url}/?service=ticket-shop`)
  await page.getByRole('link', { name: '#214' }).waitFor()
  await page.getByRole('link', { name: /TicketError/ }).click()
  await page.getByRole('link', { name: '#214' }).waitFor()
  await press(page, 'z')
  await page.getByText('Undone: TicketError linked to #214').waitFor()
  await expect.poll(ticketOf).toBeNull()
  await close()
  tracker.close()
})
