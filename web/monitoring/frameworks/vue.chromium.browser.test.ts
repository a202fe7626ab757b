// The Vue plugin, with an application that has the members of Vue's. Only Chromium: no event of the browser
// is involved.

import { expect, test } from 'vitest'
import { onlyException, openPage } from '../testing/page.ts'

test('an error that leaves the page empty shows the screen with the digest of its record', async () => {
  const page = await openPage()
  await page.run(() => {
    const app: Parameters<typeof sdk.errataVue.install>[0] = { config: {} }
    sdk.errataVue.install(app)
    app.config.errorHandler?.(new TypeError('no such book'), null as never, 'render function')
  })
  const exception = await onlyException(page)
  expect(exception).toMatchObject({ 'errata.mechanism': 'boot', severityNumber: 21 })
  expect(page.document.querySelector('[role=alert] code')?.textContent).toBe(exception['errata.digest'])
})

test('in a mounted page it is a record, and the handler of the application is called', async () => {
  const page = await openPage({ path: 'mounted' })
  const calls = await page.run(async () => {
    const calls: string[] = []
    const errorHandler = (error: unknown, _: never, info: string) =>
      void calls.push(`${(error as Error).message} in ${info}`)
    const app: Parameters<typeof sdk.errataVue.install>[0] = { config: { errorHandler } }
    sdk.errataVue.install(app)
    app.config.errorHandler?.(new Error('no price'), null as never, 'watcher callback')
    await sdk.wait(600)
    await sdk.flush()
    return calls
  })
  expect(calls).toEqual(['no price in watcher callback'])
  expect(page.printed).toEqual([])
  const exception = await onlyException(page)
  expect(exception).toMatchObject({
    'errata.mechanism': 'vue',
    'errata.vue.info': 'watcher callback',
    severityNumber: 17,
  })
  expect(page.document.querySelector('[role=alert]')).toBeNull()
})
