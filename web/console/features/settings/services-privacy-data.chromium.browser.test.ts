// The sections of services, privacy and data: what they show, what they send, and what the store refuses.
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Me } from '../../../../contract/people.ts'
import type { DataAnswer, ServiceSettings } from '../../../../contract/settings.ts'
import { onlyRights } from '../people/testing/people-answers.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { expectAccessible, gone, press, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'

const { replace, requests } = await playRecording('empty')

const ME: Me = { name: 'Ada', email: null, method: 'password', ...onlyRights('admin', ['*']) }
const AT = '2026-11-20T10:00:00Z'
const LONG = `a-service-whose-name-is-${'very-'.repeat(30)}long`

function service(name: string, values: Partial<ServiceSettings> = {}): ServiceSettings {
  const nothing = { owners: [], repository: null, ticketTemplate: null, channel: null }
  return { service: name, lastSeen: AT, ...nothing, ...values }
}

const SHOP = service('shop-web', {
  owners: ['Kai Voss', 'Lena Marek'],
  repository: 'https://git.example/shop/web',
  ticketTemplate: 'https://tracker.example/new?title={title}',
  channel: 'c1',
})
const CHANNELS = [
  { id: 'c1', name: '#shop-errors' },
  { id: 'c2', name: 'on-call' },
]

let services: ServiceSettings[]
let bodies: Record<string, unknown>[]
let names: string[]
let problem: string

beforeEach(() => {
  services = [SHOP, service('postgres'), service(LONG, { owners: [`Dr. ${'X'.repeat(120)}`] })]
  bodies = []
  names = ['loyalty-no']
  problem = ''
  answerMe(ME)
  const network = globalThis.fetch
  globalThis.fetch = (input, init) => {
    if (init?.body) bodies.push(JSON.parse(init.body as string) as Record<string, unknown>)
    return network(input, init)
  }
  replace(/^\/api\/service-settings$/, () => Response.json({ services, channels: CHANNELS }))
  const refusal = () => Response.json({ detail: problem }, { status: 400 })
  const saved = () => Response.json({ ...SHOP, ...bodies.at(-1) })
  replace(/^PATCH \/api\/service-settings$/, () => (problem ? refusal() : saved()))
  replace(/^\/api\/scrubbing$/, () => Response.json(RULES))
  replace(/^\/api\/scrub-names$/, () => Response.json({ names, changedAt: AT }))
  replace(/^PUT \/api\/scrub-names$/, () => {
    if (problem) return refusal()
    names = bodies.at(-1)!['names'] as string[]
    return Response.json({ names, changedAt: '2026-11-26T10:00:00Z' })
  })
  replace(/^\/api\/forget$/, () => Response.json({ deletions: DELETIONS }))
  // The navigation counts them.
  replace(/^\/api\/people$/, () => Response.json({ people: [], invites: [] }))
  replace(/^\/api\/tokens$/, () => Response.json({ tokens: [] }))
})

function answerMe(me: Me): void {
  replace(/^\/api\/me$/, () => Response.json(me))
}

const RULES = {
  rules: ['credentials', 'commands', 'sql', 'names', 'queries', 'paths', 'logins', 'cards'],
  names: ['password', 'secret', 'token', 'csrf', 'passwort'],
  wordsInQuotes: ['pin', 'otp'],
  providers: ['AWS', 'Stripe'],
  variable: ['iban'],
  added: ['loyalty-no'],
  changedAt: AT,
}

const COUNTS = { exceptions: 300, spans: 1_204, logs: 96 }
const DELETIONS = [
  {
    ...COUNTS,
    id: '2',
    kind: 'session',
    hash: 'c0ffee'.repeat(10),
    requestedAt: '2026-11-26T08:00:00Z',
    doneBy: '2026-11-27T04:00:00Z',
    doneAt: null,
    backupsUntil: '2999-12-27T04:00:00Z',
  },
  {
    ...COUNTS,
    id: '1',
    kind: 'user',
    hash: 'decaf0'.repeat(10),
    requestedAt: '2025-11-01T08:00:00Z',
    doneBy: '2025-11-02T04:00:00Z',
    doneAt: '2025-11-02T03:04:00Z',
    backupsUntil: '2025-12-02T04:00:00Z',
  },
]

const rows = () => page.getByRole('table').getByRole('row')
const texts = () =>
  rows()
    .elements()
    .map((row) => row.textContent)

