// The file of an incident: downloaded from an issue or a trace, opened by drop or from /lookup.
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Incident } from '../../../../contract/incident.ts'
import { openScreen, type View } from '../../testing/open-screen.tsx'
import { expectAccessible, press, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'

type Data = { issueId: string; digest: string; traceId: string; quote: string }

const { data, requests } = await playRecording('timeline')
const { issueId, digest, traceId, quote } = data as Data

const button = (name: string, options = {}) => page.getByRole('button', { name, ...options })
const rows = () => page.getByRole('treeitem')
/** The first test downloads them. */
let fromIssue: string
let fromTrace: string

/** The content of the file that an action on a screen makes. */
async function download(path: string, act: () => Promise<unknown>): Promise<string> {
  const create = vi.spyOn(URL, 'createObjectURL')
  await openScreen(path)
  await shown(page.getByText(/quote-api’s clock/))
  await act()
  await shown(page.getByText(/Saved as errata-incident-\w+\.json/))
  const [blob] = create.mock.calls.at(-1) ?? []
  create.mockRestore()
  return (blob as Blob).text()
}

/** Drops a file on the page, as soon as the page expects one. */
async function dropFile(content: string): Promise<void> {
  const drag = (type: 'dragover' | 'drop', text: string) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([text], 'errata-incident-test.json'))
    document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  }
  await expect
    .poll(() => {
      drag('dragover', '')
      return page.getByText(/Drop the incident file to open it/).elements().length
    })
    .toBe(1)
  drag('drop', content)
}

/** Opened over /lookup: it requests nothing of what an incident has. */
async function openFile(content: string, view: View = {}) {
  const screen = await openScreen('/lookup', view)
  await dropFile(content)
  await expect.poll(() => screen.url().pathname).toBe('/incident')
  return screen
}

/** The file with one value replaced: `path` as in `event.at`. */
function withValue(path: string, value: unknown): string {
  const file = JSON.parse(fromIssue) as Record<string, unknown>
  const names = path.split('.')
  const last = names.pop() ?? ''
  const parent = names.reduce((object, name) => object[name] as Record<string, unknown>, file)
  parent[last] = value
  return JSON.stringify(file)
}

test('the files of an issue and of a trace have what the screens show', async () => {
  fromIssue = await download(`/issues/${issueId}`, () => press('s'))
  fromTrace = await download(`/traces/${traceId}`, () => button('Download as a file').click())
  const file = JSON.parse(fromIssue) as Incident
  expect(file).toMatchObject({
    format: 'errata-incident',
    version: 1,
    origin: location.origin,
    issue: { id: issueId, type: 'PaymentError', assignee: null },
    event: { digest, breadcrumbs: expect.any(Array) },
    releases: [{ service: 'shop-web', release: '2026.11.3' }],
    trace: { traceId, totalSpans: 14, truncated: false },
  })
  expect(file.event?.frames[0]?.function).toBe('cartTotal')
  expect(file.trace?.spans).toHaveLength(14)
  const failed = file.trace?.spans.find(({ spanId }) => spanId === quote)
  expect(failed?.details?.attributes['error.type']).toBe('UpstreamTimeout')
  expect(JSON.parse(fromTrace)).toMatchObject({ issue: null, event: null, trace: { totalSpans: 14 } })
})

test('Ctrl K has the download', async () => {
  await openScreen(`/issues/${issueId}`)
  await shown(page.getByRole('heading', { name: /Timeline/ }))
  await press('{Control>}k{/Control}')
  await shown(page.getByRole('combobox', { name: /Go to/ }))
  await press('download', '{Enter}')
  await shown(page.getByText(`Saved as errata-incident-${digest}.json`))
})

test('a file alone shows its issue and its trace, also after a reload, and leads back', async () => {
  const screen = await openFile(fromIssue)
  const band = page.getByRole('region', { name: /Incident from a file/ })
  await shown(band.getByText(`by ${location.origin}`, { exact: false }))
  await shown(page.getByRole('heading', { level: 1, name: /PaymentError Cannot read/ }))
  await shown(page.getByText(/cartTotal/))
  const row = page.getByRole('listitem').filter({ hasText: '504' })
  const summary = (await shown(row)).querySelector('summary')!
  summary.click()
  await shown(row.getByText(/UpstreamTimeout/))
  for (const name of ['Resolve', 'Ignore until…', 'Assign', 'Add note'])
    expect(button(name).elements().length).toBe(0)
  summary.focus()
  await press('t')
  const selected = page.getByRole('treeitem', { selected: true })
  await shown(selected.filter({ hasText: 'quote' }))
  await shown(page.getByRole('complementary', { name: /Selected span/ }).getByText(/UpstreamTimeout/))
  await userEvent.fill(page.getByRole('searchbox', { name: /Filter spans/ }), 'error.type:Upstream')
  await shown(page.getByText(/1 of 14 spans matches/))
  await screen.reload()
  await shown(selected)
  screen.back()
  await shown(page.getByRole('heading', { name: /Timeline/ }))
  expect(requests.filter((path) => /^\/api\/(?:issues\/|events|traces|facets|trend)/.test(path))).toEqual([])
  await band.getByRole('button', { name: /Close the file/ }).click()
  await expect.poll(() => screen.url().pathname).toBe('/lookup')
  await openScreen('/incident')
  await shown(page.getByRole('heading', { name: /No incident is open/ }))
})

test('a trace alone is opened by the picker of /lookup', async () => {
  await openScreen('/lookup')
  const picker = button('Open an incident file')
  await userEvent.upload(picker, new File(['hello'], 'a.txt'))
  await shown(page.getByRole('alert').getByText(/The file is not JSON/))
  await userEvent.upload(picker, new File([fromTrace], 'a.json'))
  await shown(page.getByRole('treeitem', { name: /GET \/cart\/quote/ }))
  expect(button('Copy link').elements().length).toBe(0)
})

test('a file of another kind, a damaged or hostile one is refused with a message', async () => {
  const screen = await openScreen('/lookup')
  const files: [content: string, message: string][] = [
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
    [
      withValue(
        'event.attributes',
        Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`a${index}`, 'b'])),
      ),
      'event.attributes is not an object of at most 1000 members',
    ],
    [' '.repeat(21_000_000), 'The file has 21.0 MB. An incident has at most 20.0 MB'],
  ]
  for (const [content, message] of files) {
    await dropFile(content)
    await shown(page.getByRole('alert').getByText(message, { exact: false }))
    expect(screen.url().pathname).toBe('/lookup')
  }
})

test('text of a file stays text, and its spans may form a cycle', async () => {
  const file = JSON.parse(withValue('issue.type', '\u202E<img src=x onerror=alert(1)>')) as Incident
  file.origin = '\u202Emoc.elpmaxe'
  for (const span of file.trace?.spans ?? []) span.parentSpanId = span.spanId
  await openFile(JSON.stringify(file))
  const title = page.getByRole('heading', { level: 1 })
  await shown(title.filter({ hasText: '[RLO]<img src=x onerror=alert(1)>' }))
  await shown(page.getByText(/\[RLO\]moc\.elpmaxe/))
  await button('Trace').click()
  await shown(rows())
})

test.for([1440, 390].flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme }))))(
  'at $width px, $theme: fits and is accessible',
  async (view) => {
    await openFile(fromIssue, view)
    await shown(page.getByRole('heading', { name: /Timeline/ }))
    await expectAccessible()
    await button('Trace').click()
    await shown(rows())
    // On a phone the panel is a sheet, which covers what is below it.
    await press('o')
    await expectAccessible()
  },
)
