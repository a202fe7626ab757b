// The screen of alerts with answers that a fresh store does not have: many rules, states of channels, forms.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Channel, Rule } from '../../../../contract/alerts.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { all, expectAccessible, gone, press, select, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'

const { replace, requests } = await playRecording('empty')

const AT = '2026-11-26T09:00:00Z'
const LONG = `a rule whose name is ${'very '.repeat(34)}long`

function rule(values: Partial<Rule>): Rule {
  return {
    id: 'new-own',
    name: 'New issue in our own code',
    when: 'new',
    environment: ['production'],
    origin: ['own', 'dependency', 'inline', 'unknown'],
    channels: [],
    enabled: true,
    fromFile: false,
    last: { at: AT, numbers: { issues: 2 }, reason: '2 new' },
    error: null,
    sent: [0, 1, 0, 2, 0, 0, 4],
    ...values,
  }
}

function channel(values: Partial<Channel>): Channel {
  return {
    id: 'chat',
    name: '#shop-errors',
    kind: 'slack',
    target: 'hooks.slack.com/services/T02…',
    state: 'ok',
    fromFile: false,
    gatherSeconds: 30,
    pauseSeconds: 300,
    messagesPerHour: 20,
    heartbeatMinutes: 0,
    last: { at: AT, status: 'sent', detail: '200 in 182 ms' },
    waiting: 0,
    ...values,
  }
}

type Bodies = { path: string; body: Record<string, unknown> }[]

/** What the screen sends is in the answer. */
function answerWith(rules: Rule[], channels: Channel[], created: object = {}): Bodies {
  const bodies: Bodies = []
  const network = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const path = input as string
    if (init?.method && init.method !== 'GET')
      bodies.push({ path, body: JSON.parse((init.body as string | null) ?? '{}') as Record<string, unknown> })
    return network(input, init)
  }
  replace(/^GET|^\/api\/rules$/, () => Response.json({ rules }))
  replace(/^\/api\/releases/, () => Response.json({ releases: [], nextCursor: null }))
  replace(/^\/api\/searches/, () =>
    Response.json({ searches: [{ id: 's1', name: 'Safari', list: 'issues', search: 'q=browser%3Asafari' }] }),
  )
  replace(/^\/api\/channels$/, () => Response.json({ channels }))
  replace(/^(PATCH|POST) \/api\/(rules|channels)(\/[\w-]+)?$/, () => Response.json(created))
  replace(/^POST \/api\/rules\/preview/, () =>
    Response.json({ messages: [{ at: AT, issueIds: ['1'], numbers: {} }] }),
  )
  return bodies
}

const rows = () => all('table[aria-label=Rules] tbody tr[data-row]')
const form = (name: string) => page.getByRole('form', { name, exact: true })
const bodyOf = (bodies: Bodies, path: string) => bodies.findLast((each) => each.path === path)?.body

