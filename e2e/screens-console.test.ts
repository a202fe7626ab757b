// Releases, operations, web vitals and the status: what they show, their keys, their size.
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import type { DeliveryAnswer } from '../contract/status.ts'
import { expectAccessible } from './testing/accessibility.ts'
import { openScreen } from './testing/browser-session.ts'
import { loadDeploy, NEW_RELEASE, OLD_RELEASE, ROUTE } from './testing/deploy-data.ts'
import { getJson, post } from './testing/http.ts'
import { press, statusOf } from './testing/issues.ts'
import { fillPath, SCREEN_PATHS } from './testing/screen-paths.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'
import { attributes, exceptionLog } from './testing/telemetry.ts'
import { waitFor } from './testing/wait-for.ts'

/** Bytes of the scripts of index.html as a browser gets them, and after gzip -9. */
const BUDGET = { sent: 108_000, gzip: 120_000 }

const { stack, browser } = startStackWithBrowser()
let ids: Awaited<ReturnType<typeof loadDeploy>>
beforeAll(async () => {
  ids = await loadDeploy(stack.url)
})

const RELEASE_PATH = `/releases/shop/${NEW_RELEASE}`
const OPERATION_SEARCH = `?operation=${encodeURIComponent(`page load ${ROUTE}`)}`

test('d says what the last deploy broke: new, louder, quiet, crash-free, slower', async () => {
  const { page, close } = await open('/traces')
  await page.keyboard.press('d')
  await page.waitForURL(`**${RELEASE_PATH}`)
  for (const look of [() => Promise.resolve(null), () => page.reload()]) {
    await look()
    await page.getByRole('heading', { name: `What did ${NEW_RELEASE} break?` }).waitFor()
    const table = page.getByRole('table', { name: `Issues that changed with ${NEW_RELEASE}` })
    const groups = await table.getByRole('rowheader').allTextContents()
    expect(groups.map((text) => text.split('·')[0]!.trim())).toEqual(['New', 'Louder', 'Quiet'])
    expect(await table.getByRole('row', { name: /LouderError/ }).textContent()).toMatch(/×\d/)
    expect(await page.getByLabel('Summary').textContent()).toMatch(/session in \d+ ends in an error/)
    const slower = page.getByRole('table', { name: `Slower since ${NEW_RELEASE}` })
    expect(await slower.getByRole('row', { name: /LCP/ }).textContent()).toContain('9.02 s')
  }
  await page.getByRole('link', { name: /reading 'amount'/ }).click()
  await page.waitForURL(`**/issues/${ids.issueId}*`)
  await close()
})

test('the keys [ and ] open the previous and the next release; the browser goes back', async () => {
  const { page, close } = await open(RELEASE_PATH)
  await page.getByRole('button', { name: OLD_RELEASE }).waitFor()
  await page.keyboard.press('[')
  await page.waitForURL(`**/releases/shop/${OLD_RELEASE}`)
  await page.getByText(`was followed by ${NEW_RELEASE}`).waitFor()
  await page.keyboard.press(']')
  await page.waitForURL(`**${RELEASE_PATH}`)
  await page.goBack()
  await page.waitForURL(`**/releases/shop/${OLD_RELEASE}`)
  await close()
})

test('a release is compared with another time, which stays in the URL', async () => {
  const { page, close } = await browser.open(`${stack.url}/releases/shop/${NEW_RELEASE}`)
  const base = page.getByLabel('Compared with')
  await base.waitFor()
  expect(await base.locator('option:checked').innerText()).toBe(`the previous release, ${OLD_RELEASE}`)
  const quiet = page.getByRole('row', { name: /QuietError/ })
  await quiet.waitFor()
  await page.keyboard.press('v')
  expect(await base.evaluate((element) => element === document.activeElement)).toBe(true)
  await base.selectOption('the same hours a week earlier')
  await quiet.waitFor({ state: 'detached' })
  await page.waitForURL(/before=7d/)
  await page.getByText(/10 % or more slower than in the same hours a week earlier/).waitFor()
  await page.reload()
  await page.getByText(/10 % or more slower than in the same hours a week earlier/).waitFor()
  expect(await quiet.count()).toBe(0)
  await base.selectOption('the previous 24 hours')
  await page.getByText(/in the previous 24 hours, 1 session in/).waitFor()
  await page.goBack()
  await page.waitForURL(/before=7d/)
  await base.selectOption('')
  await quiet.waitFor()
  await close()
})

