// The health of an installation: with sample data nothing to warn about, and while the store is down, what is
// queued for it.
import { expect, test } from 'vitest'
import type { Event, IssuesAnswer } from '../contract/issues.ts'
import type { ServicesAnswer } from '../contract/search.ts'
import type { DeliveryAnswer, StatusAnswer } from '../contract/status.ts'
import { openScreen } from './testing/browser-session.ts'
import { getJson, post } from './testing/http.ts'
import { sendSampleDay } from './testing/sample/sample-data.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'
import { attributes, exceptionLog } from './testing/telemetry.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = startStackWithBrowser()
const open = () => openScreen(browser, `${stack.url}/status`)

test('an installation that has received nothing reports it, and another one the rate of events', async () => {
  const { page, close } = await open()
  await page.getByRole('heading', { name: 'Ready: nothing received yet' }).waitFor()
  const stage = page.getByRole('list', { name: 'Path of an event' }).getByRole('listitem').first()
  expect(await stage.textContent()).toContain('Nothing received yet')
  for (let count = 0; count < 6; count++)
    await post(`${stack.url}/monitoring`, exceptionLog({ service: 'first' }).body)
  await waitFor('six events', async () => {
    const { minutes = [] } = await getJson<StatusAnswer>(`${stack.url}/api/status`)
    return minutes.length === 60 && minutes.reduce((sum, count) => sum + count, 0) === 6
  })
  await page.keyboard.press('r')
  await page.getByRole('heading', { name: 'All systems operational' }).waitFor()
  expect(await stage.textContent()).toContain('0.1 events a minute')
  await stage.getByRole('img', { name: /^6 events in the last hour, at most [3-6] a minute$/ }).waitFor()
  await page.getByText('0 B of 512 MiB').waitFor()
  await close()
})

test('a number that is missing in a session is shown as a lost record', async () => {
  for (const number of [1, 3]) {
    const { body } = exceptionLog({ service: 'numbered' })
    const [record] = body.resourceLogs[0]!.scopeLogs[0]!.logRecords
    record!.attributes.push(...attributes({ 'errata.sequence': `0123abcd ${number}` }))
    expect((await post(`${stack.url}/monitoring`, body)).status).toBe(200)
  }
  await waitFor('both records', async () => {
    const { total } = await getJson<DeliveryAnswer>(`${stack.url}/api/delivery?service=numbered`)
    return total.arrived === 2
  })
  const { page, close } = await open()
  const delivery = page.getByRole('region', { name: /Delivery/ })
  await delivery.getByText('66.67 % of the records arrived.').waitFor()
  expect(await delivery.getByRole('row', { name: /^All/ }).textContent()).toContain('1 session')
  await close()
})

test('the sample data is not taken for a proxy that hides its users', async () => {
  await sendSampleDay(stack.url, Date.now(), { servers: true })
  expect(await getJson(`${stack.url}/health`)).not.toHaveProperty('hint')
})

test('every issue of the sample data shows the line of code that failed', async () => {
  const { issues } = await getJson<IssuesAnswer>(`${stack.url}/api/issues?range=30d`)
  const samples = issues.filter(({ service }) => ['shop', 'admin'].includes(service))
  const events = await Promise.all(
    samples.map(({ latestDigest }) => getJson<Event>(`${stack.url}/api/events/${latestDigest}`)),
  )
  expect(events.map(({ frames }) => frames[0]?.file)).toEqual(
    events.map(() => expect.stringMatching(/^src\//)),
  )
  const { digest } = events.find(({ message }) => message.includes('amount'))!
  const { page, close } = await openScreen(browser, `${stack.url}/d/${digest}`)
  const source = page.getByLabel(/^Source around line/).first()
  expect(await source.textContent()).toContain('total += price.amount * quantity')
  await close()
})

test('a project of a Sentry DSN without a name is listed, also after the relay has restarted', async () => {
  const items = [{}, { type: 'event' }, { message: 'of project 42' }, { type: 'profile' }, {}]
  const envelope = items.map((item) => JSON.stringify(item)).join('\n')
  expect((await post(`${stack.url}/api/42/envelope/?sentry_key=errata`, envelope)).status).toBe(200)
  await waitFor('its service', async () => {
    const { services } = await getJson<ServicesAnswer>(`${stack.url}/api/services`)
    return services.some(({ name }) => name === 'project-42')
  })
  const { page, close } = await open()
  const sentences = page.getByRole('region', { name: 'Sentry SDKs' }).getByRole('listitem')
  await sentences.first().waitFor()
  const name =
    'Project 42 of a Sentry DSN has no name: its service is project-42. Name it with SENTRY_PROJECTS=42:NAME.'
  const leftOut = 'Items left out since the relay started: Profiles (1).'
  expect(await sentences.allTextContents()).toEqual([name, leftOut])
  const killed = stack.kill('relay')
  await waitFor('the relay', async () => {
    const pid = stack.pidOf('relay')
    return pid !== null && pid !== killed && (await fetch(`${stack.url}/health`).catch(() => null))?.ok
  })
  await page.reload()
  await sentences.first().waitFor()
  expect(await sentences.allTextContents()).toEqual([name])
  await close()
})

test('the status reports a store that is down, and what is queued for it, until it is back', async () => {
  const { page, close } = await open()
  await page.getByRole('heading', { name: 'All systems operational' }).waitFor()
  const stages = page.getByRole('list', { name: 'Path of an event' }).getByRole('listitem')
  expect(await stages.allTextContents()).toEqual([
    expect.stringContaining('Page'),
    expect.stringContaining('0 deliveries'),
    expect.stringContaining('Queued0 B'),
    expect.stringContaining('exceptions'),
  ])
  const memory = String.raw`Memory[\d.]+ MB`
  const clock = 'Clockas in this browser'
  expect(await stages.allTextContents()).toEqual([
    expect.not.stringMatching(/Memory/),
    expect.stringMatching(`Damagenone found${memory}${clock}`),
    expect.stringMatching(memory),
    expect.stringMatching(`Damagenone found${memory}${clock}`),
  ])
  expect(await page.getByRole('region', { name: 'Disk' }).textContent()).toMatch(/free of .*a day/)
  // A store that hangs is restarted by nobody: it stays down until it goes on.
  const pid = stack.pidOf('store')!
  process.kill(pid, 'SIGSTOP')
  try {
    await page.getByRole('listitem').filter({ hasText: 'The store does not answer.' }).waitFor()
    expect(await stages.last().textContent()).toContain('Does not answer')
    const { body } = exceptionLog({ service: 'waiting' })
    expect((await post(`${stack.url}/monitoring`, body)).status).toBe(200)
    await stages.filter({ hasText: /Collector.*Queued[1-9].* BOldestat most/ }).waitFor()
    await page.getByText('B queued in the collector').waitFor()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  await page.getByRole('heading', { name: 'All systems operational' }).waitFor()
  await stages.filter({ hasText: /Collector.*Queued0 B/ }).waitFor()
  await close()
})

test('while the store is down the console shows an alert, and recovers by itself', async () => {
  const { page, close } = await browser.open(stack.url)
  await page.getByRole('row').nth(1).waitFor()
  stack.kill('store')
  await page.reload()
  const alert = page.getByRole('alert').filter({ hasText: /store/i }).first()
  await waitFor('an alert', () => {
    // It is started again, and may run before the page has asked.
    if (stack.pidOf('store')) stack.kill('store')
    return alert.isVisible()
  })
  await alert.waitFor({ state: 'detached' })
  await page.getByRole('row').nth(1).waitFor()
  await close()
})