test('services are a table; the open one has a form, whose changes are sent and shown', async () => {
  await openScreen('/settings?section=services')
  await shown(page.getByText(/^3 services/))
  expect(texts()[1]).toMatch(
    /shop-web.*Kai Voss, Lena Marek#shop-errorstracker\.examplegit\.example\/shop\/web/,
  )
  expect(texts()[2]).toMatch(/postgres.*nobodyas the rules say––/)
  await expectAccessible()
  await page.getByRole('button', { name: 'shop-web' }).click()
  const form = page.getByRole('form', { name: 'Settings of shop-web' })
  await expect.element(form.getByLabelText('Owners')).toHaveFocus()
  await expectAccessible()
  await userEvent.fill(form.getByLabelText('Owners'), ' Mona Okafor ,, ')
  await userEvent.fill(form.getByLabelText('Template of tickets'), '')
  await form.getByLabelText('Alerts go to').selectOptions('on-call')
  await form.getByRole('button', { name: 'Save' }).click()
  await gone(form)
  expect(bodies).toEqual([
    // The repository is as it was.
    { service: 'shop-web', owners: ['Mona Okafor'], ticketTemplate: null, channel: 'c2' },
  ])
  expect(texts()[1]).toMatch(/shop-web.*Mona Okaforon-call–git\.example\/shop\/web/)
})

test('what the store refuses is shown in the form, which keeps what was written', async () => {
  problem = 'repository must be an address of http or https.'
  await openScreen('/settings?section=services')
  await page.getByRole('button', { name: 'postgres' }).click()
  const repository = page.getByLabelText('Repository')
  await userEvent.fill(repository, 'github')
  await press('{Enter}')
  await shown(page.getByRole('alert').getByText(`Not saved: ${problem}`))
  await expect.element(repository).toHaveValue('github')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await gone(repository)
})

test('whoever is no admin reads the settings of their services', async () => {
  answerMe({ ...ME, ...onlyRights('write', ['shop-*']) })
  await openScreen('/settings?section=services')
  await shown(page.getByText(/^3 services/))
  expect(page.getByRole('table').getByRole('button').elements()).toEqual([])
  expect(page.getByRole('link', { name: 'Privacy' }).elements()).toEqual([])
})

test('two hundred services are filtered by name and owner; no service is a sentence', async () => {
  services = [SHOP, ...Array.from({ length: 199 }, (_, at) => service(`service-${at}`))]
  await openScreen('/settings?section=services')
  const filter = page.getByLabelText('Filter by name or owner')
  await userEvent.fill(filter, 'lena')
  await expect.poll(() => texts().length).toBe(2)
  await userEvent.fill(filter, 'service-19')
  await expect.poll(() => texts().length).toBe(11)
  await userEvent.fill(filter, 'nothing')
  await shown(page.getByText('No service has this name or owner.'))
  services = []
  await openScreen('/settings?section=services')
  await shown(page.getByText('0 services. A new one appears here with its first event.'))
})

test('a store that is down is reported, and the navigation stays', async () => {
  replace(/^\/api\/(service-settings|data|status|forget|scrub)/, () =>
    Response.json({ detail: 'The store does not answer.' }, { status: 503 }),
  )
  for (const section of ['services', 'privacy', 'data']) {
    await openScreen(`/settings?section=${section}`)
    await shown(page.getByText(/The store does not answer/))
    await shown(page.getByRole('link', { name: 'Audit log' }))
  }
})

test('names are added and removed; the ones of SCRUB are shown without a button', async () => {
  await openScreen('/settings?section=privacy')
  await shown(page.getByRole('button', { name: 'Remove loyalty-no' }))
  await shown(page.getByTitle('Set by the variable SCRUB').getByText('iban'))
  expect(page.getByRole('button', { name: 'Remove iban' }).elements()).toEqual([])
  await expectAccessible()
  await userEvent.fill(page.getByLabelText('Add a name'), 'birth date')
  await press('{Enter}')
  await shown(page.getByRole('button', { name: 'Remove birth date' }))
  await page.getByRole('button', { name: 'Remove loyalty-no' }).click()
  await gone(page.getByRole('button', { name: 'Remove loyalty-no' }))
  expect(bodies.map((body) => body['names'])).toEqual([['loyalty-no', 'birth date'], ['birth date']])
  problem = '"id" cannot be added: take names of at least three letters.'
  await userEvent.fill(page.getByLabelText('Add a name'), 'id')
  await press('{Enter}')
  await shown(page.getByText(`Not saved: ${problem}`))
})

test('names of a relay that the store of a restored backup lacks are stored with the next one', async () => {
  names = []
  replace(/^\/api\/scrubbing$/, () => Response.json({ ...RULES, changedAt: '2026-11-25T10:00:00Z' }))
  await openScreen('/settings?section=privacy')
  await shown(page.getByRole('button', { name: 'Remove loyalty-no' }))
  await userEvent.fill(page.getByLabelText('Add a name'), 'birth date')
  await press('{Enter}')
  await shown(page.getByRole('button', { name: 'Remove birth date' }))
  expect(bodies).toEqual([{ names: ['loyalty-no', 'birth date'] }])
})