test('issues are resolved on the release that brought them, and undone; y copies the changes', async () => {
  const { page, close } = await open(RELEASE_PATH)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const table = page.getByRole('table', { name: `Issues that changed with ${NEW_RELEASE}` })
  const broken = table.getByRole('row', { name: /reading 'amount'/ })
  await broken.waitFor()
  await press(page, 'j', 'x')
  await page.getByRole('toolbar', { name: '1 issue selected' }).waitFor()
  await press(page, 'e')
  await page.getByText('TypeError resolved').waitFor()
  const resolved = broken.getByText('Resolved')
  for (const look of [() => Promise.resolve(null), () => page.reload()]) {
    await look()
    await resolved.waitFor()
    expect(await statusOf(stack.url, ids.issueId)).toBe('resolved')
  }
  await press(page, 'z')
  await resolved.waitFor({ state: 'detached' })
  await broken.getByRole('checkbox').check()
  await press(page, 'a')
  await page.getByRole('textbox', { name: 'Assign to' }).fill('Kim')
  await press(page, 'Enter')
  await broken.getByText('assigned to Kim').waitFor()
  await press(page, 'z')
  await broken.getByText('assigned to Kim').waitFor({ state: 'detached' })
  await press(page, 'y')
  await page.getByText('Markdown copied').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^# What `1\.1\.0` of shop changed\n/)
  expect(copied).toContain('## New (1 issue)')
  expect(copied).toContain(page.url())
  await close()
})

test('an action on a release that cannot be saved is reverted', async () => {
  const { page, close } = await open(RELEASE_PATH)
  const broken = page.getByRole('row', { name: /reading 'amount'/ })
  await broken.waitFor()
  await page.route('**/api/issues', (route) => route.abort())
  await press(page, 'j', 'e')
  await page.getByText(/The change was not saved/).waitFor()
  await broken.getByText('Resolved').waitFor({ state: 'detached' })
  await close()
})

test('the search box of the releases finds a part of a version, and is in the URL', async () => {
  const { page, close } = await open('/releases')
  const rows = page.getByRole('table', { name: /Releases/ }).locator('tr[data-row]')
  await expect.poll(() => rows.count()).toBe(2)
  await press(page, '/')
  await page.keyboard.type('0.0')
  await expect.poll(() => rows.allTextContents()).toEqual([expect.stringContaining(OLD_RELEASE)])
  await page.waitForURL(/q=0\.0/)
  await page.reload()
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByRole('searchbox', { name: 'Search releases' }).fill('nothing')
  await page.getByRole('button', { name: 'Remove the filters' }).click()
  await expect.poll(() => rows.count()).toBe(2)
  expect(await page.getByRole('searchbox', { name: 'Search releases' }).inputValue()).toBe('')
  await close()
})

