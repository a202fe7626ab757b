// What a page sends of itself when an error is caught.

import { expect, test } from 'vitest'
import type { Options } from '../options.ts'
import { openPage, type Page } from '../testing/page.ts'
import { plantSecrets } from '../testing/secret-page.ts'

type Sent = Record<string, unknown> & { digest: string; root?: unknown; reason?: string }

/** Opens a page that copies itself: the chunk has started. */
async function openSnapshotPage(
  path = 'mounted',
  init: () => Partial<Options> = () => ({ snapshot: true }),
): Promise<Page> {
  const page = await openPage({ path, init })
  await expect.poll(() => page.run(copyChunk)).toBeDefined()
  await page.run(
    async (chunk) => {
      await sdk.importModule(chunk!)
      await sdk.wait(0)
    },
    await page.run(copyChunk),
  )
  return page
}

/** Runs in a page. */
function copyChunk(): string | undefined {
  return performance.getEntriesByType('resource').find(({ name }) => name.includes('/copy-'))?.name
}

async function snapshotsOf(page: Page): Promise<Sent[]> {
  const name = page.url.split('/').at(-1)!
  const requests = (await (await fetch(`/receiver/${name}-snapshot`)).json()) as { body: Sent }[]
  return requests.map(({ body }) => body)
}

async function oneSnapshot(page: Page): Promise<Sent> {
  await expect.poll(async () => (await snapshotsOf(page)).length).toBe(1)
  return (await snapshotsOf(page))[0]!
}

test('nothing of 150 secrets is in what is sent', async () => {
  const page = await openSnapshotPage()
  const secrets = await page.run(plantSecrets)
  expect(secrets.length).toBeGreaterThanOrEqual(150)
  await page.run(() => sdk.failInTask(new TypeError('no amount')))
  const text = JSON.stringify(await oneSnapshot(page))
  const leaks = secrets.filter((secret) => text.includes(secret))
  expect(leaks.map((secret) => text.slice(text.indexOf(secret) - 40, text.indexOf(secret) + 20))).toEqual([])
  // It is the page: its elements, its styles, and the shadow root.
  expect(text).toContain('#shadow')
  expect(text).toContain('["p",{},"**********"]')
  expect(text).toContain('.keep { color: rgb(1, 2, 3); }')
})

test('it has the digest of its error, and only what may be read is not masked', async () => {
  const page = await openSnapshotPage()
  await page.run(() => {
    sdk.setUser({ id: 'u-17' })
    sdk.add('style', { textContent: '#total { color: red } .pay { color: blue } .\\31 col {}' })
    sdk.add('style', { textContent: `input[type='text'] { color: red } [data-type='Ann'] { color: red }` })
    document.body.innerHTML =
      '<div id="root"><h1 id="total" data-type="Ann" data-name="Ann">Two words</h1>' +
      '<p data-errata-unmask title="Help">Read <i>too</i></p>' +
      '<button class="pay x-other 1col" id="order-4711">Pay</button><input value="Ann"></div>'
    sdk.failInTask(new TypeError('no amount'))
  })
  const snapshot = await oneSnapshot(page)
  const [exception] = await page.exceptions()
  expect(snapshot).toMatchObject({
    digest: exception!['errata.digest'],
    service: 'test-app',
    user: 'u-17',
    session: exception!['session.id'],
    inputs: 1,
    texts: 2,
    width: 400,
  })
  expect(snapshot['css']).toContain('input[type="text"] { color: red; }\n[data-type="0"] { color: red; }')
  const root = [
    'div',
    {},
    ['h1', { id: 'total', 'data-type': '0' }, '*** *****'],
    ['p', { title: 'Help' }, 'Read ', ['i', {}, 'too']],
    ['button', { class: 'pay 1col' }, '***'],
    ['input', { type: 'text', value: '***' }],
  ]
  expect(JSON.stringify(snapshot.root)).toContain(JSON.stringify(root[2]))
  expect(JSON.stringify(snapshot.root)).toContain(
    root
      .slice(2)
      .map((node) => JSON.stringify(node))
      .join(),
  )
})

