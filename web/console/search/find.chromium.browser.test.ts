// What somebody who is called by a user looks for in the console, and finds: digests, stacks, other tabs.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../testing/open-screen.tsx'
import { all, paste, press, shown } from '../testing/page.ts'
import { playRecording } from '../testing/recording.ts'

type Data = Record<'digest' | 'givenDigest' | 'traceId' | 'issueId' | 'stack', string>

const { data } = await playRecording('search')
const { digest, givenDigest, traceId, issueId, stack } = data as Data

const field = () => page.getByRole('combobox', { name: /Go to/ })

test("Ctrl K opens the occurrence with a framework's digest", async () => {
  const screen = await openScreen('/')
  await press('{Control>}k{/Control}')
  await shown(field())
  await press(givenDigest, '{Enter}')
  await expect.poll(() => screen.url().href).toMatch(new RegExp(`/issues/${issueId}\\?event=${digest}`))
})

test('a search that matches no open issue names the tab that has matches', async () => {
  const screen = await openScreen('/?q=user:u-42')
  await shown(page.getByRole('heading', { name: /No open issues match user:u-42/ }))
  await page.getByRole('link', { name: '1 ignored issue' }).click()
  await shown(page.getByRole('row', { name: /CartError/ }))
  expect(screen.query('status')).toBe('ignored')
  const current = all('nav[aria-label=Status] [aria-current]').map(({ textContent }) => textContent)
  expect(current).toEqual([expect.stringContaining('Ignored')])
})

test('"errors only" has the trace in which a page threw, and counts it', async () => {
  await openScreen('/traces?errors=true')
  await shown(page.getByRole('table', { name: /Traces/ }))
  const rows = all('tbody tr')
  expect(rows.length).toBe(1)
  expect(rows[0]!.querySelector('a')?.getAttribute('href')).toBe(`/traces/${traceId}`)
  expect(all('td', rows[0])[4]?.textContent).toContain('1')
})

test.each([1440, 390])(
  'at %i px names of releases do not cover each other, and open the release',
  async (width) => {
    const screen = await openScreen('/?range=24h', { width, height: 900 })
    await screen.settled()
    const figure = page.getByRole('figure', { name: /Events over time/ })
    await shown(figure.getByRole('button'))
    const labels = () =>
      all('button', figure.element()).filter((label) => label.getBoundingClientRect().width > 0)
    const boxes = labels().map((label) => label.getBoundingClientRect())
    expect(boxes.length).toBeGreaterThan(width === 390 ? 1 : 3)
    for (const [index, a] of boxes.entries())
      for (const b of boxes.slice(index + 1))
        expect(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top).toBe(true)
    labels()
      .find(({ textContent }) => textContent.includes('1.3.0'))!
      .click()
    await expect.poll(() => screen.query('release')).toBe('1.3.0')
    expect([screen.query('service'), screen.query('from')]).toEqual(['shop', null])
    await shown(page.getByRole('row', { name: /OldError/ }))
  },
)

test('/connect shows each set-up with the address of this relay, and a link to the API', async () => {
  await openScreen('/connect')
  const panel = page.getByRole('tabpanel')
  const pages = [
    'React Router',
    'Next.js',
    'Vue',
    'Nuxt',
    'SvelteKit',
    'Astro',
    'Angular',
    'webpack',
    'esbuild',
  ]
  for (const name of [...pages, 'Script tag', 'Node.js', 'Fastify', 'Koa', 'Hono', 'Nest', 'Any server']) {
    await page.getByRole('tab', { name }).click()
    const text = name === 'Script tag' ? '/monitoring.js' : location.hostname
    await expect.poll(() => panel.element().textContent).toContain(text)
  }
  const link = page.getByRole('link', { name: /openapi\.json/ })
  await expect.element(link).toHaveAttribute('href', '/api/openapi.json')
})

test('pasting a stack of another build anywhere opens its issue', async () => {
  const screen = await openScreen('/status')
  paste(`Uncaught ${stack}`.replaceAll('a1b2c3d4', 'ffff0000'))
  await expect.poll(() => screen.url().pathname).toBe(`/issues/${issueId}`)
})

test('pasted words are searched in the palette, and a stack without an issue shows a message', async () => {
  const screen = await openScreen('/status')
  paste('Error: other\n    at nowhere (https://other.example/x.js:1:1)')
  await shown(page.getByText(/No issue matches this Error stack\./))
  paste('CartError')
  await expect.element(field()).toHaveValue('CartError')
  await press('{Enter}')
  await expect.poll(() => screen.query('q')).toBe('CartError')
})

test('a text field keeps what is pasted into it, except a complete stack', async () => {
  const screen = await openScreen('/')
  ;(await shown(page.getByRole('combobox', { name: /Search issues/ }))).focus()
  paste(traceId)
  expect(screen.url().pathname).toBe('/')
  paste(stack)
  await expect.poll(() => screen.url().pathname).toBe(`/issues/${issueId}`)
})

test('issues of a service without a release come first, with their number', async () => {
  await openScreen('/?range=7d')
  await shown(page.getByRole('row', { name: /New, without a release · 1 issue$/ }))
  await shown(page.getByRole('row', { name: /Older/ }))
})
