// The address that opens the form of a tracker, and names of tickets.
import { assert, constantFrom, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { ticketName } from './ticket-name.ts'
import { fillTemplate } from './ticket-url.ts'

const VALUES = {
  title: 'TypeError: x & y #1',
  body: 'line\n`code`',
  link: 'https://errata.example/issues/80d682bff8fb2208',
  service: 'shop',
  type: 'TypeError',
}
const GITHUB = 'https://github.com/o/r/issues/new?title={title}&body={link}%0A%0A{body}'

test('values are percent-encoded, and other names in braces stay', () => {
  expect(fillTemplate('https://t.example/{service}?a={title}&b={b}#{type}', VALUES)).toBe(
    'https://t.example/shop?a=TypeError%3A%20x%20%26%20y%20%231&b={b}#TypeError',
  )
  expect(new URL(fillTemplate(GITHUB, VALUES)).searchParams.get('body')).toBe(
    `${VALUES.link}\n\n${VALUES.body}`,
  )
})

test('a long body is cut at the end of a line, its block of code closed, with a note behind', () => {
  const code = Array.from({ length: 2_000 }, (_, line) => `    at call (file.ts:${line}:1)`)
  const body = ['- Issue: x', '````', '```', ...code, '````', 'end'].join('\n')
  const url = fillTemplate(GITHUB, { ...VALUES, body })
  expect(url.length).toBeLessThan(8_000)
  expect(url.length).toBeGreaterThan(7_700)
  const lines = new URL(url).searchParams.get('body')!.split('\n')
  expect(lines.slice(-3)).toEqual(['````', '', '_Cut here. The rest is in Errata: see the link above._'])
  expect(lines.at(-4)).toMatch(/^ {4}at call \(file\.ts:\d+:1\)$/)
})

test('no text makes the address longer, or another one', () => {
  const binary = { unit: 'binary', size: 'max' } as const
  // Titles are cut at 200 characters; most bodies do not fit either, encoded.
  const [text, long] = [string({ ...binary, maxLength: 300 }), string({ ...binary, maxLength: 1_500 })]
  const template = constantFrom(GITHUB, 'https://t.example/?a={title}{title}{type}{service}&b={body}{body}')
  assert(
    property(template, text, long, text, (url, title, body, type) => {
      const filled = new URL(fillTemplate(url, { ...VALUES, title, body, type, service: title }))
      expect(filled.href.length).toBeLessThan(8_000)
      expect([filled.origin, filled.pathname]).toEqual([new URL(url).origin, new URL(url).pathname])
      expect([...filled.searchParams.keys()]).toEqual([...new URL(url).searchParams.keys()])
    }),
  )
})

test.each([
  ['https://github.com/O/repo-12/issues/214', '#214'],
  ['https://github.com/O/R/issues/214#issuecomment-1', '#214'],
  ['https://gitlab.example/g/p/-/issues/7', '#7'],
  ['https://gitlab.example/g/p/-/work_items/7/', '#7'],
  ['https://acme.atlassian.net/browse/SHOP-12', 'SHOP-12'],
  ['https://acme.atlassian.net/jira/software/projects/SHOP/boards/1?selectedIssue=SHOP-9', 'SHOP-9'],
  ['https://linear.app/acme/issue/ENG-345/the-cart-is-empty-2', 'ENG-345'],
  ['https://tracker.example/t?id=5', 'tracker.example'],
])('the name of %s is %s', (url, name) => {
  expect(ticketName(url)).toBe(name)
})
