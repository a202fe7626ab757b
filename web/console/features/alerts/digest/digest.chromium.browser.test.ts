// The digest on the screen of alerts: its sentence, its states, the file, and what the store refuses.
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Channel, DigestChange, DigestSettings } from '../../../../../contract/alerts.ts'
import { openScreen } from '../../../testing/open-screen.tsx'
import { expectAccessible, gone, press, shown } from '../../../testing/page.ts'
import { playRecording } from '../../../testing/recording.ts'

const { replace, requests } = await playRecording('empty')

const ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone

function channel(id: string, kind: Channel['kind']): Channel {
  return {
    id,
    name: `#${id}`,
    kind,
    target: `${id}.example`,
    state: 'ok',
    fromFile: false,
    gatherSeconds: 30,
    pauseSeconds: 300,
    messagesPerHour: 20,
    heartbeatMinutes: 0,
    last: null,
    waiting: 0,
  }
}

const CHANNELS = [channel('shop', 'slack'), channel('ann', 'email'), channel('pager', 'pagerduty')]

let settings: DigestSettings
let bodies: DigestChange[]

beforeEach(() => {
  settings = {
    channels: [],
    weekday: 1,
    hour: 9,
    zone: 'UTC',
    weekly: true,
    releases: true,
    fromFile: false,
  }
  bodies = []
  replace(/^\/api\/channels$/, () => Response.json({ channels: CHANNELS }))
  replace(/^\/api\/digest$/, () => Response.json(settings))
  const recorded = globalThis.fetch
  globalThis.fetch = (input, init) => {
    if (input === '/api/digest' && init?.method === 'PATCH') {
      bodies.push(JSON.parse(init.body as string) as DigestChange)
      settings = { ...settings, ...bodies.at(-1) }
    }
    return recorded(input, init)
  }
  replace(/^PATCH \/api\/digest$/, () => Response.json(settings))
})

const form = () => page.getByRole('form', { name: 'Digest' })
const save = () => form().getByRole('button', { name: 'Save' })
const zone = () => form().getByLabelText('Time zone')

async function addChannel(name: string): Promise<void> {
  await form().getByRole('button', { name: 'Add a channel' }).click()
  await form().getByRole('button', { name, exact: true }).click()
}

test('nobody receives a new digest; the first channel brings the zone of the browser', async () => {
  await openScreen('/alerts')
  await shown(form().getByText('The digest is not sent: nobody receives it.'))
  expect(save().elements()).toEqual([])
  await expectAccessible()
  await addChannel('#ann')
  await gone(form().getByText(/nobody/))
  await expect.element(zone()).toHaveValue(ZONE)
  await zone().selectOptions('Europe/Vienna')
  await form().getByLabelText('Day').selectOptions('Friday')
  await form().getByLabelText('Hour').selectOptions('17:00')
  await form().getByRole('checkbox', { name: 'Of a release when it is 24 hours old' }).click()
  await save().click()
  await shown(page.getByText('The digest is saved'))
  await gone(save())
  expect(bodies).toEqual([
    { channels: ['ann'], zone: 'Europe/Vienna', weekday: 5, hour: 17, releases: false },
  ])
})

test('pagers are no choice; a zone that somebody has set stays; changes are discarded', async () => {
  settings = { ...settings, zone: 'Pacific/Auckland' }
  await openScreen('/alerts')
  await shown(form())
  await form().getByRole('button', { name: 'Add a channel' }).click()
  const choices = form().getByRole('list', { name: 'Channels' }).getByRole('button')
  expect(choices.elements().map((element) => element.textContent)).toEqual(['#shop', '#ann'])
  await form().getByRole('button', { name: '#shop', exact: true }).click()
  await expect.element(zone()).toHaveValue('Pacific/Auckland')
  await form().getByRole('button', { name: 'Discard changes' }).click()
  await shown(form().getByText('The digest is not sent: nobody receives it.'))
  await gone(save())
  expect(bodies).toEqual([])
})

test('without week and releases the digest is off, with the keyboard alone', async () => {
  settings = { ...settings, channels: ['shop'] }
  await openScreen('/alerts')
  const week = form().getByRole('checkbox', { name: 'Each week' })
  ;(await shown(week)).focus()
  await press(' ', '{Tab}', '{Tab}', '{Tab}', '{Tab}', ' ')
  await shown(form().getByText('The digest is off.'))
  ;(await shown(save())).focus()
  await press('{Enter}')
  await shown(page.getByText('The digest is saved'))
  expect(bodies).toEqual([{ weekly: false, releases: false }])
})

test('what the store refuses is shown in the form, and the changes stay', async () => {
  settings = { ...settings, channels: ['shop'] }
  await openScreen('/alerts')
  await shown(form())
  replace(/^PATCH \/api\/digest$/, () => Response.json({ detail: 'No channel has it.' }, { status: 400 }))
  await form().getByLabelText('Hour').selectOptions('7:00')
  await save().click()
  await shown(form().getByRole('alert').getByText('The digest was not saved: No channel has it.'))
  await expect.element(form().getByLabelText('Hour')).toHaveValue('7')
  await form().getByRole('button', { name: 'Discard changes' }).click()
  await gone(form().getByRole('alert'))
})

test('a digest of the file is shown and cannot be changed', async () => {
  settings = { ...settings, channels: ['shop'], fromFile: true }
  await openScreen('/alerts')
  await shown(form().getByText('The digest is set in the file of alerts. Change it there.'))
  for (const control of form().element().querySelectorAll('button, select, input'))
    expect(control.matches(':disabled')).toBe(true)
})

test.each(['light', 'dark'] as const)('390 px, %s: no sideways scroll, no violation', async (theme) => {
  settings = { ...settings, channels: ['shop', 'ann'], zone: 'America/Argentina/ComodRivadavia' }
  await openScreen('/alerts', { width: 390, theme })
  await shown(form())
  await userEvent.hover(form())
  await expectAccessible()
})

test('without a channel there is no digest', async () => {
  replace(/^\/api\/channels$/, () => Response.json({ channels: [] }))
  await openScreen('/alerts')
  await shown(page.getByRole('heading', { name: 'The first channel' }))
  expect(form().elements()).toEqual([])
  expect(requests).not.toContain('/api/digest')
})
