// Style sheets that scripts change while a Sentry SDK records: the page at the error has their rules, and
// nothing in them is live or costs the snapshot.
import { expect, test } from 'vitest'
import type { Snapshot } from '../../server/snapshot.ts'
import { eventually } from '../testing/relay-fixture.ts'
import { element, ERROR, startRecordings, text } from '../testing/recordings.ts'

const { snapshots, sendRecording } = await startRecordings()
const AT = Date.now() - 5_000
const DOCUMENT = 1
const [LINK, STYLE, TEXTS, SHADOW] = [4, 5, 6, 10]

const CSS = '/* a { } */ a { color: red } @media print { b { top: 0 } i { content: "}" } } u{left:0;right:0}'
const PAGE = element(2, 'html', {}, [
  element(3, 'head', {}, [
    element(LINK, 'link', { _cssText: CSS }),
    element(STYLE, 'style', {}),
    element(TEXTS, 'style', {}, [text(7, '.t { top: 1px }')]),
    element(8, 'link', { rel: 'stylesheet', href: 'https://cdn.example/a.css' }),
  ]),
  element(9, 'body', {}, [
    element(SHADOW, 'div', {}, [{ ...element(11, 'p', { style: 'top: 0; left: 1px' }), isShadow: true }]),
  ]),
])

const rules = (id: number, change: object) => ({ source: 8, id, ...change })
const insert = (id: number, rule: unknown, index?: unknown) => rules(id, { adds: [{ rule, index }] })
const remove = (id: number, index: unknown) => rules(id, { removes: [{ index }] })
const property = (index: unknown, set: object) => ({ source: 13, id: LINK, index, set })
const mutation = (data: object) => ({ source: 0, adds: [], removes: [], texts: [], attributes: [], ...data })

/** The snapshot of a recording with these changes. */
async function snapshotOf(changes: object[], page: object = PAGE): Promise<Snapshot> {
  const count = snapshots.length
  const node = { type: 0, id: DOCUMENT, childNodes: [page] }
  const events = [
    { type: 2, timestamp: AT, data: { node } },
    ...changes.map((data, index) => ({ type: 3, timestamp: AT + 1 + index / 1_000_000, data })),
  ]
  expect((await sendRecording(events, [ERROR])).status).toBe(200)
  await eventually(() => expect(snapshots).toHaveLength(count + 1))
  return snapshots.at(-1)!
}

/** Of the linked sheet, as rules. */
const linkedOf = ({ css }: Snapshot): string[] => css.split('\n').slice(0, -1)
const [A, MEDIA, U] = [
  'a { color: red }',
  '@media print { b { top: 0 } i { content: "}" } }',
  'u{left:0;right:0}',
]

test('rules have the numbers that a browser gives them', async () => {
  const cases: [changes: object[], sheet: string[]][] = [
    [[insert(LINK, '.x{}')], ['.x{}', A, MEDIA, U]],
    [[insert(LINK, '.x{}', 1)], [A, '.x{}', MEDIA, U]],
    [[insert(LINK, '.x{}', 99)], [A, MEDIA, U, '.x{}']],
    [[remove(LINK, 1), remove(LINK, 0)], [U]],
    [
      [insert(LINK, '@layer a, b;', 0), insert(LINK, 'p{color:red', 1)],
      ['@layer a, b;', 'p{color:red}', A, MEDIA, U],
    ],
    [[insert(LINK, '.x{}', [1, 1])], [A, '@media print {b { top: 0 }', '.x{}', 'i { content: "}" }}', U]],
    [[remove(LINK, [1, 0])], [A, '@media print {i { content: "}" }}', U]],
    [
      [insert(LINK, '@media screen{@supports (top:0){}}', 0), insert(LINK, '.x{}', [0, 0, 0])],
      ['@media screen{@supports (top:0){.x{}}}', A, MEDIA, U],
    ],
    [
      [property([2], { property: 'LEFT', value: '2px', priority: 'important' })],
      [A, MEDIA, 'u{right:0; LEFT: 2px !important}'],
    ],
    [
      [property([1, 0], { property: 'left', value: '1px' })],
      [A, '@media print {b {top: 0; left: 1px}', 'i { content: "}" }}', U],
    ],
    [[{ ...property([2], {}), set: undefined, remove: { property: 'left' } }], [A, MEDIA, 'u{right:0}']],
    // The application writes the sheet anew.
    [
      [insert(LINK, '.x{}'), mutation({ attributes: [{ id: LINK, attributes: { _cssText: 'q{}' } }] })],
      ['q{}'],
    ],
  ]
  for (const [changes, sheet] of cases) expect(linkedOf(await snapshotOf(changes))).toEqual(sheet)
})

