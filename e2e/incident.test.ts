// The file of an incident: downloaded from an issue or a trace, opened in another installation by drop.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Incident as File } from '../contract/incident.ts'
import { expectAccessible } from './testing/accessibility.ts'
import { type Incident, sendIncident } from './testing/incident.ts'
import { press } from './testing/issues.ts'
import { startStack, type Stack } from './testing/stack.ts'
import { startStackWithBrowser } from './testing/stack-with-browser.ts'
import { waitFor } from './testing/wait-for.ts'

const { stack, browser } = startStackWithBrowser()
let incident: Incident
/** Another installation, without data. */
let empty: Stack
let ofIssue: string
let ofTrace: string
beforeAll(async () => {
  empty = await startStack()
  incident = await sendIncident(stack.url, 'PaymentError')
  ofIssue = await download(`/issues/${incident.issueId}`, (page) => press(page, 's'))
  ofTrace = await download(`/traces/${incident.traceId}`, (page) =>
    page.getByRole('button', { name: 'Download as a file' }).click(),
  )
})
afterAll(() => empty.close())

/** The content of the file that an action in a page makes. */
async function download(path: string, act: (page: Page) => Promise<unknown>): Promise<string> {
  const { page, close } = await browser.open(stack.url + path)
  await page.getByText('quote-api’s clock').waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), act(page)])
  expect(file.suggestedFilename()).toMatch(/^errata-incident-[\w]+\.json$/)
  await page.getByText(`Saved as ${file.suggestedFilename()}`).waitFor()
  const content = readFileSync(await file.path(), 'utf8')
  await close()
  return content
}

/** Drops a file on a page, as soon as the page says that it expects one. */
async function dropFile(page: Page, content: string): Promise<void> {
  const drag = (type: 'dragover' | 'drop', text: string) =>
    page.evaluate(
      ([name, body]) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([body ?? ''], 'errata-incident-test.json'))
        const event = new DragEvent(name ?? '', { dataTransfer, bubbles: true, cancelable: true })
        document.body.dispatchEvent(event)
      },
      [type, text],
    )
  await waitFor('the drop is expected', async () => {
    await drag('dragover', '')
    return page.getByText('Drop the incident file to open it').isVisible()
  })
  await drag('drop', content)
}

/** Opened over the status: it asks for none of what an incident has. */
async function openFile(content: string, view = {}) {
  const session = await browser.open(`${empty.url}/status`, view)
  await session.page.getByRole('heading', { level: 1 }).waitFor()
  const requests: string[] = []
  session.page.on('request', (request) => {
    requests.push(new URL(request.url()).pathname)
  })
  await dropFile(session.page, content)
  await session.page.waitForURL(/\/incident/)
  return { ...session, requests }
}

test('a file has the issue, the event, its release and its trace, and says what it is', () => {
  const file = JSON.parse(ofIssue) as File
  expect(file).toMatchObject({
    format: 'errata-incident',
    version: 1,
    origin: stack.url,
    issue: { id: incident.issueId, type: 'PaymentError', assignee: null },
    event: { digest: incident.digest, breadcrumbs: expect.any(Array) },
    releases: [{ service: 'shop-web', release: '2026.11.3' }],
    trace: { traceId: incident.traceId, totalSpans: 14, truncated: false },
  })
  expect(file.event?.frames[0]?.function).toBe('cartTotal')
  expect(file.trace?.spans).toHaveLength(14)
  const failed = file.trace?.spans.find(({ spanId }) => spanId === incident.spanIds.get('quote'))
  expect(failed?.details?.attributes['error.type']).toBe('UpstreamTimeout')
  expect(JSON.parse(ofTrace)).toMatchObject({ issue: null, event: null, trace: { totalSpans: 14 } })
})

test('another installation shows the issue and the trace from the file alone, and leads back', async () => {
  const { page, requests, close } = await openFile(ofIssue)
  const band = page.getByRole('region', { name: 'Incident from a file' })
  await band.getByText(`by ${stack.url}`).waitFor()
  await page.getByRole('heading', { level: 1, name: /PaymentError Cannot read/ }).waitFor()
  await page.getByText('cartTotal').first().waitFor()
  const row = page.getByRole('listitem').filter({ hasText: '504' })
  await row.locator('summary').click()
  await row.getByText('UpstreamTimeout').waitFor()
  for (const name of ['Resolve', 'Ignore until…', 'Assign', 'Add note'])
    expect(await page.getByRole('button', { name }).count()).toBe(0)
  await row.locator('summary').focus()
  await press(page, 't')
  const selected = page.locator('[role=treeitem][aria-selected=true]')
  await selected.filter({ hasText: 'quote' }).waitFor()
  await page.getByRole('complementary', { name: 'Selected span' }).getByText('UpstreamTimeout').waitFor()
  await page.getByRole('searchbox', { name: 'Filter spans' }).fill('error.type:Upstream')
  await page.getByText('1 of 14 spans matches').waitFor()
  await page.reload()
  await selected.waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  expect(requests.filter((path) => /^\/api\/(?:issues\/|events|traces|facets|trend)/.test(path))).toEqual([])
  await band.getByRole('button', { name: 'Close the file' }).click()
  await page.waitForURL(`${empty.url}/status`)
  await page.goto(`${empty.url}/incident`)
  await page.getByRole('heading', { name: 'No incident is open' }).waitFor()
  await close()
})

