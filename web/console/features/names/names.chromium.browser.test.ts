// Names of people: in assignments, in mentions, in the filter “assigned to me”, and how one is set.
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MyChannel } from '../../../../contract/alerts.ts'
import type { IssueAnswer, IssuesChange, Note } from '../../../../contract/issues.ts'
import type { Me, PersonNamesAnswer } from '../../../../contract/people.ts'
import { onlyRights } from '../people/testing/people-answers.ts'
import { openScreen, type View } from '../../testing/open-screen.tsx'
import { expectAccessible, focusedText, gone, press, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'

const { data, replace } = await playRecording('day')
const { issue } = data as { issue: string }

let me: Me
let channel: string | null
let notes: Note[]
let bodies: object[]

beforeEach(() => {
  me = { name: 'Robin Holt', email: null, method: 'password', ...onlyRights('admin', ['*']) }
  channel = null
  notes = []
  bodies = []
  const names = (): PersonNamesAnswer => ({
    me: me.name,
    people: [
      { name: 'Ada Lovelace', hasChannel: true },
      { name: 'Grace Hopper', hasChannel: false },
      ...(me.name === '' ? [] : [{ name: me.name, hasChannel: true }]),
    ],
    others: ['The shop team'],
  })
  const choices: MyChannel['choices'] = [{ id: 'c1', name: '#me', kind: 'slack' }]
  replace(/^\/api\/me$/, () => Response.json(me))
  replace(/^\/api\/people\/names/, () => Response.json(names()))
  replace(/^\/api\/me\/channel$/, () => Response.json({ channel, choices }))
  replace(/^\/api\/sessions$/, () => Response.json({ sessions: [] }))
  replace(/^\/api\/issues\/\w+\?/, async (recorded) => {
    const answer = (await (await recorded()).json()) as IssueAnswer
    const change = bodies.findLast((body) => 'assignee' in body) as IssuesChange | undefined
    const { assignee = null } = change ?? {}
    return Response.json({ ...answer, notes, issue: { ...answer.issue, assignee } })
  })
  replace(/^PATCH \/api\/issues$/, () => Response.json({ issues: [], changed: 1, change: 'c' }))
  replace(/^PATCH \/api\/me$/, () => Response.json((me = { ...me, name: (bodies.at(-1) as Me).name })))
  replace(/^PATCH \/api\/me\/channel$/, () => {
    channel = (bodies.at(-1) as MyChannel).channel
    return Response.json({ channel, choices })
  })
  replace(/^POST \/api\/issues\/\w+\/notes$/, () => {
    const { body } = bodies.at(-1) as Note
    notes.push({ id: `n${notes.length}`, at: new Date().toISOString(), by: me.name, body })
    return Response.json(notes.at(-1), { status: 201 })
  })
  const answer = globalThis.fetch
  globalThis.fetch = (input, init) => {
    if (init?.body) bodies.push(JSON.parse(init.body as string) as object)
    return answer(input, init)
  }
})

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const names = () => page.getByRole('listbox', { name: 'Names' })
const note = () => page.getByRole('textbox', { name: 'Note', exact: true })
const yourName = () => page.getByRole('textbox', { name: /^Your name/ })
const assigned = () => bodies.map((body) => (body as IssuesChange).assignee)

async function openIssue(view?: View): Promise<void> {
  await openScreen(issue, view)
  await shown(page.getByRole('heading', { name: /Stack trace/ }))
}

async function openNames(): Promise<void> {
  await press('a')
  await shown(names().getByRole('option', { name: /^Ada Lovelace/ }))
}

test('an issue is assigned to "me" with two keys, to others from a list, and to any name', async () => {
  await openIssue()
  await openNames()
  expect(
    names()
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['me, Robin Holt', 'Ada Lovelace', 'Grace Hopper', 'The shop team'])
  await expectAccessible()
  await press('{Enter}')
  await shown(button('Robin Holt'))
  expect(focusedText()).toBe('Robin Holt')
  await openNames()
  await press('{ArrowDown}', '{ArrowDown}', '{ArrowUp}', '{Enter}')
  await openNames()
  await userEvent.type(page.getByLabelText('Assign to'), 'hop')
  await press('{Enter}')
  await openNames()
  await userEvent.type(page.getByLabelText('Assign to'), 'On call')
  await press('{Enter}')
  await openNames()
  await names().getByRole('option', { name: 'Nobody' }).click()
  await openNames()
  await press('{Escape}')
  await gone(names())
  await expect.poll(assigned).toEqual(['Robin Holt', 'Ada Lovelace', 'Grace Hopper', 'On call', null])
})

test.each(['light', 'dark'] as const)(
  '@ completes the name of a person, whom the note marks, %s',
  async (theme) => {
    await openIssue({ theme })
    await userEvent.type(note(), 'Look at bob@ada, @')
    const options = () => page.getByRole('listbox', { name: 'People' }).getByRole('option')
    await shown(options())
    // Nobody mentions themselves.
    expect(
      options()
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Ada Lovelace', 'Grace Hoppergets no message'])
    await expectAccessible()
    await press('{Escape}')
    await gone(options())
    await userEvent.type(note(), 'love')
    await gone(options())
    await userEvent.type(note(), ' @LOVE')
    await shown(options())
    await press('{Tab}')
    await expect.element(note()).toHaveValue('Look at bob@ada, @love @Ada Lovelace ')
    await press('p', 'l', 's', '{Enter}', '{Control>}{Enter}{/Control}')
    const mention = await shown(page.getByText('@Ada Lovelace', { exact: true }))
    expect(mention.closest('b')).not.toBeNull()
    expect(bodies).toEqual([{ body: 'Look at bob@ada, @love @Ada Lovelace pls\n' }])
    await expectAccessible()
  },
)

test('a note outlives a session that ends, and a log-out forgets it', async () => {
  const screen = await openScreen(issue)
  await userEvent.fill(note(), 'half an hour of work')
  const ended = () => Response.json({ detail: 'Log in.' }, { status: 401 })
  replace(/^POST \/api\/issues\/\w+\/notes$/, ended)
  replace(/^\/api\/me$/, ended)
  replace(/^\/login\/methods$/, () => Response.json({ password: true, names: false, provider: null }))
  await button('Add note').click()
  await expect.poll(() => screen.url().pathname).toBe('/login')
  replace(/^\/api\/me$/, () => Response.json(me))
  replace(/^POST \/login$/, () => new Response(null, { status: 204 }))
  await userEvent.fill(page.getByLabelText('Password'), 'right')
  await press('{Enter}')
  await expect.element(note()).toHaveValue('half an hour of work')
  replace(/^POST \/logout$/, () => Response.json({ url: '#logged-out' }))
  await screen.settled()
  await openScreen('/settings?section=account')
  await button('Log out').click()
  await expect.poll(() => location.hash).toBe('#logged-out')
  await openIssue()
  await expect.element(note()).toHaveValue('')
})

test('"Assigned to me" is a filter of the list, by a click or by A, and back', async () => {
  const screen = await openScreen('/?service=shop')
  replace(/^\/api\/issues\?/, () => Response.json({ issues: [], total: 0, counts: {}, nextCursor: null }))
  replace(/^\/api\/(trend|facets)\?/, () =>
    Response.json({ buckets: [], releases: [], facets: [], total: 0 }),
  )
  const toggle = button('Assigned to me')
  await toggle.click()
  await expect.poll(() => screen.query('q')).toBe('assignee:me')
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'true')
  await press('A')
  await expect.poll(() => screen.query('q')).toBeNull()
})

test('whoever has no name is asked for it where it is needed', async () => {
  me = { ...me, name: '' }
  await openIssue()
  await openNames()
  await press('{Enter}')
  await shown(yourName())
  await expectAccessible()
  await userEvent.type(yourName(), 'Kim')
  await press('{Enter}')
  await shown(button('Kim'))
  expect(bodies).toEqual([{ name: 'Kim' }, expect.objectContaining({ assignee: 'Kim' })])
})

test('a first note has a field for the name', async () => {
  me = { ...me, name: '', method: 'open' }
  await openIssue()
  await userEvent.type(note(), 'seen')
  await userEvent.type(yourName(), 'Kim')
  await press('{Enter}')
  await shown(page.getByText('“seen”', { exact: false }))
  expect(bodies).toEqual([{ name: 'Kim' }, { body: 'seen' }])
  await userEvent.type(note(), 'again')
  await shown(button('Add note'))
  await gone(yourName())
})

test('after the first change the name is asked for once, beside the work', async () => {
  me = { ...me, name: '', method: 'open' }
  await openIssue({ width: 390 })
  await press('e')
  const card = page.getByRole('complementary', { name: 'Your name' })
  await shown(card)
  await expectAccessible()
  await card.getByRole('button', { name: 'Not now' }).click()
  await gone(card)
  await press('e')
  await expect.poll(() => bodies).toHaveLength(2)
  await shown(page.getByText(/ resolved$/))
  await gone(card)
})

test('name and channel are settings of the account; a provider has its own name', async () => {
  replace(/^\/api\/people$/, () => Response.json({ people: [], invites: [] }))
  replace(/^\/api\/tokens$/, () => Response.json({ tokens: [] }))
  await openScreen('/settings?section=account')
  await userEvent.fill(yourName(), 'Robin H.')
  await button('Save').click()
  await expect.poll(() => bodies).toEqual([{ name: 'Robin H.' }])
  const select = page.getByRole('combobox', { name: 'Channel' })
  await userEvent.selectOptions(select, '#me, Slack')
  await shown(page.getByText('#me tells you from now on'))
  await expectAccessible()
  await userEvent.selectOptions(select, 'no messages')
  await shown(page.getByText('You get no messages'))
  expect(bodies).toEqual([{ name: 'Robin H.' }, { channel: 'c1' }, { channel: null }])
  me = { ...me, method: 'oidc' }
  await openScreen('/settings?section=account', { width: 390, theme: 'dark' })
  await shown(page.getByText('as your login provider has it'))
  expect(yourName().elements()).toEqual([])
  await expectAccessible()
})
