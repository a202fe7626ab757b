// What somebody sees who may not change an issue, or not every one: no control that the store refuses.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Issue, IssueAnswer, IssuesAnswer } from '../../../../contract/issues.ts'
import type { Me, Rights } from '../../../../contract/people.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { all, expectAccessible, gone, press, select, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'

const recording = await playRecording('day')
const { issue } = recording.data as { issue: string }

function logInAs(...rights: Rights[]): void {
  const services = [...new Set(rights.flatMap((each) => each.services))]
  const me: Me = { name: 'Lena', email: null, method: 'invite', role: rights[0]!.role, services, rights }
  recording.replace(/^\/api\/me$/, () => Response.json(me))
}

/** Changes the recorded answers about issues. */
function withIssues(change: (issue: Issue, index: number) => Issue): void {
  recording.replace(/^\/api\/issues\?/, async (recorded) => {
    const answer = (await (await recorded()).json()) as IssuesAnswer
    return Response.json({ ...answer, issues: answer.issues.map(change) })
  })
  recording.replace(new RegExp(`^/api${issue}\\?`), async (recorded) => {
    const answer = (await (await recorded()).json()) as IssueAnswer
    return Response.json({ ...answer, issue: change(answer.issue, 0) })
  })
}

const changes = () =>
  recording.requests.filter((request) => /^(PATCH|POST|DELETE) \/api\/issues/.test(request))
const boxes = () => all('#root table input[type=checkbox]')
/** The actions of the palette. */
async function actions(): Promise<string[]> {
  await press('{Control>}k{/Control}')
  await select('[popover]:popover-open [role=option]')
  const labels = all('[popover]:popover-open [role=option]').map(({ textContent }) => textContent)
  await press('{Escape}')
  return labels
}

test('a reader selects no issue, and no key changes one', async () => {
  logInAs({ role: 'read', services: ['*'] })
  const screen = await openScreen('/')
  await select('tr[data-row]')
  await gone(page.getByRole('checkbox', { name: 'Select all shown' }))
  expect(boxes()).toEqual([])
  await screen.settled()
  for (const key of ['j', 'x', 'e', 'i', 'a', 'm', 'z']) await press(key)
  expect([changes(), all('[popover]:popover-open'), all('[role=toolbar]')]).toEqual([[], [], []])
  expect((await actions()).filter((label) => /^(resolve|assign |ignore|undo)/i.test(label))).toEqual([])
  await expectAccessible()
})

test('a reader sees the state of an issue, and copies it', async () => {
  logInAs({ role: 'read', services: ['*'] })
  withIssues((each) => ({ ...each, assignee: 'Kai Voss', ticket: 'https://tracker.example/SHOP-12' }))
  const screen = await openScreen(issue)
  await shown(page.getByText('Assigned to Kai Voss'))
  await shown(page.getByRole('link', { name: 'SHOP-12' }))
  for (const name of [/Resolve/, /Ignore/, /^Assign/, 'Ticket', 'Add note', 'Merge'])
    expect([name, page.getByRole('button', { name }).elements()]).toEqual([name, []])
  expect(all('textarea')).toEqual([])
  await page.getByRole('button', { name: 'More actions' }).click()
  const labels = all('[popover]:popover-open button').map(({ textContent }) => textContent)
  expect(labels).toContain('Copy as Markdown')
  expect(labels.filter((label) => label.startsWith('Delete'))).toEqual([])
  await press('{Escape}')
  for (const key of ['e', 'i', 'a', 'T', 'z']) await press(key)
  expect([changes(), all('[popover]:popover-open')]).toEqual([[], []])
  await expectAccessible()
  await screen.settled()
})

test('whoever may change an issue may not delete it, which only an admin of all services may', async () => {
  const labels = async () => {
    const screen = await openScreen(issue)
    await screen.settled()
    await page.getByRole('button', { name: 'More actions' }).click()
    return all('[popover]:popover-open button').map(({ textContent }) => textContent)
  }
  expect(await labels()).toEqual(expect.arrayContaining(['Delete this event…', 'Delete the issue…']))
  logInAs({ role: 'write', services: ['*'] })
  expect((await labels()).filter((label) => label.startsWith('Delete'))).toEqual([])
  await shown(page.getByRole('button', { name: /^Resolve/ }))
})

test('who may change some services selects their issues only', async () => {
  logInAs({ role: 'write', services: ['shop*'] }, { role: 'read', services: ['*'] })
  withIssues((each, index) => ({ ...each, service: index % 2 === 0 ? 'shop-web' : 'other-web' }))
  const screen = await openScreen('/')
  await select('tr[data-row]')
  const rows = all('tr[data-row]')
  await expect.poll(() => boxes().length).toBe(1 + Math.ceil(rows.length / 2))
  await page.getByRole('checkbox', { name: 'Select all shown' }).click()
  await shown(page.getByText(`${Math.ceil(rows.length / 2)} selected`))
  expect(rows.map((row) => row.getAttribute('aria-selected'))).toEqual(
    rows.map((_, index) => String(index % 2 === 0)),
  )
  await screen.settled()
})

test.each([
  ['write', ['*'], false],
  ['admin', ['shop*'], false],
  ['admin', ['*'], true],
] as const)('%s for %j: whether an issue can be deleted: %j', async (role, services, mayDelete) => {
  logInAs({ role, services: [...services] })
  withIssues((each) => ({ ...each, service: 'shop-web' }))
  const screen = await openScreen(issue)
  await shown(page.getByRole('button', { name: /^Resolve/ }).first())
  await page.getByRole('button', { name: 'More actions' }).click()
  const labels = all('[popover]:popover-open button').map(({ textContent }) => textContent)
  expect(labels.filter((label) => label.startsWith('Delete')).length).toBe(mayDelete ? 2 : 0)
  await press('{Escape}')
  await screen.settled()
})