test('it is what was visible: scrolled, with its slots, and with what opens above the page', async () => {
  const page = await openSnapshotPage()
  await page.run(async () => {
    document.body.innerHTML =
      '<div id="root" style="height: 5000px"><ul style="overflow: auto; height: 50px"><li>one</li></ul>' +
      '<div popover id="closed">Closed</div><div popover="manual" id="open">Open</div>' +
      '<dialog>Sure?</dialog><x-tabs><b slot="Ann">x</b><i>y</i></x-tabs>' +
      '<form><input name="localName"></form></div>'
    const one = (selector: string) => document.querySelector<HTMLElement>(selector)!
    const list = one('ul')
    ;(list.firstChild as HTMLElement).style.height = '900px'
    one('x-tabs').attachShadow({ mode: 'open' }).innerHTML = '<slot name="Ann"></slot><slot></slot>'
    one('#open').showPopover?.()
    ;(one('dialog') as HTMLDialogElement).showModal()
    list.scrollTop = 70
    scrollTo(0, 1200)
    await new Promise((resolve) => setTimeout(resolve, 200))
    sdk.failInTask(new TypeError('no amount'))
  })
  const text = JSON.stringify((await oneSnapshot(page)).root)
  expect(text).toMatch(/^\["html",\{[^}]*"scroll":"0 1200"/)
  expect(text).toMatch(/\["ul",\{[^}]*"scroll":"0 70"\}/)
  expect(text).not.toContain('******')
  expect(text).toContain('["div",{"popover":"","top":""},"****"],["dialog",{"open":"","top":""},"*****"]')
  expect(text).toContain('["#shadow",{"sheets":""},["slot",{"name":"0"}],["slot",{}]],["b",{"slot":"0"},"*"]')
  expect(text).toContain('["[object HTMLInputElement]",{},["input",{"type":"text"}]]')
})

test('what somebody has typed is masked everywhere', async () => {
  const page = await openSnapshotPage()
  await page.run(() => {
    document.body.innerHTML =
      '<div id="root" data-errata-unmask>Write: <p contenteditable>Dear Ann</p>' +
      '<p contenteditable="false">a</p>' +
      '<p contenteditable="plaintext-only" data-errata-unmask><b>Ann</b></p></div>'
    sdk.failInTask(new TypeError('no amount'))
  })
  expect(JSON.stringify((await oneSnapshot(page)).root)).toContain(
    '"Write: ",["p",{},"**** ***"],["p",{},"a"],["p",{},["b",{},"***"]]',
  )
})

test('React: the tree of before, of a boundary and of an error that nothing catches', async () => {
  const page = await openSnapshotPage('plain')
  await page.run(() => {
    const root = sdk.createRoot(document.querySelector('#root') as Element, sdk.rootOptions())
    const Part = ({ name }: { name: string }) => {
      const [error, setError] = sdk.useState<Error>()
      if (error) sdk.fail(error)
      return sdk.createElement('button', { id: name, onClick: () => setError(new Error(name)) }, 'Break')
    }
    root.render(
      sdk.createElement(
        'main',
        null,
        sdk.createElement(sdk.ErrorBoundary, null, sdk.createElement(Part, { name: 'inner' })),
        sdk.createElement(Part, { name: 'outer' }),
      ),
    )
  })
  await expect.poll(() => page.document.querySelector('#inner')).not.toBe(null)
  await page.run(() => document.querySelector<HTMLElement>('#inner')!.click())
  const caught = JSON.stringify((await oneSnapshot(page)).root)
  expect(caught).toContain('["main",{},["button",{},"*****"],["button",{},"*****"]]')
  await page.run(() => document.querySelector<HTMLElement>('#outer')!.click())
  await expect.poll(async () => (await snapshotsOf(page)).length).toBe(2)
  const uncaught = (await snapshotsOf(page))[1]!
  // React has removed it, and the fallback screen is shown.
  expect(page.document.querySelector('main')).toBe(null)
  expect(JSON.stringify(uncaught.root)).toMatch(/\["main",\{\},.*\["button",\{\},"\*{5}"\]\]/)
  expect(JSON.stringify(uncaught.root)).not.toContain('Application')
})

test('a page that has left the document, or is too large, is left out with the reason', async () => {
  const page = await openSnapshotPage()
  await page.run(() => {
    document.querySelector('#root')!.replaceChildren()
  })
  await page.run(() => void sdk.captureException(new Error('gone'), { handled: false }))
  expect(await oneSnapshot(page)).toMatchObject({ reason: 'gone' })
  await page.run(() => {
    document.querySelector('#root')!.innerHTML = '<i></i>'.repeat(20_001)
    void sdk.captureException(new Error('large'), { handled: false })
  })
  await expect.poll(async () => (await snapshotsOf(page)).length).toBe(2)
  const [, large] = await snapshotsOf(page)
  expect(large).toMatchObject({ reason: 'elements' })
  expect(large).not.toHaveProperty('root')
  // A text of ten megabytes, which takes a second to mask, is not masked first.
  const [masking, taking] = await page.run(() => {
    const text = 'a word '.repeat(1_600_000)
    document.querySelector('#root')!.innerHTML = `<pre hidden>${text}</pre>`
    const start = performance.now()
    text.replaceAll(/\S+/g, (word) => '*'.repeat(word.length))
    const middle = performance.now()
    void sdk.captureException(new Error('long'), { handled: false })
    return [middle - start, performance.now() - middle] as const
  })
  expect(taking).toBeLessThan(masking)
  await expect.poll(async () => (await snapshotsOf(page)).length).toBe(3)
  expect((await snapshotsOf(page))[2]).toMatchObject({ reason: 'size' })
})

test('none is sent of errors that are handled, ignored, dropped, or the fourth', async () => {
  const page = await openSnapshotPage('mounted', () => ({
    snapshot: true,
    ignoreErrors: ['ignored'],
    beforeSend: (record) =>
      String(record.attributes['exception.message']).includes('dropped') ? null : record,
  }))
  await page.run(async () => {
    void sdk.captureException(new Error('handled'))
    for (const name of ['ignored', 'dropped', 'one', 'two', 'three', 'four'])
      void sdk.captureException(new Error(name), { handled: false })
    await sdk.flush()
  })
  await expect.poll(async () => (await snapshotsOf(page)).length).toBe(3)
  const digests = (await page.exceptions()).slice(1, 4).map((exception) => String(exception['errata.digest']))
  expect((await snapshotsOf(page)).map(({ digest }) => digest).toSorted()).toEqual(digests.toSorted())
})

test('without the option nothing is loaded, sent or observed', async () => {
  const page = await openPage({ path: 'mounted' })
  await page.run(() => sdk.failInTask(new TypeError('no amount')))
  await expect.poll(() => page.exceptions()).toHaveLength(1)
  expect(await snapshotsOf(page)).toEqual([])
  expect(await page.run(copyChunk)).toBeUndefined()
})
