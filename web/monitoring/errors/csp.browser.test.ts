import { expect, test } from 'vitest'
import { openPage } from '../testing/page.ts'

test('each violation of the policy of a page is reported once', async () => {
  const page = await openPage({ path: 'no-images' })
  await page.run(async () => {
    await sdk.flush()
    const load = (address: string) =>
      new Promise((resolve) => {
        const image = Object.assign(new Image(), { src: address })
        image.addEventListener('error', resolve)
        document.body.append(image)
      })
    for (const query of ['a', 'b', 'c']) await load(`/answer/200?${query}`)
    await load('https://pictures.example/book.png')
    await sdk.flush()
  })
  // Only Chromium reports the image that the page itself contains.
  const exceptions = async () =>
    (await page.exceptions()).filter((exception) => !String(exception['exception.message']).includes('early'))
  await expect.poll(async () => (await exceptions()).length).toBe(2)
  expect((await exceptions()).map((exception) => String(exception['exception.message'])).toSorted()).toEqual([
    `img-src blocked ${location.origin}/answer/200`,
    'img-src blocked https://pictures.example/book.png',
  ])
  for (const exception of await exceptions()) {
    expect(exception).toMatchObject({
      'errata.mechanism': 'csp',
      'exception.type': 'SecurityPolicyViolation',
      severityNumber: 13,
    })
  }
})

test('with a policy that forbids sending, the functions still work', async () => {
  const page = await openPage({ path: 'no-connections' })
  await page.run(async () => {
    sdk.captureException(new Error('not sent'))
    await sdk.flush()
    await sdk.wait(300)
  })
  expect(await page.exceptions()).toEqual([])
  expect(await page.run(() => sdk.captureException(new Error('not sent either')))).toMatch(/^\w{8}$/)
})

test('a blocked script is one record, and so is a missing script', async () => {
  const page = await openPage({ path: 'own-scripts' })
  await page.run(async () => {
    await sdk.flush()
    // The listeners of policies are added in a task after the others.
    await sdk.wait(50)
    const load = (src: string) =>
      new Promise((resolve) => {
        const script = Object.assign(document.createElement('script'), { src })
        script.addEventListener('error', resolve)
        document.body.append(script)
      })
    await load('https://scripts.example/widget.js?key=secret')
    await load('/gone/widget.js')
    await sdk.wait(300)
    await sdk.flush()
  })
  const records = (await page.exceptions()).map(
    (exception) => `${String(exception['errata.mechanism'])}: ${String(exception['exception.message'])}`,
  )
  expect(records.toSorted()).toEqual([
    expect.stringMatching(/^csp: script-src(-elem)? blocked https:\/\/scripts\.example\/widget\.js$/),
    expect.stringMatching(/^resource: script failed to load: .*\/gone\/widget\.js$/),
  ])
})