test('the list of releases has what each one changed, and opens it by keyboard', async () => {
  const { page, close } = await open('/releases')
  const rows = page.getByRole('table', { name: /Releases/ }).locator('tr[data-row]')
  await expect.poll(() => rows.first().textContent()).toMatch(/1\.1\.0.*1 new1 back?|1\.1\.0.*1 new/)
  expect(await rows.nth(1).textContent()).toContain(OLD_RELEASE)
  expect(await rows.first().textContent()).toMatch(/% → .*%/)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${RELEASE_PATH}*`)
  await close()
})

test('web vitals have a rating for each route, and a link to its traces', async () => {
  const { page, close } = await open('/vitals')
  const row = page.getByRole('table', { name: 'Web vitals by route' }).getByRole('row', { name: ROUTE })
  expect(await row.textContent()).toContain('poor: ')
  await row.getByRole('img', { name: `LCP of ${ROUTE} over time` }).waitFor()
  await page.keyboard.press('2')
  await page.waitForURL(/vital=INP/)
  await row.getByRole('link', { name: `Traces of ${ROUTE}` }).click()
  await page.waitForURL(/\/traces\?.*attribute=http\.route/)
  await page
    .getByRole('link', { name: `page load ${ROUTE}` })
    .first()
    .waitFor()
  await close()
})

test('operations have percentiles, errors and an order in the URL; one of them has its traces', async () => {
  const { page, close } = await open('/operations')
  const row = page.getByRole('table', { name: 'Operations' }).getByRole('row', { name: /page load/ })
  expect(await row.textContent()).toContain('60 calls')
  await page.getByRole('button', { name: 'p95', exact: true }).click()
  await page.waitForURL(/by=p95/)
  await page.reload()
  await page
    .getByRole('columnheader', { name: 'p95', exact: true })
    .and(page.locator('[aria-sort]'))
    .waitFor()
  await row.getByRole('link', { name: `page load ${ROUTE}`, exact: true }).click()
  await page.waitForURL(/\/operations\/shop\?.*operation=page/)
  await page.getByRole('heading', { name: `page load ${ROUTE}` }).waitFor()
  const slow = page.getByRole('table', { name: 'Slow calls' }).getByRole('link')
  await slow.first().click()
  await page.waitForURL(/\/traces\/[0-9a-f]{32}/)
  await page.goBack()
  await page.getByRole('table', { name: 'Calls with errors' }).getByRole('row').first().waitFor()
  await page.keyboard.press('t')
  await page.waitForURL(/\/traces\?.*operation=page/)
  await close()
})

test('the status reports a store that is down, and what is queued for it, until it is back', async () => {
  const { page, close } = await open('/status')
  await page.getByRole('heading', { name: 'All systems operational' }).waitFor()
  const stages = page.getByRole('list', { name: 'Path of an event' }).getByRole('listitem')
  expect(await stages.allTextContents()).toEqual([
    expect.stringContaining('Page'),
    expect.stringContaining('0 deliveries'),
    expect.stringContaining('Queued0 B'),
    expect.stringContaining('exceptions'),
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
  const { page, close } = await open('/status')
  const delivery = page.getByRole('region', { name: /Delivery/ })
  await delivery.getByText('66.6 % of the records arrived.').waitFor()
  expect(await delivery.getByRole('row', { name: /^All/ }).textContent()).toContain('1 session')
  await close()
})

test.each(SCREEN_PATHS)('%s fits at 360 px, and is accessible, light and dark', async (path) => {
  const values = { $id: ids.issueId, $traceId: ids.traceId, $digest: ids.digest, $service: 'shop' }
  const filled = fillPath(path, { ...values, $release: NEW_RELEASE })
  const search = path === '/operations/$service' ? OPERATION_SEARCH : ''
  for (const view of [
    { width: 360, height: 780, colorScheme: 'light' },
    { width: 1440, height: 900, colorScheme: 'dark' },
  ] as const) {
    const { page, consoleLines, close } = await browser.open(stack.url + filled + search, view)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle').catch(() => {})
    expect(await page.title()).toMatch(/^\S.* · Errata$/)
    await expectAccessible(page)
    expect(consoleLines().filter((line) => /security policy|uncaught|error/i.test(line))).toEqual([])
    await close()
  }
})

test.each(['light', 'dark'] as const)('the palette is accessible, %s', async (colorScheme) => {
  const { page, close } = await browser.open(`${stack.url}/status`, { width: 360, height: 780, colorScheme })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('listbox').waitFor()
  await expectAccessible(page)
  await close()
})

test('the scripts that every screen waits for are small, and each screen has its own', async () => {
  const html = await (await fetch(stack.url, { headers: { accept: 'text/html' } })).text()
  const scripts = [...html.matchAll(/\/assets\/[\w-]+\.js/g)].map(([path]) => path)
  expect(scripts.length).toBeGreaterThan(1)
  let [sent, gzip] = [0, 0]
  for (const path of scripts) {
    const head = await fetch(stack.url + path, { headers: { 'accept-encoding': 'identity' } })
    gzip += gzipSync(await head.text(), { level: 9 }).length
    const { page, close } = await browser.open(`${stack.url}/login`)
    const [size] = await page.evaluate<number[]>(
      `fetch('${path}', { cache: 'reload' }).then((r) => r.arrayBuffer()).then(() =>
        performance.getEntriesByName(location.origin + '${path}').slice(-1).map((e) => e.encodedBodySize))`,
    )
    sent += size!
    await close()
  }
  expect([sent, sent < BUDGET.sent, gzip, gzip < BUDGET.gzip]).toEqual([sent, true, gzip, true])
  const { page, close } = await open('/status')
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.keyboard.press('g')
  await page.keyboard.press('v')
  await page.getByRole('table', { name: 'Web vitals by route' }).waitFor()
  expect(requests.filter((url) => /vitals-screen.*\.js$/.test(url))).toHaveLength(1)
  await close()
})

const open = (path: string) => openScreen(browser, stack.url + path)
