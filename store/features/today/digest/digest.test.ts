// The mail of a digest, of what the store answers: its texts and links, hostile texts, its size and colors.
import { beforeAll, expect, test } from 'vitest'
import type { Today, TodayIssue } from '../../../../contract/today.ts'
import { sendException } from '../../../testing/issues.ts'
import { newName, sharedStore } from '../../../testing/suite.ts'
import { digestHtml, digestSubject, digestText, type DigestOptions } from '../index.ts'

const store = sharedStore()

const BASE = 'https://errata.shop.example'
const WEEK: DigestOptions = {
  occasion: { kind: 'week' },
  scope: 'shop, production',
  baseUrl: `${BASE}/`,
  zone: 'Europe/Vienna',
  assigned: [],
  reason: ['Each Monday at 9:00. ', { text: 'Stop this mail', url: `${BASE}/alerts` }, '.'],
}
const DAY_MS = 86_400_000

let today: Today

beforeAll(async () => {
  const service = newName()
  const error = { service, type: 'CartError', message: 'The cart is empty' }
  await sendException(store, { ...error, at: Date.now() - 60_000 })
  const since = new Date(Date.now() - 7 * DAY_MS).toISOString()
  today = await store.read<Today>(`/api/today?since=${since}&service=${service}`)
})

/** All lists as long as they may be, and every text as long as a page can make it. */
function fullOf(text: string): Today {
  const [first] = today.new.issues
  const issue = { ...first!.issue, type: text, message: text, culprit: text, service: text, assignee: text }
  const group = (count: number, change: TodayIssue['change']): Today['new'] => ({
    total: 100_000,
    issues: Array.from({ length: count }, () => ({ ...first!, issue, change, usual: 40 })),
  })
  const release = { ...today.releases.releases[0]!, service: text, release: text, before: 0.99 }
  const slower = {
    kind: 'vital',
    name: 'LCP',
    place: text,
    service: text,
    before: 900,
    since: 2_400,
  } as const
  return {
    ...today,
    new: group(8, 'new'),
    back: group(5, 'back'),
    louder: group(5, 'louder'),
    quiet: group(5, 'quiet'),
    releases: { total: 50, releases: Array.from({ length: 5 }, () => release) },
    slower: Array.from({ length: 6 }, () => ({ ...slower, count: 40 })),
    delivery: { now: { sent: 2_871_004, arrived: 2_800_000 }, usual: { sent: 9, arrived: 9 } },
  }
}

/** As many people and issues as a channel has, with a text in place of each. */
function assignedOf(text: string): DigestOptions['assigned'] {
  const [first] = today.new.issues
  const issue = { ...first!.issue, type: text, message: text, service: text }
  return Array.from({ length: 6 }, () => ({
    name: text,
    open: 100_000,
    issues: Array.from({ length: 5 }, () => issue),
  }))
}

test('the open issues of each person are a part of their own', () => {
  const [{ issue }] = today.new.issues as [TodayIssue]
  const assigned = [{ name: 'Ada Lovelace', open: 7, issues: [issue] }]
  for (const content of [
    digestHtml(today, { ...WEEK, assigned }),
    digestText(today, { ...WEEK, assigned }),
  ]) {
    expect(content).toContain('Assigned to Ada Lovelace')
    expect(content).toContain('1 of 7 open')
  }
})

test('a digest names what changed, with links to the console', () => {
  const html = digestHtml(today, WEEK)
  const text = digestText(today, WEEK)
  const [{ issue }] = today.new.issues as [TodayIssue]
  for (const content of [html, text]) {
    expect(content).toContain('CartError: The cart is empty')
    expect(content).toContain(`${BASE}/issues/${issue.id}`)
    expect(content).toContain('1 event')
    expect(content).toMatch(/The week from \d+ \w+ to \d+ \w+/)
    expect(content).toContain('Stop this mail')
  }
  expect(digestSubject(today, WEEK)).toMatch(/^Errata, \d+ \w+ to \d+ \w+: .*1 new$/)
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)
  expect(links.length).toBeGreaterThan(4)
  expect(links.filter((url) => !url!.startsWith(`${BASE}/`))).toEqual([])
})

