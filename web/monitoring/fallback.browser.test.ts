import { afterEach, expect, test } from 'vitest'
import { words } from './testing/browser.ts'
import { onlyException, openPage, type Page } from './testing/page.ts'

const sentence = `Application error: a client-side or server-side exception has occurred while loading ${location.host} (see the browser console or server logs for more information)`

function screenOf({ document }: Page): {
  digest: string
  sentence: string
  buttons: HTMLButtonElement[]
  screen: HTMLElement
} {
  const screen = document.querySelector<HTMLElement>('[role=alert]')
  if (!screen) throw new Error('no fallback screen')
  return {
    screen,
    sentence: screen.querySelector('p')?.textContent ?? '',
    digest: /^Digest: (\w{8})$/.exec(screen.querySelectorAll('p')[1]?.textContent ?? '')?.[1] ?? '',
    buttons: [...screen.querySelectorAll('button')],
  }
}

afterEach(() => document.querySelectorAll('iframe').forEach((frame) => frame.remove()))

async function reload(page: Page): Promise<void> {
  const reloaded = new Promise((resolve) =>
    page.document.defaultView?.frameElement?.addEventListener('load', resolve, { once: true }),
  )
  screenOf(page).buttons[0]?.click()
  await reloaded
}

// In React's own order of severity: what is thrown, where, and what becomes of it.
const broken = "const Broken = () => { throw new TypeError('no such book') }"
const root = (options = 'stage.rootOptions()') =>
  `const root = stage.createRoot(document.querySelector('#root'), ${options})`
const strict = (element: string) => `root.render(stage.createElement(stage.StrictMode, null, ${element}))`

test.for([
  ['rendering', 'stage.createElement(Broken)'],
  [
    'an effect',
    "stage.createElement(() => { stage.useEffect(() => { throw new TypeError('no such book') }); return 'shop' })",
  ],
  [
    'an action',
    "stage.createElement(() => { stage.useEffect(() => { setTimeout(() => setBad(true)) }, []); const [bad, setBad] = stage.useState(false); if (bad) throw new TypeError('no such book'); return 'shop' })",
  ],
  [
    'a rejected lazy part',
    "stage.createElement(stage.Suspense, { fallback: 'wait' }, stage.createElement(stage.lazy(() => Promise.reject(new TypeError('no such book')))))",
  ],
] as const)(
  'an error in %s that nothing catches leaves the fallback screen, the same digest everywhere',
  async ([, element]) => {
    const page = await openPage()
    await page.run(`await stage.flush(); ${broken}; ${root()}; ${strict(element)}`)
    const exception = await onlyException(page)
    expect(exception).toMatchObject({
      'errata.mechanism': 'react.uncaught',
      severityNumber: 21,
      'exception.type': 'TypeError',
      'exception.message': 'no such book',
    })
    expect(String(exception['errata.react.component_stack'])).toMatch(words.frame)
    const shown = screenOf(page)
    expect(shown.sentence).toBe(sentence)
    expect(shown.digest).toBe(exception['errata.digest'])
    const line = page.printed.find((words) =>
      words.some((word) => String(word).includes(`Digest: ${shown.digest}`)),
    )
    expect((line as [Error])[0].message).toBe('no such book')
  },
)

test('a boundary keeps the rest, shows the digest in place, and the record says who caught it', async () => {
  const page = await openPage()
  await page.run(
    `${broken}; ${root()}; ${strict("stage.createElement('main', null, 'the rest', stage.createElement(stage.ErrorBoundary, null, stage.createElement(Broken)))")}`,
  )
  const exception = await onlyException(page)
  expect(exception).toMatchObject({
    'errata.mechanism': 'react.caught',
    severityNumber: 17,
    'exception.message': 'no such book',
  })
  expect(page.document.querySelector('main')?.textContent).toContain('the rest')
  expect(screenOf(page)).toMatchObject({ sentence, digest: exception['errata.digest'] })
})

test('a thrown primitive has one digest in boundary, console and record', async () => {
  const page = await openPage()
  await page.run(
    `const Broken = () => { throw 'words' }; ${root()}; ${strict('stage.createElement(stage.ErrorBoundary, null, stage.createElement(Broken))')}`,
  )
  const exception = await onlyException(page)
  expect(exception).toMatchObject({ 'exception.type': 'string', 'exception.message': 'words' })
  expect(screenOf(page).digest).toBe(exception['errata.digest'])
})

test('what React recovers from is reported, and nothing is painted', async () => {
  const page = await openPage()
  await page.run(`
    document.querySelector('#root').innerHTML = '<p>server</p>'
    stage.hydrateRoot(document.querySelector('#root'), stage.createElement('p', null, 'client'), stage.rootOptions())`)
  const exception = await onlyException(page)
  expect(exception).toMatchObject({ 'errata.mechanism': 'react.recoverable', severityNumber: 13 })
  expect(page.document.querySelector('[role=alert]')).toBe(null)
})

test('an error before anything is mounted ends in the fallback screen', async () => {
  const page = await openPage()
  await page.run("setTimeout(() => { throw new Error('no configuration') })")
  const exception = await onlyException(page)
  expect(exception).toMatchObject({
    'errata.mechanism': 'boot',
    severityNumber: 21,
    'exception.message': 'no configuration',
  })
  await expect.poll(() => screenOf(page).digest).toBe(exception['errata.digest'])
  expect(page.printed.flat().join(' ')).toContain(
    `no configuration Digest: ${String(exception['errata.digest'])}`,
  )
})

