// The screen of the head snippet: when it appears without any bundle, and when it does not.

import { expect, test } from 'vitest'
import { openPage } from '../testing/page.ts'
import { screenOf, sentence } from '../testing/screen.ts'

test.for([
  ['missing-entry', 'BootError', '/gone/entry.js'],
  ['strict-policy-missing-entry', 'BootError', '/gone/entry.js'],
  ['hashed-policy-missing-entry', 'BootError', '/gone/entry.js'],
  ['copied-head', 'BootError', '/gone/entry.js'],
  ['broken-entry', 'RangeError', 'no configuration'],
  ['never-mounts', 'BootError', 'nothing mounted within 300 ms'],
] as const)(
  '%s: without any bundle the head snippet shows the screen and reports',
  async ([path, type, message]) => {
    const page = await openPage({ path, name: 'boot' })
    await expect.poll(() => page.document.querySelectorAll('#root [role=alert]').length).toBe(1)
    const shown = screenOf(page)
    expect(shown.sentence).toBe(sentence)
    expect(shown.screen.getBoundingClientRect()).toMatchObject({ x: 0, y: 0, width: 400, height: 500 })
    const record = async () =>
      (await page.exceptions()).find((exception) => exception['errata.digest'] === shown.digest)
    await expect.poll(record).toMatchObject({
      'errata.mechanism': 'boot',
      severityNumber: 21,
      'exception.type': type,
      'exception.message': expect.stringContaining(message) as string,
      'service.name': 'test-app',
    })
  },
)

test.for(['slow-entry', 'late-mount'])(
  '%s: no screen stands before an application that mounts without what failed',
  async (path) => {
    const page = await openPage({ path, name: 'boot' })
    await expect.poll(() => page.document.querySelector('#root main')).not.toBe(null)
    // A screen that the application has replaced was reported.
    const records = await page.exceptions()
    expect(records.filter((record) => String(record['url.full']).endsWith(path))).toEqual([])
  },
)

test('the screen disappears when the application is appended after all', async () => {
  const page = await openPage({ path: 'late-start', name: 'boot' })
  const shown = () =>
    ['[role=alert]', 'main'].map((selector) => page.document.querySelectorAll(`#root ${selector}`).length)
  await expect.poll(shown).toEqual([1, 0])
  await expect.poll(shown).toEqual([0, 1])
})
