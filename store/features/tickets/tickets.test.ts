// Templates of tickets by service, and the ticket of an issue.
import { expect, test } from 'vitest'
import type { IssueAnswer, ChangedAnswer } from '../../../contract/issues.ts'
import type { TicketTemplatesAnswer } from '../../../contract/tickets.ts'
import { listIssues, readIssue, sendException } from '../../testing/issues.ts'
import { newName, sharedStore } from '../../testing/suite.ts'

const GITHUB = 'https://github.com/O/R/issues/new?title={title}&body={body}'
const TICKET = 'https://github.com/O/R/issues/214'

const store = sharedStore()

type Answer = TicketTemplatesAnswer & { detail: string }
const setTemplate = (body: object) =>
  store.ask<Answer>('/api/ticket-templates', { method: 'PUT', body: JSON.stringify(body) })

async function templateOf(service: string): Promise<string | undefined> {
  const { templates } = await store.read<TicketTemplatesAnswer>('/api/ticket-templates')
  return templates.find((template) => template.service === service)?.url
}

test('a template is set, replaced and removed by service', async () => {
  const service = newName()
  const { status, body } = await setTemplate({ service, url: ` ${GITHUB} ` })
  expect([status, body.templates.find((template) => template.service === service)]).toEqual([
    200,
    { service, url: GITHUB },
  ])
  await setTemplate({ service: '', url: 'http://tracker.internal/new#{link}' })
  await setTemplate({ service, url: 'https://linear.app/new?title={title}' })
  expect([await templateOf(service), await templateOf('')]).toEqual([
    'https://linear.app/new?title={title}',
    'http://tracker.internal/new#{link}',
  ])
  await setTemplate({ service, url: null })
  expect(await templateOf(service)).toBeUndefined()
})

test.each([
  ['service must be', { url: GITHUB }],
  ['url must be null or', { service: 's' }],
  ['url must be null or', { service: 's', url: `https://t.example/${'a'.repeat(2_000)}` }],
  ['address of http or https', { service: 's', url: 'javascript:alert({title})' }],
  ['address of http or https', { service: 's', url: 'github.com/O/R' }],
  ['user name or a password', { service: 's', url: 'https://me:secret@t.example/{title}' }],
  ['unknown placeholder {titel}', { service: 's', url: 'https://t.example/?a={titel}' }],
  ['behind the host', { service: 's', url: 'https://{service}.example/' }],
])('%s: a template that opens no form is refused', async (detail, body) => {
  const answer = await setTemplate(body)
  expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining(detail)])
})

test('an issue has the address of its ticket, in the list, its page and its activity', async () => {
  const service = newName()
  const id = await sendException(store, { service, type: 'A', message: 'a' })
  expect((await readIssue(store, id)).issue.ticket).toBeNull()
  const { body } = await store.patch<ChangedAnswer>('/api/issues', { ids: [id], ticket: ` ${TICKET}` })
  const { issues } = await listIssues(store, `service=${service}`)
  expect(issues.map(({ ticket, status }) => [ticket, status])).toEqual([[TICKET, 'new']])
  const read = async () => {
    const { issue, activity } = await store.read<IssueAnswer>(`/api/issues/${id}`)
    return [issue.ticket, activity[0]?.change]
  }
  expect(await read()).toEqual([TICKET, `linked to ${TICKET}`])
  expect(await (await fetch(`${store.url}/api/issues/${id}.md`)).text()).toContain(`- Ticket: \`${TICKET}\``)
  await store.patch(`/api/issues/${id}`, { ticket: 'https://github.com/O/R/issues/215' })
  await store.patch(`/api/issues/${id}`, { ticket: null })
  expect(await read()).toEqual([null, 'unlinked from its ticket'])
  const undone = await store.patch<ChangedAnswer>('/api/issues', { ids: [id], ticket: 'http://t.example/5' })
  await store.post(`/api/changes/${undone.body.change}/undo`, {})
  await store.post(`/api/changes/${body.change}/undo`, {})
  expect((await readIssue(store, id)).issue.ticket).toBeNull()
})

test.each([
  '',
  'SHOP-12',
  'javascript:alert(1)',
  'https://a:b@t.example/1',
  `https://t.example/${'a'.repeat(2_000)}`,
  7,
])('the ticket %j is refused', async (ticket) => {
  const id = await sendException(store, { service: newName(), type: 'B', message: 'b' })
  const { status, body } = await store.patch<{ detail: string }>(`/api/issues/${id}`, { ticket })
  expect([status, body.detail]).toEqual([400, expect.stringMatching(/^ticket must be null or an address/)])
})
