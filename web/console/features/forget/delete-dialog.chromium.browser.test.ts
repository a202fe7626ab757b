// The question before everything of a person is deleted.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerSettings } from '../people/testing/people-answers.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { expectAccessible, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'

const { replace } = await playRecording('empty')

const button = () => page.getByRole('button', { name: 'Delete user' })

async function ask(preview: () => Response | Promise<Response>): Promise<void> {
  answerSettings(replace)
  replace(/^\/api\/forget$/, () => Response.json({ deletions: [] }))
  replace(/^\/api\/scrubbing$/, () => Response.json({ detail: 'not of interest' }, { status: 400 }))
  replace(/^POST \/api\/forget$/, preview)
  await openScreen('/settings?section=privacy')
  await userEvent.fill(page.getByLabelText('Id', { exact: true }), 'u-42')
  await page.getByRole('button', { name: 'Count and delete…' }).click()
}

test('nothing is deleted before it is known how much it is', async () => {
  const answer = Promise.withResolvers<Response>()
  await ask(() => answer.promise)
  await shown(page.getByText(/counting…/))
  await expect.element(button()).toBeDisabled()
  await expectAccessible()
  answer.resolve(Response.json({ exceptions: 2, spans: 0, logs: 1 }))
  await shown(page.getByText(/2 exceptions, 0 spans and 1 log record are deleted/))
  await expect.element(button()).toBeEnabled()
})

test('an id of nobody is noticed', async () => {
  await ask(() => Response.json({ exceptions: 0, spans: 0, logs: 0 }))
  await shown(page.getByText(/^Nothing is stored of the user u-42: check the id\./))
  await expectAccessible()
})

test('a count that failed does not keep the person', async () => {
  await ask(() => Response.json({ detail: 'The store does not answer.' }, { status: 503 }))
  await shown(page.getByText(/^How much it is could not be read/))
  await expect.element(button()).toBeEnabled()
})