test('a text is tried: what is replaced is marked, with its rules', async () => {
  replace(/^POST \/api\/scrubbing$/, () =>
    Response.json({
      text: 'card [scrubbed], <b>pin</b> [scrubbed]',
      rules: [
        { rule: 'names', count: 1 },
        { rule: 'cards', count: 1 },
      ],
    }),
  )
  await openScreen('/settings?section=privacy')
  await userEvent.fill(page.getByLabelText(/^Try it/), 'card 4012888888881881, <b>pin</b> 123')
  await page.getByRole('button', { name: 'Show what would be stored' }).click()
  const stored = await shown(page.getByLabelText('What would be stored', { exact: true }))
  expect(stored.textContent).toBe('card [scrubbed], <b>pin</b> [scrubbed]')
  expect(stored.querySelectorAll('mark')).toHaveLength(2)
  await shown(page.getByText('1 × after a name; 1 × numbers of payment cards'))
  expect(bodies).toEqual([{ text: 'card 4012888888881881, <b>pin</b> 123' }])
  await expectAccessible()
})

test('deletions have their dates; a person is deleted after a preview', async () => {
  replace(/^POST \/api\/forget$/, () =>
    Response.json({ ...COUNTS, doneBy: '2026-11-27T04:00:00Z', backupsUntil: '2026-12-27T04:00:00Z' }),
  )
  await openScreen('/settings?section=privacy')
  await shown(page.getByRole('table', { name: 'Deletions' }))
  expect(texts()[1]).toMatch(/a sessionc0ffeec0ffee1,600by .*by /)
  expect(texts()[2]).toMatch(/a userdecaf0decaf01,600(?!by).*2 Dec/)
  await userEvent.fill(page.getByLabelText('Id', { exact: true }), 'u_8f2')
  const href = (await shown(page.getByRole('link', { name: 'Export' }))).getAttribute('href')
  expect(href).toBe('/api/export?userId=u_8f2')
  await page.getByLabelText('Kind of id').selectOptions('Session id')
  await page.getByRole('button', { name: 'Count and delete…' }).click()
  await shown(page.getByText(/300 exceptions, 1,204 spans and 96 log records are deleted/))
  await page.getByRole('button', { name: 'Delete session' }).click()
  await shown(page.getByText(/^Gone from the store by/))
  expect(bodies).toEqual([
    { sessionId: 'u_8f2', preview: true },
    { sessionId: 'u_8f2', now: false },
  ])
})

const DATA: DataAnswer = {
  kinds: [
    {
      kind: 'events',
      days: 30,
      variable: 'RETENTION_DAYS',
      oldest: '2026-11-01',
      rows: 2_204_118,
      bytes: 1_300_000_000,
      bytesPerDay: 44_000_000,
    },
    { kind: 'maps', days: 90, variable: null, oldest: null, rows: 84, bytes: 160_000_000, bytesPerDay: null },
    { kind: 'issues', days: null, variable: null, oldest: null, rows: null, bytes: 9e6, bytesPerDay: null },
  ],
  backupDays: 30,
  lastBackup: { at: '2026-11-20T02:10:00Z', folder: "/backups/it's here", bytes: 412_000_000, seconds: 41 },
}

test('what is stored has its time and its variable, and the last backup its command', async () => {
  replace(/^\/api\/data$/, () => Response.json(DATA))
  await openScreen('/settings?section=data')
  await shown(page.getByRole('table', { name: 'Stored data' }))
  expect(texts().slice(1)).toEqual([
    'Events and log records30 days RETENTION_DAYS1 Nov2,204,1181.3 GB44.0 MB',
    'Source maps90 days after the last use –84160 MB–',
    'Issues: counts, changes, notes; releasesuntil somebody deletes it ––9.0 MB–',
  ])
  await shown(page.getByText(/20 Nov.*412 MB in 41 seconds/))
  await shown(page.getByText(String.raw`npm run restore -- '/backups/it'\''s here'`))
  await shown(page.getByRole('heading', { name: 'Disk' }))
  await expectAccessible()
  expect(requests).toContain('/api/status')
})

test.each(['services', 'privacy', 'data'])('%s fits a narrow screen', async (section) => {
  replace(/^\/api\/data$/, () => Response.json(DATA))
  const screen = await openScreen(`/settings?section=${section}`, { width: 390, theme: 'dark' })
  await shown(page.getByRole('table'))
  await screen.settled()
  if (section === 'services') await page.getByRole('button', { name: 'shop-web' }).click()
  await expectAccessible()
})
