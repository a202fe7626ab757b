// Tickets of an issue: the form of the tracker filled in, the link, and the set-up.
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { IssueAnswer, IssuesAnswer } from '../../../../contract/issues.ts'
import type { TicketTemplate } from '../../../../contract/tickets.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { expectAccessible, gone, press, select, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'

const { data, requests, replace } = await playRecording('day')
const { issue } = data as { issue: string }

const TICKET = 'https://github.com/O/R/issues/214'
const FORM = 'https://github.com/O/R/issues/new?title={title}&body={body}&labels={service}'

let templates: TicketTemplate[] = []
let ticket: string | null = null

const menu = () => page.getByRole('dialog', { name: 'Ticket' })
const setup = () => page.getByRole('dialog', { name: /^Tickets for / })
const field = () => menu().getByRole('textbox')

beforeEach(() => {
  templates = [{ service: '', url: FORM }]
  ticket = null
  replace(/^\/api\/ticket-templates$/, () => Response.json({ templates }))
  replace(/^\/api\/issues\/\w+\.md$/, () => new Response('# Title\n\n- Issue: x\n'))
  replace(/^\/api\/issues\/\w+\?/, async (recorded) => {
    const answer = (await (await recorded()).json()) as IssueAnswer
    return Response.json({ ...answer, issue: { ...answer.issue, ticket } })
  })
  replace(/^PATCH \/api\/issues$/, () => Response.json({ issues: [], changed: 1, change: 'c' }))
})

test('T opens a menu with a link to the form of the tracker; then the address is pasted', async () => {
  await openScreen(issue)
  await shown(page.getByRole('heading', { name: /Stack trace/ }))
  await press('T')
  const link = await shown(menu().getByRole('link', { name: 'Create an issue in GitHub' }))
  const form = new URL(link.getAttribute('href')!)
  expect(form.pathname).toBe('/O/R/issues/new')
  expect(form.searchParams.get('title')).toMatch(/^\w*Error: .+/)
  expect(form.searchParams.get('body')).toBe(`${location.origin}${issue.split('?')[0]}\n\n- Issue: x\n`)
  expect(form.searchParams.get('labels')).toMatch(/^(shop|admin)$/)
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noreferrer'])
  expect(document.activeElement).toBe(link)
  await expectAccessible()
  ticket = TICKET
  await userEvent.fill(field(), 'javascript:alert(1)')
  await press('{Enter}')
  expect(requests.filter((request) => request.startsWith('PATCH'))).toEqual([])
  await userEvent.fill(field(), TICKET)
  await press('{Enter}')
  await shown(page.getByText(/^\w*Error linked to #214$/))
  const shownLink = await shown(page.getByRole('link', { name: '#214' }))
  expect(shownLink.getAttribute('href')).toBe(TICKET)
  await gone(menu())
})

test('a linked ticket is unlinked, and is in the list', async () => {
  ticket = TICKET
  replace(/^\/api\/issues\?/, async (recorded) => {
    const answer = (await (await recorded()).json()) as IssuesAnswer
    const issues = answer.issues.map((row, index) => (index === 0 ? { ...row, ticket } : row))
    return Response.json({ ...answer, issues })
  })
  await openScreen('/')
  const link = await select('main table a[href="https://github.com/O/R/issues/214"]')
  expect(link.textContent).toBe('#214')
  await expectAccessible()
  await openScreen(issue, { width: 390, theme: 'dark' })
  await shown(page.getByRole('link', { name: '#214' }))
  await page.getByRole('button', { name: 'Ticket' }).click()
  await shown(menu())
  expect(field().element()).toHaveProperty('value', TICKET)
  await expectAccessible()
  ticket = null
  await menu().getByRole('button', { name: 'Unlink' }).click()
  await shown(page.getByText(/Error unlinked from its ticket$/))
  await gone(page.getByRole('link', { name: '#214' }))
})

test('without a template, the set-up makes one from the address of a repository', async () => {
  templates = []
  replace(/^PUT \/api\/ticket-templates$/, () => {
    templates = [{ service: '', url: FORM }]
    return Response.json({ templates })
  })
  await openScreen(issue, { width: 390 })
  await page.getByRole('button', { name: 'Ticket' }).click()
  await menu()
    .getByRole('button', { name: /^Set up tickets for / })
    .click()
  await shown(setup())
  const address = setup().getByRole('textbox', { name: 'Tracker and the address of your project' })
  await expect.poll(() => document.activeElement).toBe(address.element())
  await userEvent.fill(address, 'https://gitlab.com/g/p')
  const template = setup().getByRole('textbox', { name: 'Template' })
  await expect
    .element(template)
    .toHaveValue('https://gitlab.com/g/p/-/issues/new?issue[title]={title}&issue[description]={body}')
  await expect.element(setup().getByRole('combobox', { name: 'Tracker' })).toHaveValue('gitlab')
  await expectAccessible()
  await setup().getByRole('combobox', { name: 'For' }).selectOptions('')
  await setup().getByRole('button', { name: 'Save' }).click()
  await shown(page.getByText('Tickets for all services open GitLab'))
  await gone(setup())
  expect(document.activeElement?.id).toBe('page-ticket-button')
  await press('{Enter}')
  await shown(menu().getByRole('link', { name: 'Create an issue in GitHub' }))
})

test('a template that the store refuses is named, and a store that is down', async () => {
  const detail = 'url has the unknown placeholder {titel}.'
  replace(/^PUT \/api\/ticket-templates$/, () => Response.json({ detail }, { status: 400 }))
  await openScreen(issue)
  await page.getByRole('button', { name: 'Ticket' }).click()
  await menu()
    .getByRole('button', { name: /^Set up tickets for / })
    .click()
  await userEvent.fill(setup().getByRole('textbox', { name: 'Template' }), 'https://t.example/{titel}')
  await setup().getByRole('button', { name: 'Save' }).click()
  await shown(setup().getByText(`The template was not saved: ${detail}`))
  await setup().getByRole('button', { name: 'Cancel' }).click()
  replace(/^\/api\/ticket-templates$/, () => Response.json({ detail: 'Starting.' }, { status: 503 }))
  replace(/^\/health/, async (recorded) => {
    const health = (await (await recorded()).json()) as object
    return Response.json({ ...health, status: 'degraded', store: 'down' })
  })
  await openScreen(issue)
  await page.getByRole('button', { name: 'Ticket' }).click()
  await shown(menu().getByText('The store does not answer'))
  await shown(field())
})
