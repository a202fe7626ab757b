import { expect, test } from 'vitest'
import { openPage } from './testing/page.ts'

const importing = (file: string) => `void import('/gone/${file}.js'); return undefined`
const told = (file: string) =>
  `dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: new TypeError('Failed to fetch dynamically imported module: ${file}') })); return undefined`

test.for([
  ['an import that fails', importing],
  ['what Vite tells', told],
] as const)('%s loads the page again, once, and is told of each time', async ([, fail]) => {
  sessionStorage.removeItem('errata.reloaded')
  const page = await openPage({ path: 'mounted', init: '{ reloadStale: true }' })
  let loads = 0
  page.document.defaultView?.frameElement?.addEventListener('load', () => loads++)
  await page.run(`await stage.flush(); ${fail('first')}`)
  await expect.poll(() => loads).toBe(1)
  await page.run(`
    stage.init({ service: 'stage', url: '/receiver/ok/${page.name}', tracesSampleRate: 0, reloadStale: true })
    await stage.flush()
    ${fail('second')}`)
  await expect.poll(async () => (await page.exceptions()).length).toBe(2)
  await page.run('await stage.flush(); await new Promise((resolve) => setTimeout(resolve, 200))')
  expect(loads).toBe(1)
  for (const exception of await page.exceptions())
    expect(exception).toMatchObject({ 'errata.mechanism': 'chunk', severityNumber: 17 })
})