test('a sheet without a text, one whose text changes, and sheets that are adopted', async () => {
  const styles = [
    {
      styleId: 1,
      rules: [
        { rule: '.one{}', index: 0 },
        { rule: '.two{}', index: 1 },
      ],
    },
  ]
  const { css, html, unread } = await snapshotOf([
    insert(STYLE, '.a{}', 0),
    insert(TEXTS, '.lost{}', 0),
    mutation({ texts: [{ id: 7, value: '.t{}' }] }),
    insert(TEXTS, '.b{}', 1),
    { source: 15, id: DOCUMENT, styleIds: [1], styles },
    { source: 8, styleId: 1, removes: [{ index: 0 }] },
    { source: 8, styleId: 1, adds: [{ rule: '.three{}', index: 1 }] },
    { source: 15, id: SHADOW, styleIds: [1, 2], styles: [{ styleId: 2, rules: [] }] },
    { source: 8, styleId: 2, replaceSync: '.own{} .other{}' },
    mutation({ attributes: [{ id: 11, attributes: { style: { left: false, top: ['2px', 'important'] } } }] }),
    // A sheet of another origin, which the page cannot read.
    insert(8, '.none{}'),
  ])
  expect(css.split('\n').slice(1)).toEqual(['.a{}', '.t{}', '.b{}', '.two{}', '.three{}'])
  expect(html).toContain(
    '<style>.two{}\n.three{}\n.own{} .other{}</style><p style="top: 2px !important"></p>',
  )
  expect(unread).toMatchObject([{ path: '/a.css' }])
})

test('wrong numbers, unknown sheets and other values change nothing', async () => {
  const wrong = [-1, 1.5, '0', {}, [], [0, 0], [9, 0], [1, 1, 0], ['x'], Array(100_000).fill(0), 1e300, true]
  const { css } = await snapshotOf([
    ...wrong.flatMap((index) => [property(index, { property: 'top', value: '9px' }), remove(LINK, index)]),
    ...wrong.slice(0, 9).map((index) => insert(LINK, '.x{}', index)),
    ...['', '.x{} .y{}', ' ', 7, null, {}].map((rule) => insert(LINK, rule, 0)),
    ...[0, 77, null, 'x', 9].map((id) => ({ source: 8, id, adds: [{ rule: '.x{}' }] })),
    { source: 8, styleId: 5, id: LINK, adds: [{ rule: '.x{}' }] },
    ...[null, {}, [null], 'x'].flatMap((list) => [
      rules(LINK, { adds: list, removes: list, replace: list === 'x' ? 1 : list }),
      { source: 15, id: DOCUMENT, styleIds: list, styles: list },
      { source: 13, id: LINK, index: [0], set: list },
    ]),
    property([0], { property: 'top', value: '0 } .x { top: 0' }),
    property([0], { property: 7, value: '1px' }),
    mutation({ attributes: [{ id: 11, attributes: { style: [null, { a: 1 }] } }] }),
  ])
  expect(css.replaceAll(/\s/g, '')).toBe([A, MEDIA, U, '.t { top: 1px }'].join('').replaceAll(' ', ''))
})

test('what is inserted is as harmless as any other style', async () => {
  const url = 'https://attacker.example/'
  const rule = `.x { background: url(${url}); content: "</style><script>" }`
  const { css, html } = await snapshotOf([
    ...[
      rule,
      `@import "${url}";`,
      `@font-face { src: url(${url}) }`,
      '.y { top: 0 } /*',
      `.z { a: "`,
      '.w{([',
    ].map((text_) => insert(STYLE, text_, 0)),
    insert(STYLE, '@media print {}', 0),
    insert(STYLE, rule, [0, 0]),
    property([0], { property: 'background', value: `url(${url})` }),
    property([0], { property: `x: url(${url}); y`, value: 'u\\72l("' + url + '")' }),
    { source: 15, id: DOCUMENT, styleIds: [1], styles: [{ styleId: 1, rules: [{ rule }] }] },
    { source: 15, id: SHADOW, styleIds: [1] },
    { source: 8, styleId: 1, replace: `${rule} @import url(${url});` },
    mutation({ attributes: [{ id: 11, attributes: { style: { background: `url(${url})`, '"><a': '1' } } }] }),
  ])
  expect(css + html).not.toMatch(/attacker|@import|@font-face|"><a/)
  expect([css.match(/<\//), html.match(/<\/style/g)]).toEqual([null, ['</style']])
  expect(css).toContain('@media print {.x {')
})

test('tens of thousands of rules, and a large sheet in a thousand shadow roots', async () => {
  const many = Array.from({ length: 60_000 }, () => ({ rule: 'a{}', index: 0 }))
  const { css } = await snapshotOf([rules(STYLE, { adds: many }), insert(STYLE, '.more{}', 0)])
  expect(css.split('\n').length).toBeGreaterThan(10_000)

  const hosts = Array.from({ length: 1_000 }, (_, at) =>
    element(100 + at, 'div', {}, [{ ...text(2_000 + at, '*'), isShadow: true }]),
  )
  const large = Array.from({ length: 500 }, (_, at) => `.rule-${at}{color:red}`).join('')
  const shared = { styleId: 1, rules: [{ rule: `@media all{${large}}` }] }
  const { html } = await snapshotOf(
    hosts.map(({ id }) => ({ source: 15, id, styleIds: Array(100).fill(1), styles: [shared] })),
    element(2, 'html', {}, [element(3, 'body', {}, hosts)]),
  )
  expect(html.match(/<template/g)).toHaveLength(1_000)
  expect(html.match(/<style>/g)!.length).toBeGreaterThan(50)
})
