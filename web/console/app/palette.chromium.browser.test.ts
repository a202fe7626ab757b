// The keys that go from screen to screen, the palette (Ctrl K), and pasting identifiers.
import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { openScreen } from '../testing/open-screen.tsx'
import { all, gone, paste, press, select, shown } from '../testing/page.ts'
import { playRecording } from '../testing/recording.ts'

type Data = Record<'digest' | 'traceId' | 'spanId' | 'issueId' | 'release', string>

// On a slow machine the issue with the focus is requested before the palette opens.
const { data } = await playRecording('deploy', /status=error|limit=5$|^\/api\/issues\/[\da-f]{16}\?/)
const { digest, traceId, spanId, issueId, release } = data as Data
const RELEASE_PATH = `/releases/shop/${release}`

const OPEN_PALETTE = '{Control>}k{/Control}'
const field = () => page.getByRole('combobox', { name: /Go to/ })

test.each([
  ['i', '/'],
  ['t', '/traces'],
  ['r', '/releases'],
  ['v', '/vitals'],
  ['o', '/operations'],
  ['h', '/today'],
  ['a', '/alerts'],
  ['s', '/status'],
  ['m', '/maps'],
  ['c', '/connect'],
])('g %s goes to %s, which the header marks', async (key, path) => {
  const screen = await openScreen(path === '/' ? '/traces' : '/')
  await press('g', key)
  await expect.poll(() => screen.url().pathname).toBe(path)
  const marked = () =>
    all('nav[aria-label=Main] a[aria-current=page]').filter((link) => link.checkVisibility())
  await expect.poll(() => marked().length).toBe(1)
})

test('the key / opens the palette on a screen without a search box', async () => {
  const screen = await openScreen('/status')
  await press('/')
  await shown(field())
  await press('vitals', '{Enter}')
  await expect.poll(() => screen.url().pathname).toBe('/vitals')
})

test('a narrow header has a menu with the other screens, which takes the name of the screen', async () => {
  const screen = await openScreen('/', { width: 360, height: 780 })
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('link', { name: /^Status/ }).click()
  await expect.poll(() => screen.url().pathname).toBe('/status')
  await expect.poll(() => document.querySelector('button[aria-current]')?.textContent).toMatch(/^Status/)
  expect(all('[popover]:popover-open').length).toBe(0)
})

test('a wide header has a menu with the screens that it has no space for', async () => {
  const screen = await openScreen('/today', { width: 1440, height: 900 })
  await page.getByRole('button', { name: 'More' }).click()
  const links = all('#more-screens a').filter((link) => link.checkVisibility())
  const names = links.map((link) => link.textContent?.trim())
  expect(names).toContainEqual(expect.stringMatching(/^Settings/))
  expect(names).not.toContainEqual(expect.stringMatching(/^Today/))
  await page.getByRole('link', { name: 'Look up a digest' }).click()
  await expect.poll(() => screen.url().pathname).toBe('/lookup')
  await shown(page.getByRole('button', { name: 'Look up a digest' }))
})

const TEXT = 'Application error: an exception has occurred while loading shop.example (see the console)'

test.each([
  ['the text of an error screen', `${TEXT}\nDigest: ${digest}`, `event=${digest}`],
  ['a traceparent', `traceparent: 00-${traceId}-${spanId}-01`, `/traces/${traceId}`],
  ['a trace id', traceId, `/traces/${traceId}`],
  ['an issue id', issueId, `/issues/${issueId}`],
  ['an address of the console', `https://errata.example${RELEASE_PATH}`, RELEASE_PATH],
])('pasting %s anywhere opens it', async (_what, pasted, target) => {
  const screen = await openScreen('/status')
  paste(pasted)
  await expect.poll(() => screen.url().href).toContain(target)
})

test('the palette takes all keys and clicks, and gives the focus back', async () => {
  const screen = await openScreen('/')
  const link = await select('main table a')
  link.focus()
  const { x, y, height } = link.getBoundingClientRect()
  const click = () => commands.mouse([{ x: x + 5, y: y + height / 2 }])
  for (const leave of [() => press('{Escape}'), click]) {
    await press(OPEN_PALETTE)
    await shown(field())
    await expect.poll(() => document.activeElement).toBe(field().element())
    await press('{Tab}', OPEN_PALETTE)
    expect(document.activeElement).toBe(field().element())
    await leave()
    await gone(field())
    expect(document.activeElement).toBe(link)
    expect(screen.url().pathname).toBe('/')
  }
})

test('Ctrl K begins with the actions on the issue that has the focus, and names it', async () => {
  await openScreen('/')
  await select('main table a')
  await press('j')
  const title = document.activeElement?.textContent ?? ''
  expect(title).toMatch(/\w+Error/)
  await press(OPEN_PALETTE)
  await shown(field())
  const options = () => all('[role=option]').map(({ textContent }) => textContent)
  await expect.poll(() => options()[0]).toContain(`Resolve ${title}`)
  expect(options()[1]).toContain(`Ignore until… ${title}`)
  // The keys that move are in the help: who is here can move.
  expect(options().some((text) => /^(Next|Previous|Open)/.test(text))).toBe(false)
  expect(all('[role=group]').map((group) => group.ariaLabel)).toEqual(['Act', 'Go'])
  await press('next')
  await expect.poll(() => options()[0]).toMatch(/^Next/)
})

test('the help has the shortcuts in groups', async () => {
  await openScreen('/')
  await select('main table a')
  await press('?')
  const group = (name: string) => page.getByRole('region', { name, exact: true })
  expect((await shown(group('Act'))).textContent).toMatch(/resolve/)
  expect(group('Move').element().textContent).toMatch(/next.*previous/)
  expect(group('Go').element().textContent).toMatch(/traces/)
})

test('Ctrl K has the actions of the screen with their keys, every screen, and recent pages', async () => {
  const screen = await openScreen(`/issues/${issueId}`)
  await shown(page.getByRole('heading', { level: 1, name: /TypeError/ }))
  await press('g', 't')
  await shown(page.getByRole('table', { name: /Traces/ }))
  await press(OPEN_PALETTE)
  const option = (name: RegExp) => page.getByRole('option', { name })
  expect((await shown(option(/^Errors only/))).textContent).toContain('e')
  expect(option(/^Source maps/).elements().length).toBe(1)
  await shown(option(/TypeError.* ago$/))
  await press('errors', '{Enter}')
  await expect.poll(() => screen.query('errors')).toBe('true')
  expect(page.getByRole('dialog').elements().length).toBe(0)
  await press(OPEN_PALETTE)
  await shown(field())
  await press('vit', '{Enter}')
  await expect.poll(() => screen.url().pathname).toBe('/vitals')
  await press(OPEN_PALETTE)
  await shown(field())
  await press('{ArrowUp}', '{Enter}')
  await expect.poll(() => screen.url().pathname).toBe(`/issues/${issueId}`)
})
