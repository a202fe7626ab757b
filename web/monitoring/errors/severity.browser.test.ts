// What happens beside the application is not counted as its failure.

import { expect, test } from 'vitest'
import { onlyException, openPage } from '../testing/page.ts'

test('an aborted request that nobody handles has severity 13', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(() => {
    const controller = new AbortController()
    void fetch('/answer/200', { signal: controller.signal })
    controller.abort()
  })
  expect(await onlyException(page)).toMatchObject({
    'exception.type': 'AbortError',
    'errata.mechanism': 'unhandledrejection',
    severityNumber: 13,
  })
})

test.for([
  ['http://127.0.0.1:1/fonts.css', 13],
  ['/answer/404', 17],
] as const)('a style sheet that does not load, %s, has severity %d', async ([href, severityNumber]) => {
  const page = await openPage({ path: 'mounted' })
  await page.run((href) => sdk.add('link', { rel: 'stylesheet', href }), href)
  expect(await onlyException(page)).toMatchObject({
    'exception.type': 'ResourceError',
    'errata.mechanism': 'resource',
    severityNumber,
  })
})
