import { expect, test } from 'vitest'
import { openPage } from './testing/page.ts'

test('what the policy of the page forbids is told of once each', async () => {
  const page = await openPage({ path: 'no-pictures' })
  await page.run(`
    await stage.flush()
    const forbidden = (address) => new Promise((resolve) => document.body.append(Object.assign(new Image(), { src: address, onerror: resolve })))
    for (const query of ['a', 'b', 'c']) await forbidden('/answer/200?' + query)
    await forbidden('https://pictures.example/book.png')
    await stage.flush()`)
  const mine = async () =>
    (await page.exceptions()).filter((exception) => !String(exception['exception.message']).includes('early'))
  await expect.poll(async () => (await mine()).length).toBe(2)
  const exceptions = await mine()
  const origin = location.origin
  expect(exceptions.map((exception) => String(exception['exception.message'])).toSorted()).toEqual([
    `img-src blocked ${origin}/answer/200`,
    'img-src blocked https://pictures.example/book.png',
  ])
  for (const exception of exceptions) {
    expect(exception).toMatchObject({
      'errata.mechanism': 'csp',
      'exception.type': 'SecurityPolicyViolation',
      severityNumber: 13,
    })
  }
})

test('a policy that forbids to send costs the page nothing', async () => {
  const page = await openPage({ path: 'no-connections' })
  await page.run("stage.captureException(new Error('kept inside')); await stage.flush()")
  await page.run('await new Promise((resolve) => setTimeout(resolve, 300))')
  expect(await page.exceptions()).toEqual([])
  expect(await page.run('return typeof stage.captureException(new Error())')).toBe('string')
})
