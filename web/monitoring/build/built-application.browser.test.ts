// An application that is built by Vite and throws before it mounts.

import { expect, test } from 'vitest'
import { onlyException, openPage } from '../testing/page.ts'

test.for([
  ['without the head snippet', 'built'],
  ['with the head snippet', 'built-with-snippet'],
])('%s: the screen has the digest of the cause, whose record is complete', async ([, path]) => {
  const name = `built-${Date.now()}`
  const page = await openPage({ path: `${path}?name=${name}`, name })
  const exception = await onlyException(page)
  expect(exception).toMatchObject({
    'exception.message': 'no configuration',
    'errata.mechanism': 'boot',
    'service.name': 'built-app',
    'deployment.environment.name': 'test',
    'user_agent.original': navigator.userAgent,
    severityNumber: 21,
  })
  expect(exception['url.full']).toContain(`/pages/${path}`)
  expect(exception['session.id']).toMatch(/^[\da-f]{32}$/)
  await expect
    .poll(() => page.document.querySelector('[role=alert] code')?.textContent)
    .toBe(exception['errata.digest'])
  // Longer than the head snippet waits after an error.
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(await page.exceptions()).toHaveLength(1)
})
