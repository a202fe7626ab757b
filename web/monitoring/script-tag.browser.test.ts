// Attributes of the script tag, and errors of scripts beside it.

import { expect, test } from 'vitest'
import { onlyException, openPage } from './testing/page.ts'

test('lists are separated by commas, and unknown attributes are listed in the console', async () => {
  const page = await openPage({ path: 'script-tag-attributes', name: 'tagged-attributes' })
  const earlier = (await page.messages()).length
  const warnings = () => page.run(() => (globalThis as unknown as { warnings: string[] }).warnings)
  await expect.poll(warnings).toEqual(['errata: unknown attributes of the script tag: releese, route'])
  await page.run(() => {
    for (const message of ['quiet one', 'quiet two', 'loud'])
      setTimeout(() => {
        throw new Error(message)
      })
  })
  await expect.poll(async () => (await page.messages()).slice(earlier)).toEqual(['loud'])
})

test('the record of a script that cannot be parsed names its file', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(async () => {
    await sdk.flush()
    const file = URL.createObjectURL(new Blob(['let ='], { type: 'text/javascript' }))
    document.body.append(Object.assign(document.createElement('script'), { src: file }))
    await sdk.wait(300)
    await sdk.flush()
  })
  const exception = await onlyException(page)
  expect(exception['exception.type']).toBe('SyntaxError')
  expect(exception['exception.stacktrace']).toMatch(/ at blob:/)
  expect(exception['code.file.path']).toMatch(/^blob:/)
})
