// Settings of services, privacy and data, in the console of a real stack.
import { expect, test } from 'vitest'
import type { DataAnswer, ScrubNames, ServiceSettingsAnswer } from '../contract/settings.ts'
import { openScreen } from './testing/browser-session.ts'
import { getJson } from './testing/http.ts'
import { press, sendError } from './testing/issues.ts'
import { shareStackWithBrowser } from './testing/stack-with-browser.ts'

const { stack, browser } = shareStackWithBrowser()

test('an owner that is set for a service is suggested as the assignee of its issues', async () => {
  const service = 'settings-shop'
  const id = await sendError(stack.url, 'OwnerError', { service })
  const { page, close } = await openScreen(browser, `${stack.url}/settings?section=services`)
  await page.getByRole('button', { name: service }).click()
  const form = page.getByRole('form', { name: `Settings of ${service}` })
  await form.getByLabel('Owners').fill('Kai Voss, Lena Marek')
  await form.getByLabel('Repository').fill('github.com/shop/web')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Not saved: repository must be an address of http or https').waitFor()
  await form.getByLabel('Repository').fill('https://github.com/shop/web')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`${service} is saved`).waitFor()
  await page.getByRole('row', { name: /Kai Voss, Lena Marek.*github\.com\/shop\/web/ }).waitFor()
  const { services } = await getJson<ServiceSettingsAnswer>(`${stack.url}/api/service-settings`)
  expect(services.find((each) => each.service === service)).toMatchObject({
    owners: ['Kai Voss', 'Lena Marek'],
    repository: 'https://github.com/shop/web',
  })
  await page.goto(`${stack.url}/issues/${id}`)
  await page.getByRole('heading', { name: 'OwnerError' }).waitFor()
  await press(page, 'a')
  await page
    .getByRole('listbox', { name: 'Names' })
    .getByRole('option', { name: /^Lena Marek/ })
    .click()
  await page.getByText('OwnerError assigned to Lena Marek').waitFor()
  await close()
})

test('a name that is added is replaced in a text that is tried, and in what pages send', async () => {
  const secret = 'L-20771-bx'
  const { page, close } = await openScreen(browser, `${stack.url}/settings?section=privacy`)
  await page.getByLabel('Add a name').fill('loyalty-no')
  await press(page, 'Enter')
  await page.getByRole('button', { name: 'Remove loyalty-no' }).waitFor()
  expect(await getJson<ScrubNames>(`${stack.url}/api/scrub-names`)).toMatchObject({ names: ['loyalty-no'] })
  await page.getByLabel(/^Try it/).fill(`loyalty_no: ${secret}`)
  await page.getByRole('button', { name: 'Show what would be stored' }).click()
  await page.getByText('loyalty_no: [scrubbed]').waitFor()
  const id = await sendError(stack.url, 'LoyaltyError', { message: `loyalty_no: ${secret}` })
  const answer = await (await fetch(`${stack.url}/api/issues/${id}`)).text()
  expect([answer.includes('[scrubbed]'), answer.includes(secret)]).toEqual([true, false])
  await page.getByRole('button', { name: 'Remove loyalty-no' }).click()
  await expect.poll(() => getJson(`${stack.url}/api/scrub-names`)).toMatchObject({ names: [] })
  await close()
})

test('a person is counted and deleted in the settings, and the list has the deletion', async () => {
  await sendError(stack.url, 'PersonError', { attributes: { 'user.id': 'settings-user' } })
  const { page, close } = await openScreen(browser, `${stack.url}/settings?section=privacy`)
  await page.getByLabel('Id', { exact: true }).fill('settings-user')
  await press(page, 'Enter')
  await page.getByText('1 exception, 0 spans and 1 log record are deleted').waitFor()
  await page.getByRole('button', { name: 'Delete user' }).click()
  await page.getByText(/^Gone from the store by .*, from backups by /).waitFor()
  // The newest one: another test deletes somebody, too.
  await page
    .getByRole('row', { name: /a user .* 2 by .* by / })
    .first()
    .waitFor()
  await close()
})

test('data shows how long each kind is stored, the disk, and the commands of backups', async () => {
  await sendError(stack.url, 'DataError')
  const { page, close } = await openScreen(browser, `${stack.url}/settings?section=data`)
  await page.getByRole('row', { name: /^Events and log records 30 days RETENTION_DAYS/ }).waitFor()
  await page.getByRole('heading', { name: 'Disk' }).waitFor()
  await page.getByText('npm run backup').waitFor()
  const { kinds } = await getJson<DataAnswer>(`${stack.url}/api/data`)
  expect(kinds.find(({ kind }) => kind === 'events')?.rows).toBeGreaterThan(0)
  await close()
})
