// How an application with a Sentry SDK is connected.
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'
import { expectAccessible, press, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'

const { replace } = await playRecording('empty')

const key = '0d5e8a'
const dsn = (project: number) => `${location.protocol}//${key}@${location.host}/${project}`

function nameProjects(projects: Record<string, string>): void {
  replace(/^\/health/, async (recorded) =>
    Response.json({
      ...((await (await recorded()).json()) as object),
      sentry: { projects, keys: [key], leftOut: {} },
    }),
  )
}

test('the choice of a Sentry SDK is a tab and a link', async () => {
  const screen = await openScreen('/connect')
  await page.getByRole('link', { name: 'change one line' }).click()
  await shown(page.getByRole('heading', { level: 1, name: 'Already have a Sentry SDK? Change one line' }))
  expect(screen.query('setup')).toBe('sentry')
  await page.getByRole('tab', { name: 'Sentry SDK' }).click()
  await press('{ArrowLeft}')
  await shown(page.getByRole('tab', { name: 'Any server', selected: true }))
  await shown(page.getByRole('heading', { level: 1, name: 'Send the first error' }))
  expect(screen.query('setup')).toBe('otlp-server')
  await screen.reload()
  await shown(page.getByRole('tab', { name: 'Any server', selected: true }))
})

test('each project has its DSN with a key that may send, to copy by button and key', async () => {
  nameProjects({ 1: 'shop-web', 2: 'shop-api' })
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await openScreen('/connect?setup=sentry')
  const table = page.getByRole('table', { name: 'DSN of each service' })
  expect((await shown(table.getByRole('row', { name: /shop-web/ }))).textContent).toContain(dsn(1))
  await table.getByRole('button', { name: 'Copy the DSN of project 2, shop-api' }).click()
  expect(copy).toHaveBeenLastCalledWith(dsn(2))
  await press('c')
  expect(copy).toHaveBeenLastCalledWith(dsn(1))
  await page.getByRole('combobox', { name: 'Service' }).selectOptions('shop-api')
  await press('c')
  expect(copy).toHaveBeenLastCalledWith(dsn(2))
  await shown(page.getByText(`dsn: '${dsn(2)}',`, { exact: true }))
  await shown(page.getByText(/tunnel: '.monitoring'/))
  copy.mockRestore()
})

test('without names the screen tells how to name the service', async () => {
  await openScreen('/connect?setup=sentry')
  await shown(page.getByText('SENTRY_PROJECTS=1:shop-web'))
  await shown(page.getByRole('region', { name: 'Left out' }).getByText(/^Session Replay/))
})

test('an assistant is connected with what it reads, and a token is made in the settings', async () => {
  await openScreen('/connect')
  await page.getByText('Claude Code', { exact: true }).click()
  const command = await shown(page.getByText(/claude mcp add --transport http/))
  expect(command.textContent).toContain(`errata ${location.origin}/api/mcp`)
  await page.getByText('VS Code', { exact: true }).click()
  expect((await shown(page.getByText(/"promptString"/))).textContent).toContain('${input:errata-token}')
  const link = await shown(page.getByRole('link', { name: 'Make a token' }))
  expect(link.getAttribute('href')).toBe('/settings?section=tokens')
  await expectAccessible()
})

test.each(['light', 'dark'] as const)('a phone has it without a scroll bar, %s', async (theme) => {
  nameProjects({
    1: 'shop-web',
    ['9'.repeat(20)]: 'a-service-with-a-name-that-is-quite-long-for-a-phone',
  })
  await openScreen('/connect?setup=sentry', { width: 390, theme })
  await shown(page.getByRole('button', { name: /Copy the DSN of project/ }).first())
  expect(document.documentElement.scrollWidth).toBe(390)
  await expectAccessible()
})
