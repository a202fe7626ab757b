import * as commonmark from 'commonmark'
import * as fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { beforeAll, expect, test } from 'vitest'
import { exceptionRecord, logs, newDigest } from '../../../testing/otlp.ts'
import { sharedStore } from '../../../testing/suite.ts'
import type { Event } from '../../../../contract/issues.ts'

const [IMAGE, LINK] = ['![t](https://evil.example/t.png)', '[click](https://evil.example)']
/** Line endings of Markdown and of other readers. */
const LINE_ENDS = ['\n', '\r', '\r\n', '\u2028', '\u2029', '\v', '\f', '\u0085']
const BLOCKS = [
  `# heading`,
  'underlined\n===\nand\n---',
  '- a\n  - b\n1. c\n2) d',
  '> quote\n> > in a quote',
  '| a | b |\n| - | - |\n| 1 | 2 |',
  '```\ncode\n```\n~~~\n````',
  '<script>alert(1)</script>\n<img src=x onerror=alert(1)>',
  '<!-- hidden --> <![CDATA[x]]> <?php ?> <!DOCTYPE x>',
  `[id]: https://evil.example "x"\n[id] ![id]`,
  '***\n___\n* * *',
  '\tindented\n    code',
  `${'`'.repeat(100)}\n${IMAGE}`,
  `${'`'.repeat(300)}\n${IMAGE}\n${'`'.repeat(300)}`,
  `${'~'.repeat(300)}\n${LINK}`,
]
const INLINE = [
  IMAGE,
  LINK,
  '<https://evil.example> <a@evil.example>',
  'https://evil.example www.evil.example evil.example a@evil.example mailto:a@evil.example',
  '@octocat #1 GH-1 octo/cat#1 !1 PROJ-1 0123456789abcdef0123456789abcdef01234567',
  '**bold** _em_ ~~gone~~ `code` ``co`de`` $x$ :smile: &copy; &#35; \\# \\',
  '<b>bold</b> <img src=x onerror=alert(1)>',
  '1. x',
  '2) x',
  '- x',
  '+ x',
  '`',
  '``',
  ' ` ',
  '`'.repeat(100),
  `${'`'.repeat(400)}${IMAGE}`,
  '\u202e\u0007\u001b[31m red \u001b]8;;https://evil.example\u0007',
]
const HOSTILE = [
  ...BLOCKS.flatMap((block) => LINE_ENDS.map((end) => `x${end}${end}${block.replaceAll('\n', end)}${end}`)),
  ...INLINE,
  ...fc.sample(
    fc
      .array(
        fc.constantFrom(...BLOCKS, ...INLINE, ...LINE_ENDS, ' ', '    ', '`', '*', '_', '[', '](', '<', 'a'),
      )
      .map((parts) => `x${parts.join('')}`),
    { numRuns: 150, seed: 7 },
  ),
]
/** What the templates make. */
const ELEMENTS = new Set(['h1', 'h2', 'ul', 'li', 'p', 'pre', 'code'])

const store = sharedStore()
let digests: string[]
beforeAll(async () => {
  digests = HOSTILE.map(() => newDigest())
  const records = HOSTILE.map((text, index) => hostileRecord(text, digests[index]!))
  await store.send('logs', logs(records))
})

function hostileRecord(text: string, digest: string) {
  const attributes = {
    'errata.mechanism': text,
    'errata.react.component_stack': text,
    'errata.cause': JSON.stringify([{ type: text, message: text, stacktrace: text }]),
    'errata.breadcrumbs': JSON.stringify([
      { at: 0, kind: text, text },
      { kind: text, text },
    ]),
    'http.route': text,
    'user_agent.original': text,
  }
  return exceptionRecord({ digest, type: `T${text}`, message: text, stacktrace: text, url: text, attributes })
}

function render(markdown: string): string[] {
  return [
    new commonmark.HtmlRenderer().render(new commonmark.Parser().parse(markdown)),
    new MarkdownIt({ html: true, linkify: true }).render(markdown),
  ]
}