test('a trace alone is opened by the picker of /lookup', async () => {
  const { page, close } = await browser.open(`${empty.url}/lookup`)
  const picker = page.getByRole('button', { name: 'Open an incident file' })
  await picker.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await page.getByRole('alert').getByText('The file is not JSON').waitFor()
  await picker.setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(ofTrace) })
  await page.getByRole('treeitem', { name: /GET \/cart\/quote/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Copy link' }).count()).toBe(0)
  await close()
})

test('Ctrl K has the download', async () => {
  const { page, close } = await browser.open(`${stack.url}/issues/${incident.issueId}`)
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  await press(page, 'Control+k')
  await page.getByRole('combobox').fill('download')
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Enter')])
  expect(file.suggestedFilename()).toBe(`errata-incident-${incident.digest}.json`)
  await close()
})

/** The file with one value replaced: `path` as in `event.at`. */
function withValue(path: string, value: unknown): string {
  const file = JSON.parse(ofIssue) as Record<string, unknown>
  const names = path.split('.')
  const last = names.pop() ?? ''
  const parent = names.reduce((object, name) => object[name] as Record<string, unknown>, file)
  parent[last] = value
  return JSON.stringify(file)
}

test('a file of another kind, a damaged or hostile one is refused with a message', async () => {
  const { page, close } = await browser.open(`${empty.url}/releases`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const files: [string, string][] = [
    ['<!doctype html>', 'The file is not JSON'],
    ['', 'The file is not JSON'],
    ['[1, 2]', 'not an Errata incident'],
    ['{"format":"errata-incident","version":2}', 'has version 2 of the format'],
    ['{"format":"errata-incident","version":1}', 'createdAt is missing'],
    [withValue('event.frames', 'x'.repeat(100)), 'event.frames is not a list'],
    [withValue('event.at', 'yesterday'), 'event.at is not a time'],
    [withValue('event.attributes', { a: {} }), 'event.attributes.a is not a text'],
    [
      withValue('event.commit', { id: 'c', link: 'javascript:alert(1)' }),
      'event.commit.link is not an address',
    ],
    [withValue('trace.spans.3.durationNs', -1), 'trace.spans.3.durationNs is not a number of 0 or more'],
    [
      withValue(
        'trace.spans',
        Array.from({ length: 2_001 }, () => 1),
      ),
      'a list of at most 2000',
    ],
    [' '.repeat(21_000_000), 'The file has 21.0 MB. An incident has at most 20.0 MB'],
  ]
  for (const [content, sentence] of files) {
    await dropFile(page, content)
    await page.getByRole('alert').getByText(sentence).waitFor()
    expect(new URL(page.url()).pathname).toBe('/releases')
  }
  await close()
})

test('text of a file stays text, and its spans may form a cycle', async () => {
  const file = JSON.parse(withValue('issue.type', '\u202E<img src=x onerror=alert(1)>')) as File
  file.origin = '\u202Emoc.elpmaxe'
  for (const span of file.trace?.spans ?? []) span.parentSpanId = span.spanId
  const { page, consoleLines, close } = await openFile(JSON.stringify(file))
  const title = page.getByRole('heading', { level: 1 })
  await title.filter({ hasText: '[RLO]<img src=x onerror=alert(1)>' }).waitFor()
  await page.getByText('[RLO]moc.elpmaxe').waitFor()
  await page.getByRole('button', { name: 'Trace', exact: true }).click()
  await page.getByRole('treeitem').first().waitFor()
  expect(consoleLines().filter((line) => /uncaught|error/i.test(line))).toEqual([])
  await close()
})

test.for(
  [1440, 390].flatMap((width) => (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme }))),
)('at $width px, $colorScheme: fits and is accessible', async ({ width, colorScheme }) => {
  const { page, close } = await openFile(ofIssue, { width, height: 900, colorScheme })
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Trace', exact: true }).click()
  await page.getByRole('treeitem').first().waitFor()
  // On a phone the panel is a sheet, which covers what lies below it.
  await page.keyboard.press('o')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close the file' }).click()
  await page.goto(`${empty.url}/lookup`)
  await page.getByRole('heading', { name: 'Open an incident file' }).waitFor()
  await expectAccessible(page)
  await close()
})
