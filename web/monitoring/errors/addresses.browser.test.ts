// Queries never leave, wherever the browser writes the URL of the page or of a script. `denyUrls` drops
// errors by these URLs.

import { expect, test } from 'vitest'
import { withoutQueries } from './addresses.ts'
import { onlyException, openPage } from '../testing/page.ts'

test('the stack of an inline script has no query of its page', async () => {
  const page = await openPage({ path: 'broken-start?email=a%40SECRET.example&tab=SECRET' })
  const exception = await onlyException(page)
  expect(exception['exception.stacktrace']).toMatch(/broken-start:\d+:\d+/)
  expect(exception['code.file.path']).toMatch(/broken-start$/)
  expect(JSON.stringify(exception)).not.toContain('SECRET')
})

test.for([
  ['    at f (https://a.example/p?x=1&y=2:10:5)', '    at f (https://a.example/p:10:5)'],
  ['    at https://a.example/p?x=a:b:10:5', '    at https://a.example/p:10:5'],
  ['f@https://a.example/p?x=1#token=2:10:5', 'f@https://a.example/p:10:5'],
  ['f@https://a.example/p?x=1 line 3 > eval:1:2', 'f@https://a.example/p line 3 > eval:1:2'],
  ['    at g (https://a.example/p?x=(1):10:5)', '    at g (https://a.example/p:10:5)'],
  ['    at h (https://a.example/app.js:10:5)', '    at h (https://a.example/app.js:10:5)'],
  ['see https://a.example/p?x=1 and', 'see https://a.example/p?x=1 and'],
  ['    at file:///srv/app.js:1:2', '    at file:///srv/app.js:1:2'],
])('%s', ([stack, expected]) => {
  expect(withoutQueries(`Error: x\n${stack}\n${stack}`)).toBe(`Error: x\n${expected}\n${expected}`)
})

test('denyUrls drops errors of these files and resources, and no others', async () => {
  const page = await openPage({
    path: 'mounted',
    init: () => ({ denyUrls: ['ads.example', /widget\.js/] }),
  })
  await page.run(async () => {
    const thrown = (message: string, stack: string) =>
      sdk.captureException(Object.assign(new Error(message), { stack }))
    thrown('an ad', 'Error: an ad\n    at https://ads.example/a.js:1:2\n    at https://shop.example/b.js:1:2')
    thrown('a widget', 'f@https://cdn.example/widget.js:1:2')
    thrown(
      'see https://ads.example/',
      'Error: see https://ads.example/\n    at f (https://shop.example/b.js:1:2)',
    )
    sdk.add('script', { src: 'http://127.0.0.1:1/widget.js' })
    await sdk.wait(500)
    await sdk.flush()
  })
  expect(await page.messages()).toEqual(['see https://ads.example/'])
})
