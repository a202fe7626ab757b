// Recordings of a Sentry SDK in its envelopes: the page at the error, without what came after it.
import { expect, test } from 'vitest'
import { eventually } from '../testing/relay-fixture.ts'
import { element, ERROR, startRecordings, text } from '../testing/recordings.ts'

const { relay, snapshots, sendEnvelope, sendRecording } = await startRecordings()

const AT = Date.now() - 5_000

const change = (at: number, data: object) => ({
  type: 3,
  timestamp: AT + at,
  data: { source: 0, adds: [], removes: [], texts: [], attributes: [], ...data },
})
const HEAD = element(3, 'head', {}, [element(4, 'style', { _cssText: '.pay { background: url(/a.png) }' })])
const BODY = element(5, 'body', { class: 'shop' }, [
  element(6, 'ul', {}, [element(7, 'li', {}, [text(8, '***')])]),
  element(9, 'input', { type: 'password', value: '' }),
  element(10, 'button', { class: 'pay', onclick: 'pay()' }, [text(11, '***')]),
])
const PAGE = { type: 0, id: 1, childNodes: [element(2, 'html', {}, [HEAD, BODY])] }

/** What happens before and after the error at `AT`. */
const EVENTS = [
  { type: 4, timestamp: AT - 3_000, data: { href: 'https://shop.example/', width: 390, height: 844 } },
  { type: 2, timestamp: AT - 3_000, data: { node: PAGE, initialOffset: { left: 0, top: 0 } } },
  // In the order of a browser: the later sibling and the child come first.
  change(-2_500, {
    adds: [
      { parentId: 20, nextId: null, node: text(21, '****') },
      { parentId: 6, nextId: 22, node: element(20, 'li', { class: 'first' }) },
      { parentId: 6, nextId: 7, node: element(22, 'li', {}) },
    ],
  }),
  change(-2_000, { removes: [{ parentId: 6, id: 7 }], texts: [{ id: 21, value: '*****' }] }),
  change(-1_500, { attributes: [{ id: 10, attributes: { class: 'pay busy', onclick: null } }] }),
  { type: 3, timestamp: AT - 1_000, data: { source: 5, id: 9, text: '******', isChecked: false } },
  ...[1, 6].map((id) => ({ type: 3, timestamp: AT - 900, data: { source: 3, id, x: 0, y: 40.4 } })),
  { type: 3, timestamp: AT - 500, data: { source: 2, type: 2, id: 10, x: 1, y: 1 } },
  change(700, { removes: [{ parentId: 5, id: 10 }] }),
]

test('the page is as it was at the error, and what the user did is listed', async () => {
  const event = {
    event_id: ERROR,
    timestamp: AT / 1000,
    exception: { values: [{ type: 'Error', value: 'x' }] },
  }
  expect((await sendEnvelope([{ event_id: ERROR }, { type: 'event' }, event])).status).toBe(200)
  expect((await sendRecording(EVENTS)).status).toBe(200)
  await eventually(() => expect(snapshots).toHaveLength(1))
  expect(snapshots[0]).toMatchObject({
    source: 'sentry',
    digest: '',
    givenDigests: [ERROR],
    service: 'shop-web',
    user: '17',
    at: AT - 500,
    width: 390,
    height: 844,
    html:
      '<html><head></head><body class="shop"><ul><li class="first" style="translate:0px -40px">*****</li>' +
      '<li style="translate:0px -40px"></li></ul><input type="password" value="******">' +
      '<button class="pay busy">***</button>' +
      '<i id="errata-view" style="position:absolute;left:0px;top:40px"></i></body></html>',
    css: '.pay { background:  none  }',
    inputs: 1,
    events: [
      { at: AT - 1_000, text: 'input input', page: 1 },
      { at: AT - 500, text: 'click button.pay.busy', page: 0 },
    ],
    unread: [],
  })
})

test('the page is stored at the moments of the last actions, and five seconds before', async () => {
  const start = AT - 20_000
  const at = (milliseconds: number, data: object) => ({ type: 3, timestamp: start + milliseconds, data })
  const label = (milliseconds: number, value: string) =>
    at(milliseconds, { source: 0, adds: [], removes: [], texts: [{ id: 11, value }], attributes: [] })
  const click = (milliseconds: number) => at(milliseconds, { source: 2, type: 2, id: 10 })
  const key = (milliseconds: number, text: string) => at(milliseconds, { source: 5, id: 9, text })
  const link = element(4, 'link', { rel: 'stylesheet', href: 'https://cdn.example/a-C0ffee12.css?v=1' })
  const ownStyles = element(30, 'style', { _cssText: 'p { color: red }' })
  const html = element(2, 'html', {}, [element(3, 'head', {}, [link, ownStyles]), BODY])
  const events = [
    { type: 2, timestamp: start, data: { node: { type: 0, id: 1, childNodes: [html] } } },
    ...Array.from({ length: 12 }, (_, step) => [label(step * 100, '*'.repeat(step + 1)), click(step * 100)]),
    key(5_000, '*'),
    key(5_100, '**'),
    key(5_200, '***'),
    label(6_000, '+'),
    label(19_000, '++'),
  ].flat()
  const count = snapshots.length
  expect((await sendRecording(events, ['b'.repeat(32)])).status).toBe(200)
  await eventually(() => expect(snapshots).toHaveLength(count + 1))
  const { events: moments, pages, html: last, css, unread } = snapshots.at(-1)!
  const pageOf = (text: string): string[] =>
    moments.flatMap((each) => (each.text === text && each.page !== null ? [pages[each.page]!] : []))
  expect(moments.filter(({ text: action }) => action.startsWith('click'))).toHaveLength(12)
  // Eight moments with a page: seven of twelve clicks, and the last of the keys.
  expect(pageOf('click button.pay').map((page) => /<button[^>]*>(.*?)</.exec(page)?.[1]?.length)).toEqual([
    6, 7, 8, 9, 10, 11, 12,
  ])
  expect(pageOf('input input')).toEqual([expect.stringContaining('value="***"')])
  expect(moments.filter(({ text: action }) => action === '')).toEqual([
    { at: start + 14_000, text: '', page: expect.any(Number) as number },
  ])
  expect([pageOf('')[0], last]).toEqual([expect.stringContaining('>+<'), expect.stringContaining('>++<')])
  expect(css).toBe('p { color: red }')
  expect(unread).toEqual([{ path: '/a-C0ffee12.css', media: '', at: 0 }])
})

/** Recordings that were left out since the start. */
async function leftOut(): Promise<string | undefined> {
  const metrics = await (await fetch(`${relay.url}/metrics`)).text()
  return /replay_recording"\} (\d+)/.exec(metrics)?.[1]
}

test('a recording that names no error, or has no page, is left out and counted', async () => {
  expect((await sendRecording(EVENTS, [])).status).toBe(200)
  expect(await leftOut()).toBe('1')
  for (const events of [[], {}, [null, { type: 2 }], EVENTS.slice(2), 'x'])
    expect((await sendRecording(events)).status).toBe(200)
  expect((await sendRecording(EVENTS)).status).toBe(200)
  await eventually(() => expect(snapshots).toHaveLength(2))
})