test('an error while the application is still starting is no end, when it mounts after all', async () => {
  const page = await openPage()
  await page.run(
    "setTimeout(() => { throw new Error('a widget') }); setTimeout(() => document.querySelector('#root').append(document.createElement('main')), 100)",
  )
  expect(await onlyException(page)).toMatchObject({ 'errata.mechanism': 'window.error', severityNumber: 17 })
  expect(page.document.querySelector('[role=alert]')).toBe(null)
})

test('reload reloads', async () => {
  const page = await openPage()
  await page.run(`${broken}; ${root()}; ${strict('stage.createElement(Broken)')}`)
  await expect.poll(() => page.document.querySelectorAll('[role=alert] button').length).toBe(2)
  const { buttons } = screenOf(page)
  expect(buttons.map((button) => button.textContent)).toEqual(['Reload', 'Copy digest'])
  await reload(page)
})

test('a policy without inline style leaves the screen readable, over the whole window', async () => {
  const page = await openPage({ path: 'strict-policy' })
  await page.run(`${broken}; ${root()}; ${strict('stage.createElement(Broken)')}`)
  await expect.poll(() => page.document.querySelectorAll('[role=alert]').length).toBe(1)
  expect(screenOf(page).screen.getBoundingClientRect()).toMatchObject({ x: 0, y: 0, height: 500 })
})

test('with fallback: false the error is reported and the page left alone', async () => {
  const page = await openPage({ init: '{ fallback: false }' })
  await page.run(`${broken}; ${root()}; ${strict('stage.createElement(Broken)')}`)
  expect(await onlyException(page)).toMatchObject({ 'errata.mechanism': 'react.uncaught' })
  expect(page.document.querySelector('[role=alert]')).toBe(null)
})

// Without any bundle: the head snippet alone.
test.for([
  ['missing-entry', 'BootError', '/gone/entry.js'],
  ['strict-policy-missing-entry', 'BootError', '/gone/entry.js'],
  ['hashed-policy-missing-entry', 'BootError', '/gone/entry.js'],
  ['copied-head', 'BootError', '/gone/entry.js'],
  ['broken-entry', 'RangeError', 'no configuration'],
  ['never-mounts', 'BootError', 'nothing mounted within 300 ms'],
] as const)(
  '%s: the head snippet paints the screen and reports it by itself',
  async ([path, type, message]) => {
    const page = await openPage({ path, name: 'boot' })
    await expect.poll(() => page.document.querySelectorAll('#root [role=alert]').length).toBe(1)
    const shown = screenOf(page)
    expect(shown.sentence).toBe(sentence)
    expect(shown.screen.getBoundingClientRect()).toMatchObject({ x: 0, y: 0, width: 400, height: 500 })
    const mine = async () =>
      (await page.exceptions()).filter((exception) => exception['errata.digest'] === shown.digest)
    await expect.poll(async () => (await mine()).length).toBe(1)
    const [exception] = await mine()
    expect(exception).toMatchObject({
      'errata.mechanism': 'boot',
      severityNumber: 21,
      'exception.type': type,
      'service.name': 'stage',
    })
    expect(exception?.['exception.message']).toContain(message)
  },
)

test('what the head snippet heard before the bundle ran is reported once, by the package', async () => {
  const page = await openPage({ path: 'broken-start' })
  expect(await onlyException(page)).toMatchObject({
    'errata.mechanism': 'window.error',
    'exception.message': 'before the bundle',
  })
  expect(page.document.querySelector('[role=alert]')).toBe(null)
})

test.for([
  ['plain', `${broken}; ${root()}; ${strict('stage.createElement(Broken)')}`],
  ['missing-entry', ''],
] as const)('%s: who has loaded the page again in vain is offered another', async ([path, code]) => {
  const page = await openPage({ path })
  const links = () =>
    [...page.document.querySelectorAll<HTMLAnchorElement>('[role=alert] a')].map(({ href }) => href)
  const shown = () => expect.poll(() => page.document.querySelectorAll('[role=alert] button').length).toBe(2)
  if (code) await page.run(`await stage.flush(); ${code}; await stage.flush()`)
  await shown()
  expect(links()).toEqual([])
  await reload(page)
  if (code)
    await page.run(
      `stage.init({ service: 'stage', url: '/receiver/ok/${page.name}', tracesSampleRate: 0 }); await stage.flush(); ${code}`,
    )
  await shown()
  await expect.poll(links).toEqual([`${location.origin}/`])
})

test('the screen reads from left to right in 320 pixels, whatever the page around it does, and its buttons take the focus', async () => {
  const page = await openPage()
  const frame = page.document.defaultView?.frameElement as HTMLElement
  frame.style.width = '320px'
  await page.run(`
    document.documentElement.dir = 'rtl'
    document.documentElement.lang = 'ar'
    document.head.append(Object.assign(document.createElement('style'), { textContent: '* { font-size: 40px; white-space: nowrap; letter-spacing: 1em }' }))
    ${broken}; ${root()}; ${strict('stage.createElement(Broken)')}`)
  await expect.poll(() => page.document.querySelectorAll('[role=alert] button').length).toBe(2)
  const { screen, buttons } = screenOf(page)
  expect(screen.scrollWidth).toBeLessThanOrEqual(320)
  expect(screen.closest('[lang]')?.getAttribute('lang')).toBe('en')
  for (const element of [screen, ...screen.querySelectorAll('*')]) {
    expect(page.document.defaultView?.getComputedStyle(element).direction, element.localName).toBe('ltr')
  }
  const focused = buttons.map((button) => (button.focus(), page.document.activeElement?.textContent))
  expect(focused).toEqual(['Reload', 'Copy digest'])
})
