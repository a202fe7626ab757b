// Rules and deliveries with answers that a fresh store does not have.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Me } from '../../../../contract/people.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { all, expectAccessible, gone, press, select, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'
import { answerWith, AT, bodyOf, channel, form, LONG, rule } from './testing/alerts.ts'

const recording = await playRecording('empty')

const rows = () => all('table[aria-label=Rules] tbody tr[data-row]')

test('a rule is a sentence whose parts change what is previewed and saved', async () => {
  const bodies = answerWith(
    recording,
    [rule({ channels: ['chat'] })],
    [channel({}), channel({ id: 'b', name: 'b' })],
  )
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

test('a new rule is written from its first field on, and is on when it is saved', async () => {
  const added = rule({ id: 'added', name: 'A service is silent', when: 'silence' })
  const bodies = answerWith(recording, [rule({ channels: ['chat'] })], [channel({})], added)
  const screen = await openScreen('/alerts')
  await shown(page.getByRole('link', { name: 'New issue in our own code' }))
  await press('n')
  const sentence = form('New rule')
  await shown(sentence)
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT')
  await sentence.getByLabelText('Condition').selectOptions('silence')
  await sentence.getByLabelText('Minutes').fill('30')
  await sentence.getByLabelText('Minutes').click()
  await press('{Enter}')
  await expect
    .poll(() => bodyOf(bodies, '/api/rules'))
    .toMatchObject({
      name: 'A service is silent',
      when: 'silence',
      threshold: { minutes: 30 },
      environment: ['production'],
      channels: ['chat'],
    })
  await expect.poll(() => screen.query('rule')).toBe('added')
})

test('a preview that is no longer wanted is cancelled, and one that fails says why', async () => {
  answerWith(recording, [rule({})], [channel({})])
  const cancelled: string[] = []
  const answer = { isSlow: true }
  recording.replace(/^POST \/api\/rules\/preview/, () =>
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
  await expect.poll(() => recording.requests.filter((request) => /preview/.test(request)).length).toBe(1)
  answer.isSlow = false
  await form('Rule').getByLabelText('Wait after a deploy').selectOptions('10')
  await shown(page.getByText(/What it would have sent is not known: Too many rows\./))
  expect(cancelled.filter((path) => /preview/.test(path)).length).toBe(1)
})

test('why, and why not: numbers, a failed evaluation, no channel, and a rule that is off', async () => {
  answerWith(
    recording,
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

test('a rule sends to the channel of the service: chosen, or where it has no channel', async () => {
  const bodies = answerWith(
    recording,
    [rule({ channels: ['chat', '@service'] }), rule({ id: 'b', name: 'Without', channels: [] })],
    [channel({})],
    rule({}),
  )
  const shop = { service: 'shop', lastSeen: AT, owners: [], repository: null, ticketTemplate: null }
  recording.replace(/^\/api\/service-settings$/, () =>
    Response.json({ services: [{ ...shop, channel: 'chat' }], channels: [] }),
  )
  await openScreen('/alerts?rule=b')
  await expect.poll(() => rows()[0]?.textContent).toContain('#shop-errors, the channel of the service')
  await expect.poll(() => rows()[1]?.textContent).toContain('the channel of the service')
  await shown(
    page.getByText('The rule has no channel: the channel of a service receives what it finds there.'),
  )
  const sentence = page.getByRole('form', { name: 'Rule' })
  await sentence.getByRole('button', { name: 'Add a channel' }).click()
  await sentence.getByRole('button', { name: 'the channel of the service' }).click()
  await shown(sentence.getByRole('button', { name: 'Remove the channel of the service' }))
  await sentence.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => bodyOf(bodies, '/api/rules/b')?.['channels']).toEqual(['@service'])
})

test('200 rules and 100 channels with long names fit, and keys move in them', async () => {
  const channels = Array.from({ length: 100 }, (_, at) =>
    channel({ id: `c${at}`, name: `${LONG} ${at}`, target: `https://${'a'.repeat(180)}.example/…` }),
  )
  const many = Array.from({ length: 200 }, (_, at) =>
    rule({ id: `r${at}`, name: `${LONG} ${at}`, channels: [`c${at % 100}`] }),
  )
  answerWith(recording, many, channels)
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

test('a message about several issues lists them, and an answer opens', async () => {
  answerWith(recording, [rule({})], [channel({})])
  const detail = `503 ${'the receiver is busy, '.repeat(10)}in 90 ms`
  const delivery = { at: AT, channel: 'chat', rule: 'new-own', attempts: 3, next: null, detail }
  recording.replace(/^\/api\/deliveries/, () =>
    Response.json({
      deliveries: [
        {
          ...delivery,
          id: 'm1',
          title: '2 new issues\u202E',
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
  await page.getByText(/2 new issues/).click()
  // A text of a page cannot change the direction of the text beside it.
  expect(document.body.textContent).toContain('2 new issues[RLO]')
  expect(document.documentElement.outerHTML).not.toContain('\u202E')
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
  answerWith(recording, [rule({})], [channel({})])
  recording.replace(/^PATCH/, () => Response.json({ detail: 'The store does not answer.' }, { status: 503 }))
  await openScreen('/alerts')
  const toggle = await shown(page.getByRole('switch', { name: 'New issue in our own code' }))
  toggle.click()
  await shown(page.getByText(/The rule was not saved: The store does not answer/))
  await expect.poll(() => (toggle as HTMLInputElement).checked).toBe(true)
  recording.replace(/^\/api\/(rules|channels|deliveries)/, () =>
    Response.json({ detail: 'down' }, { status: 503 }),
  )
  recording.replace(/^\/health/, () =>
    Response.json({ status: 'degraded', collector: 'ok', store: 'down', spool: {} }),
  )
  await shown(page.getByText(/The store does not answer/).first())
})

test('somebody with some services is told why there are no rules', async () => {
  const detail = 'This is about all services, and you may use it for some of them.'
  recording.replace(/^\/api\/(rules|channels|deliveries|digest)/, () =>
    Response.json({ detail }, { status: 403 }),
  )
  await openScreen('/alerts')
  await shown(page.getByText(/^Rules and channels are about all services, and you may view some/))
  expect(page.getByRole('alert').elements()).toEqual([])
  expect(page.getByRole('button', { name: /^New / }).elements()).toEqual([])
  await expectAccessible()
})

test('whoever may not change alerts reads them, and sees no control that the store refuses', async () => {
  answerWith(recording, [rule({ channels: ['chat'] })], [channel({})])
  const rights: Me['rights'] = [{ role: 'read', services: ['*'] }]
  const reader: Me = { name: 'Lena', email: null, method: 'invite', role: 'read', services: ['*'], rights }
  recording.replace(/^\/api\/me$/, () => Response.json(reader))
  await openScreen('/alerts?rule=new-own')
  const sentence = form('Rule')
  expect((await shown(sentence.getByLabelText('Name'))).matches(':disabled')).toBe(true)
  await expect.poll(() => page.getByRole('button', { name: 'New rule' }).elements()).toEqual([])
  expect(page.getByRole('switch').element().matches(':disabled')).toBe(true)
  for (const name of ['New channel', 'Save', 'Send a test', 'Delete rule', /^Test/, 'Send now'])
    expect([name, page.getByRole('button', { name }).elements()]).toEqual([name, []])
  const before = recording.requests.length
  for (const key of ['n', 'N', 'x', 's', 't', 'c', 'z']) await press(key)
  expect(recording.requests.slice(before).filter((request) => !request.startsWith('/'))).toEqual([])
  expect(all('form').length).toBe(2)
  await expectAccessible()
})