test('the digest of a release has its name', () => {
  const occasion = { kind: 'release', service: 'shop', release: '2.1.0' } as const
  expect(digestText(today, { ...WEEK, occasion })).toMatch(/^The first day of 2\.1\.0 of shop, shop/)
  expect(digestSubject(today, { ...WEEK, occasion })).toMatch(/^Errata, shop 2\.1\.0: /)
})

test('a quiet week has the totals, and no empty part', async () => {
  const quiet = await store.read<Today>(`/api/today?service=${newName()}`)
  const text = digestText(quiet, WEEK)
  expect(text).toContain('0 new, 0 back, 0 louder, 0 quiet. 0 events, 0 users.')
  expect(text).not.toMatch(/What changed|Releases|Slower|Quiet since|Errata itself/)
  expect(digestSubject(quiet, WEEK)).toContain('nothing new')
})

test.each([
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  'a\r\nBcc: everybody@shop.example',
  '\u202Etxt.exe\u2066',
  '</td></tr></table><h1>Not ours</h1>',
  '&lt;b&gt; &amp; \u0000',
  '\uD800 half',
])('a page cannot write markup or a header with %j', (hostile) => {
  const full = fullOf(hostile)
  const html = digestHtml(full, { ...WEEK, scope: hostile, assigned: assignedOf(hostile) })
  const plain = digestHtml(fullOf('x'), { ...WEEK, scope: 'x', assigned: assignedOf('x') })
  expect(tagsOf(html)).toEqual(tagsOf(plain))
  expect(namesOf(html)).toEqual(namesOf(plain))
  const subject = digestSubject(full, {
    ...WEEK,
    occasion: { kind: 'release', service: hostile, release: hostile },
  })
  expect(subject + digestText(full, WEEK)).not.toMatch(/\r|[\u202a-\u202e\u2066-\u2069]|\nBcc/)
  expect(subject).not.toContain('\n')
})

test.each(['"', '\u{1F4A5}', 'm', '& '])(
  'with all lists full of %j a mail has at most 100 kB',
  async (unit) => {
    const [full, assigned] = [fullOf(unit.repeat(20_000)), assignedOf(unit.repeat(20_000))]
    expect(Buffer.byteLength(digestHtml(full, { ...WEEK, assigned }))).toBeLessThanOrEqual(100_000)
    expect(Buffer.byteLength(digestText(full, { ...WEEK, assigned }))).toBeLessThanOrEqual(100_000)
  },
)

test('all text has a contrast of 4.5 or more, light and dark', () => {
  const html = digestHtml(fullOf('x'), WEEK)
  const light = [...html.matchAll(/class="([a-z0-9 ]+)"[^>]*?style="([^"]*)"/g)].flatMap(
    ([, names, style]) => {
      const color = /(?:^|;)color:(#\w{6})/.exec(style!)?.[1]
      const ground = /(?:^|;)background:(#\w{6})/.exec(style!)?.[1] ?? '#ffffff'
      return color ? [{ name: names!, color, ground }] : []
    },
  )
  const dark = [...html.matchAll(/\.(\w+) \{([^}]*)\}/g)].flatMap(([, name, style]) => {
    const color = /(?:^|[\s;])color: (#\w{6})/.exec(style!)?.[1]
    const ground = /background: (#\w{6})/.exec(style!)?.[1] ?? '#161514'
    return color ? [{ name: name!, color, ground }] : []
  })
  const classes = new Set(light.flatMap(({ name }) => name.split(' ')))
  expect([...classes].filter((name) => !dark.some((rule) => rule.name === name))).toEqual([])
  expect(dark.length).toBeGreaterThan(7)
  expect([...light, ...dark].filter(({ color, ground }) => contrast(color, ground) < 4.5)).toEqual([])
})

function tagsOf(content: string): string[] {
  return [...content.matchAll(/<\/?([a-z0-9]+)/gi)].map(([tag]) => tag.toLowerCase())
}

/** Of attributes. */
function namesOf(content: string): string[] {
  return [...content.matchAll(/<[a-z][^>]*>/gi)].flatMap(([tag]) =>
    [...tag.matchAll(/\s([a-z-]+)=(?=")/gi)].map(([, name]) => name!),
  )
}

/** WCAG's contrast of two colors such as `#1d1b18`. */
function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