test('the first channel has its form, with the fields and the help of its kind', async () => {
  const bodies = answerWith([rule({}), rule({ id: 'silent', when: 'silence', name: 'Silence' })], [], {
    ...channel({}),
    secret: 'whsec_once',
  })
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

test('a rule is a sentence whose parts change what is previewed and saved', async () => {
  const bodies = answerWith([rule({ channels: ['chat'] })], [channel({}), channel({ id: 'b', name: 'b' })])
  const screen = await openScreen('/alerts?rule=new-own')
  await shown(page.getByText(/With these words it would have sent 1 message in the last 7 days/))
  const sentence = form('Rule')
  expect((await shown(sentence.getByRole('button', { name: 'Save' }))).hasAttribute('disabled')).toBe(true)
  await sentence.getByLabelText('Condition').selectOptions('vital')
  await sentence.getByLabelText('Web vital').selectOptions('CLS')
  await sentence.getByLabelText('Limit').fill('0.2')
  await sentence.getByLabelText('Route').fill('/checkout')
  await sentence.getByRole('button', { name: 'Services: all services' }).click()
  await sentence.getByLabelText('Another name: services').fill('shop')
  await press('{Enter}')
  await press('{Escape}')
  await sentence.getByRole('button', { name: 'Add a channel' }).click()
  await sentence.getByRole('button', { name: 'b', exact: true }).click()
  await sentence.getByRole('button', { name: 'Remove #shop-errors' }).click()
  const draft = {
    when: 'vital',
    threshold: { above: 0.2, name: 'CLS', route: '/checkout' },
    service: ['shop'],
    environment: ['production'],
  }
  await expect.poll(() => bodyOf(bodies, '/api/rules/preview')).toMatchObject({ ...draft, name: 'preview' })
  await expectAccessible()
  await press('{Escape}')
  // What is not saved is still there.
  await gone(form('Rule'))
  await shown(page.getByText(/not saved/))
  await page.getByRole('link', { name: 'New issue in our own code' }).click()
  expect(screen.query('rule')).toBe('new-own')
  ;(page.getByRole('link', { name: 'New issue in our own code' }).element() as HTMLElement).focus()
  await press('s')
  await expect
    .poll(() => bodyOf(bodies, '/api/rules/new-own'))
    .toMatchObject({ ...draft, channels: ['b'], name: 'New issue in our own code', search: null })
  await gone(page.getByText(/not saved/))
})

test('a preview that is no longer wanted is cancelled, and one that fails says why', async () => {
  answerWith([rule({})], [channel({})])
  const cancelled: string[] = []
  const answer = { isSlow: true }
  replace(/^POST \/api\/rules\/preview/, () =>
    answer.isSlow
      ? new Promise<Response>(() => undefined)
      : Response.json({ detail: 'Too many rows.' }, { status: 400 }),
  )
  const replaced = globalThis.fetch
  globalThis.fetch = (input, init) => {
    init?.signal?.addEventListener('abort', () => cancelled.push(input as string))
    return replaced(input, init)
  }
  await openScreen('/alerts?rule=new-own')
  await expect.poll(() => requests.filter((request) => /preview/.test(request)).length).toBe(1)
  answer.isSlow = false
  await form('Rule').getByLabelText('Wait after a deploy').selectOptions('10')
  await shown(page.getByText(/What it would have sent is not known: Too many rows\./))
  expect(cancelled.filter((path) => /preview/.test(path)).length).toBe(1)
})

test('why, and why not: numbers, a failed evaluation, no channel, and a rule that is off', async () => {
  answerWith(
    [
      rule({
        channels: ['chat'],
        last: { at: AT, numbers: { events: 412, usual: 30.5 }, reason: 'below 500' },
      }),
      rule({ id: 'b', name: 'Broken', error: 'Memory limit exceeded', last: null }),
      rule({ id: 'c', name: 'Off', enabled: false, fromFile: true }),
    ],
    [channel({})],
  )
  await openScreen('/alerts?rule=new-own')
  const why = page.getByRole('region', { name: 'Why, and why not' })
  expect((await shown(why)).textContent).toMatch(/below 500.*events 412.*usual 30\.5/)
  await page.getByRole('link', { name: 'Broken' }).click()
  await shown(page.getByText(/The last evaluation failed: Memory limit exceeded/))
  await shown(why.getByText('The rule has no channel: nobody receives what it finds.'))
  expect(rows()[1]?.textContent).toContain('nobody')
  await page.getByRole('link', { name: 'Off', exact: true }).click()
  await shown(why.getByText('The rule is off: it is not evaluated.'))
  await shown(page.getByText('This rule is set in the file of alerts. Change it there.'))
  expect((await shown(page.getByRole('switch', { name: 'Off' }))).hasAttribute('disabled')).toBe(true)
})

test('200 rules and 100 channels with long names fit, and keys move in them', async () => {
  const channels = Array.from({ length: 100 }, (_, at) =>
    channel({ id: `c${at}`, name: `${LONG} ${at}`, target: `https://${'a'.repeat(180)}.example/…` }),
  )
  const many = Array.from({ length: 200 }, (_, at) =>
    rule({ id: `r${at}`, name: `${LONG} ${at}`, channels: [`c${at % 100}`] }),
  )
  answerWith(many, channels)
  const screen = await openScreen('/alerts', { width: 390, height: 844 })
  await expect.poll(() => rows().length).toBe(200)
  await press('j', 'j', '{Enter}')
  await expect.poll(() => screen.query('rule')).toBe('r1')
  await select('form[aria-label=Rule]')
  await expectAccessible()
  await page.viewport(1440, 900)
  await expect.poll(() => document.documentElement.scrollWidth).toBe(1440)
  expect(rows()[0]?.getBoundingClientRect().height).toBeLessThan(40)
})

test('a channel that fails is red with the reason, one that is off is switched on', async () => {
  const bodies = answerWith(
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

test('a message about several issues lists them, and an answer opens', async () => {
  answerWith([rule({})], [channel({})])
  const detail = `503 ${'the receiver is busy, '.repeat(10)}in 90 ms`
  const delivery = { at: AT, channel: 'chat', rule: 'new-own', attempts: 3, next: null, detail }
  replace(/^\/api\/deliveries/, () =>
    Response.json({
      deliveries: [
        {
          ...delivery,
          id: 'm1',
          title: '2 new issues',
          issueIds: ['aaaa1111', 'bbbb2222'],
          status: 'failed',
        },
        {
          ...delivery,
          id: 'm2',
          title: 'New: TypeError',
          issueIds: ['cccc3333'],
          status: 'sent',
          detail: '200',
        },
      ],
      nextCursor: null,
    }),
  )
  await openScreen('/alerts')
  await page.getByText('2 new issues').click()
  expect((await shown(page.getByRole('link', { name: 'aaaa1111' }))).getAttribute('href')).toBe(
    '/issues/aaaa1111',
  )
  await page
    .getByRole('table', { name: /Deliveries/ })
    .getByText('Failed')
    .click()
  expect((await shown(page.getByText(detail).last())).getBoundingClientRect().height).toBeGreaterThan(30)
  expect((await shown(page.getByRole('link', { name: 'New: TypeError' }))).getAttribute('href')).toBe(
    '/issues/cccc3333',
  )
  await expectAccessible()
})

test('while the store is down the screen says it, and a change that fails is taken back', async () => {
  answerWith([rule({})], [channel({})])
  replace(/^PATCH/, () => Response.json({ detail: 'The store does not answer.' }, { status: 503 }))
  await openScreen('/alerts')
  const toggle = await shown(page.getByRole('switch', { name: 'New issue in our own code' }))
  toggle.click()
  await shown(page.getByText(/The rule was not saved: The store does not answer/))
  await expect.poll(() => (toggle as HTMLInputElement).checked).toBe(true)
  replace(/^\/api\/(rules|channels|deliveries)/, () => Response.json({ detail: 'down' }, { status: 503 }))
  replace(/^\/health/, () => Response.json({ status: 'degraded', collector: 'ok', store: 'down', spool: {} }))
  await shown(page.getByText(/The store does not answer/).first())
})
