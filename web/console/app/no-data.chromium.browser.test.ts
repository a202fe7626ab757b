// An installation without data, and lists without rows.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../testing/open-screen.tsx'
import { shown } from '../testing/page.ts'
import { playRecording } from '../testing/recording.ts'

const { replace } = await playRecording('empty')

const button = (name: string) => page.getByRole('button', { name }).elements()
const shortcuts = () => page.getByRole('contentinfo').element().textContent

test('the first screen links to the demo and to the setup, and names the sample data', async () => {
  await openScreen('/')
  await shown(page.getByRole('link', { name: /demo|shop|break/i }))
  await shown(page.getByRole('link', { name: /connect|watch/i }))
  await shown(page.getByText('npm run seed'))
})

test('the setup names the sample data', async () => {
  await openScreen('/connect')
  await shown(page.getByText('npm run seed'))
})

test.each(['operation', 'release', 'web vital'])(
  'a list without any %s says where they come from',
  async (subject) => {
    await openScreen(pathOf(subject))
    await shown(page.getByRole('heading', { name: `No ${subject}s yet` }))
    await shown(page.getByRole('link', { name: /Connect an application/ }))
    await shown(page.getByText('npm run seed'))
    expect(button('Remove the filters')).toEqual([])
    expect(shortcuts()).not.toMatch(/next|previous|order/)
  },
)

test.each(['operation', 'release', 'web vital'])(
  'a filter that matches no %s can be removed',
  async (subject) => {
    await openScreen(`${pathOf(subject)}?service=shop`)
    await shown(page.getByRole('heading', { name: `No ${subject}s match` }))
    expect(button('Remove the filters').length).toBe(1)
  },
)

test('what happened leads to the setup', async () => {
  await openScreen('/today')
  await shown(page.getByRole('heading', { name: 'Nothing has happened yet' }))
  await shown(page.getByRole('link', { name: /Connect an application/ }))
  await shown(page.getByText('npm run seed'))
})

test('a period without operations leads to a longer one', async () => {
  const rows = { spans: 9, logs: 9, exceptions: 0 }
  replace(/^\/api\/status/, () => Response.json({ rows, lastStored: null, bytes: 0, problems: [] }))
  const screen = await openScreen('/operations?range=1h')
  await shown(page.getByText(/No operation in the last hour\./))
  expect(button('Remove the filters')).toEqual([])
  await page.getByRole('button', { name: 'Search the last 30 days' }).click()
  await expect.poll(() => screen.query('range')).toBe('30d')
})

function pathOf(subject: string): string {
  return `/${subject.replace('web ', '')}s`
}
