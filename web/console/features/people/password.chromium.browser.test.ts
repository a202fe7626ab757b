// The password of somebody who was invited, in their account.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'
import { expectAccessible, gone, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'
import { answerSettings, KAI, newSession } from './testing/people-answers.ts'

const { replace } = await playRecording('empty')

test('somebody who was invited changes their password, and learns what is wrong', async () => {
  answerSettings(replace)
  const sessions = [newSession('mine', true), newSession('other', false)]
  replace(/^\/api\/sessions$/, () => Response.json({ sessions }))
  replace(/^\/api\/me\/channel$/, () => Response.json({ channel: null, choices: [] }))
  let problem = 'The current password is wrong.'
  replace(/^PUT \/api\/me\/password$/, () =>
    problem ? Response.json({ detail: problem }, { status: 403 }) : new Response(null, { status: 204 }),
  )
  const screen = await openScreen('/settings?section=account')
  const form = page.getByRole('form', { name: 'Change your password' })
  const save = form.getByRole('button', { name: 'Change' })
  await userEvent.fill(form.getByLabelText('Current'), 'something else')
  await userEvent.fill(form.getByLabelText(/^New/), 'another dozen letters')
  for (const width of [1440, 390, 320]) {
    await page.viewport(width, 844)
    await expect.poll(() => document.documentElement.scrollWidth).toBe(width)
    await expectAccessible()
  }
  await save.click()
  await shown(page.getByText('Not changed: The current password is wrong.'))
  problem = ''
  sessions.pop()
  await save.click()
  await shown(page.getByText('Your password is changed, and your other sessions have ended'))
  await gone(page.getByRole('button', { name: 'End the other one' }))
  await expect.element(form.getByLabelText('Current')).toHaveValue('')
  await screen.settled()
})

test.each(['oidc', 'password', 'open'] as const)('%s: no password is changed here', async (method) => {
  answerSettings(replace, { me: { ...KAI, method } })
  replace(/^\/api\/sessions$/, () => Response.json({ sessions: [] }))
  await openScreen('/settings?section=account')
  await shown(page.getByRole('heading', { name: 'Messages' }))
  expect(page.getByRole('form', { name: 'Change your password' }).elements()).toEqual([])
})