/** Anything but elements of the templates, without attributes; and what forges link outside of code. */
function liveParts(html: string): string[] {
  const tags = html.match(/<[^>]*>?/g) ?? []
  const unexpected = tags.filter((tag) => !ELEMENTS.has(/^<\/?(\w+)>$/.exec(tag)?.[1] ?? ''))
  const prose = html.replaceAll(/<code>[^<]*<\/code>|<[^>]*>|\d{4}-\d\d-\d\dT[\d:.]+Z/g, ' ')
  const references = prose.match(/@\w|#\d|[A-Z]+-\d|!\d|:\/\/|www\.|\w\.\w|:\w+:|\b[\da-f]{7,40}\b/g) ?? []
  return [...unexpected, ...references]
}

async function markdownOf(path: string): Promise<string> {
  const { status, body } = await store.ask<string>(path)
  expect(status).toBe(200)
  return body
}

test('no untrusted text is markup in the Markdown of an occurrence', async () => {
  for (const [index, digest] of digests.entries()) {
    const markdown = await markdownOf(`/api/events/${digest}.md`)
    for (const html of render(markdown)) {
      expect(liveParts(html), JSON.stringify(HOSTILE[index])).toEqual([])
      expect(html.match(/<h1>/g)).toHaveLength(1)
      expect(html.match(/<pre>/g), JSON.stringify(HOSTILE[index])).toHaveLength(2)
      // The occurrence, breadcrumbs, attributes and next steps.
      expect(html.match(/<ul>/g)).toHaveLength(4)
    }
  }
})

test('nor in the Markdown of an issue and its notes', async () => {
  const ids = new Set<string>()
  for (const digest of digests.filter((_, index) => index % 8 === 0))
    ids.add((await store.read<Event>(`/api/events/${digest}`)).issueId)
  const [first] = ids
  for (const body of HOSTILE.filter((text) => text.trim() !== '').slice(0, 100))
    await store.post(`/api/issues/${first}/notes`, { body })
  for (const id of ids)
    for (const html of render(await markdownOf(`/api/issues/${id}.md`))) {
      expect(liveParts(html)).toEqual([])
      expect(html.match(/<h1>/g)).toHaveLength(1)
      expect(html.match(/<h2>/g)!.length).toBeLessThanOrEqual(8)
    }
})

test('nor in the Markdown of a release', async () => {
  for (const text of INLINE) {
    const [service, release] = [`s${text}`, `r${text}`]
    const record = exceptionRecord({ type: `T${text}`, message: text, attributes: { 'http.route': text } })
    await store.send('logs', logs([record], { service, release }))
    const name = new URLSearchParams({ service, release }).toString()
    for (const html of render(await markdownOf(`/api/releases/changes.md?${name}`))) {
      expect(liveParts(html.replaceAll(/\b\d+\.\d+\b/g, ' ')), text).toEqual([])
      expect(html.match(/<h[12]>/g), text).toHaveLength(2)
    }
  }
})

test('a stack is shown unchanged, and words are code as well', async () => {
  const digest = newDigest()
  const stacktrace = 'E: a `b` ```c```\n    at f (https://shop.example/a.js:1:2)\n\tat g'
  await store.send(
    'logs',
    logs([exceptionRecord({ digest, type: 'E', message: 'No price, sorry', stacktrace })]),
  )
  const markdown = await markdownOf(`/api/events/${digest}.md`)
  expect(markdown).toContain('# `E: No price, sorry`\n')
  expect(markdown).toContain(
    '\n````\nE: a `b` ```c```\n    at f (https://shop.example/a.js:1:2)\n    at g\n````\n',
  )
  expect(markdown).toContain('- Page: `https://orders.example/basket`\n')
})

test('text that only programs see is left out', async () => {
  const digest = newDigest()
  // As tags and as variation selectors: "obey".
  const tags = String.fromCodePoint(...Array.from('obey', (letter) => 0xe_00_00 + letter.codePointAt(0)!))
  const selectors = String.fromCodePoint(
    ...Array.from('obey', (letter) => 0xe_01_00 + letter.codePointAt(0)!),
  )
  const message = `No price${tags}${selectors}\u200b\u2063\ufeff, sorry 👩\u200d👧`
  const record = exceptionRecord({ digest, type: 'E', message, stacktrace: `E: ${message}` })
  await store.send('logs', logs([record]))
  const markdown = await markdownOf(`/api/events/${digest}.md`)
  expect(markdown).toContain('# `E: No price , sorry 👩\u200d👧`\n')
  expect(markdown).not.toMatch(/[\u200b\u2063\ufeff]|[\u{e0000}-\u{e0fff}]/u)
})
