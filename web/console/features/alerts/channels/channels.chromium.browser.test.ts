// Channels: the form of each kind, what failed, and another key.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../../testing/open-screen.tsx'
import { expectAccessible, gone, select, shown } from '../../../testing/page.ts'
import { playRecording } from '../../../testing/recording.ts'
import { answerWith, AT, bodyOf, channel, form, rule } from '../testing/alerts.ts'

const recording = await playRecording('empty')

test('the first channel has its form, with the fields and the help of its kind', async () => {
  const bodies = answerWith(
    recording,
    [rule({}), rule({ id: 'silent', when: 'silence', name: 'Silence' })],
    [],
    {
      ...channel({}),
      secret: 'whsec_once',
    },
  )
  await openScreen('/alerts')
  await shown(page.getByText(/2 rules are on and nobody is told\./))
  const fields = form('New channel')
  await fields.getByLabelText('Kind').selectOptions('pagerduty')
  await shown(fields.getByText('In the PagerDuty service: Integrations, “Events API V2”.'))
  await shown(fields.getByText('the 1 rule without a channel, of releases and silence'))
  await fields.getByLabelText('Kind').selectOptions('telegram')
  await shown(fields.getByText(/From @BotFather/))
  await fields.getByLabelText('Kind').selectOptions('webhook')
  await fields.getByLabelText('URL').fill('https://ops.example/errata')
  await expectAccessible()
  await fields.getByRole('button', { name: 'Add channel' }).click()
  expect(await shown(page.getByText('whsec_once'))).toBeTruthy()
  expect(bodyOf(bodies, '/api/channels')).toEqual({
    kind: 'webhook',
    name: 'Webhook',
    target: 'https://ops.example/errata',
    gatherSeconds: 30,
    pauseSeconds: 300,
    messagesPerHour: 20,
    heartbeatMinutes: 0,
  })
  await page.getByRole('button', { name: 'I have it' }).click()
  await gone(page.getByText('whsec_once'))
})

test('a channel that fails is red with the reason, one that is off is switched on', async () => {
  const bodies = answerWith(
    recording,
    [rule({ channels: ['chat', 'off'] })],
    [
      channel({ state: 'failing', last: { at: AT, status: 'failed', detail: '404 no_service in 90 ms' } }),
      channel({ id: 'off', name: 'old hook', kind: 'webhook', state: 'off' }),
      channel({ id: 'file', name: 'from a file', fromFile: true, last: null, waiting: 3 }),
    ],
  )
  await openScreen('/alerts')
  const failing = await select('[data-channel=chat] [data-severity=error]')
  expect(failing.textContent).toMatch(/Failing 404 no_service in 90 ms/)
  expect((await select('[data-channel=file]')).textContent).toMatch(/from the file.*3 changes to send/)
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect.poll(() => bodyOf(bodies, '/api/channels/off')).toEqual({ state: 'ok' })
  await page.getByRole('link', { name: '#shop-errors' }).click()
  await page.getByRole('button', { name: 'Delete channel' }).click()
  await shown(page.getByText(/1 rule loses it: New issue in our own code\./))
  await expectAccessible()
})

test('the key of a webhook is changed, and what is left empty stays', async () => {
  const hook = channel({ id: 'hook', name: 'ops hook', kind: 'webhook', target: 'ops.example/hook' })
  const bodies = answerWith(recording, [rule({ channels: ['hook'] })], [hook], hook)
  await openScreen('/alerts?channel=hook')
  const fields = form('Channel')
  await fields.getByRole('button', { name: 'Make a new key' }).click()
  const key = (fields.getByLabelText('Key of the signature').element() as HTMLInputElement).value
  await fields.getByText('How often').click()
  await fields.getByLabelText('Heartbeat, minutes').fill('5')
  await fields.getByRole('button', { name: 'Save channel' }).click()
  expect(atob(key.replace('whsec_', '')).length).toBe(32)
  await expect
    .poll(() => bodyOf(bodies, '/api/channels/hook'))
    .toEqual({
      name: 'ops hook',
      secret: key,
      gatherSeconds: 30,
      pauseSeconds: 300,
      messagesPerHour: 20,
      heartbeatMinutes: 5,
    })
  await gone(form('Channel'))
})
