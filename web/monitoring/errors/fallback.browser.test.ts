// The fallback screen: when it appears, what it shows, and that it works on every page.

import { expect, test } from 'vitest'
import { messages } from '../testing/browser.ts'
import { onlyException, openPage, type Page } from '../testing/page.ts'
import { screenOf, sentence } from '../testing/screen.ts'

const screenShown = (page: Page) =>
  expect.poll(() => page.document.querySelectorAll('[role=alert] button').length).toBe(2)

async function reload(page: Page): Promise<void> {
  const reloaded = new Promise((resolve) =>
    page.document.defaultView?.frameElement?.addEventListener('load', resolve, { once: true }),
  )
  screenOf(page).buttons[0]?.click()
  await reloaded
}

/** Runs in a page: renders under StrictMode into `#root`. */
function render(component: () => React.ReactNode): void {
  const root = sdk.createRoot(document.querySelector('#root') as Element, sdk.rootOptions())
  root.render(sdk.createElement(sdk.StrictMode, null, sdk.createElement(component)))
}

function Broken(): never {
  throw new TypeError('no such book')
}

/** Runs in a page. */
const renderBroken = (page: Page) => page.run((render, component) => render(component), render, Broken)

test.for<[name: string, component: () => React.ReactNode]>([
  ['rendering', Broken],
  [
    'an effect',
    () => {
      sdk.useEffect(() => sdk.fail(new TypeError('no such book')))
      return 'shop'
    },
  ],
  [
    'an update',
    () => {
      const [broken, setBroken] = sdk.useState(false)
      sdk.useEffect(() => {
        setTimeout(() => setBroken(true))
      }, [])
      if (broken) throw new TypeError('no such book')
      return 'shop'
    },
  ],
  [
    'a rejected lazy component',
    () => {
      const Lazy = sdk.lazy(() => Promise.reject(new TypeError('no such book')))
      return sdk.createElement(sdk.Suspense, { fallback: 'wait' }, sdk.createElement(Lazy))
    },
  ],
])(
  'an uncaught error in %s leaves the fallback screen, with the same digest everywhere',
  async ([, component]) => {
    const page = await openPage()
    await page.run(() => sdk.flush())
    await page.run((render, component) => render(component), render, component)
    const exception = await onlyException(page)
    expect(exception).toMatchObject({
      'errata.mechanism': 'react.uncaught',
      severityNumber: 21,
      'exception.type': 'TypeError',
      'exception.message': 'no such book',
    })
    expect(String(exception['errata.react.component_stack'])).toMatch(messages.componentFrame)
    const shown = screenOf(page)
    expect(shown.sentence).toBe(sentence)
    expect(shown.digest).toBe(exception['errata.digest'])
    const line = page.printed.find((parameters) =>
      parameters.some((parameter) => String(parameter).includes(`Digest: ${shown.digest}`)),
    )
    expect((line as [Error])[0].message).toBe('no such book')
  },
)

test('a boundary keeps the rest, shows the digest and is the mechanism of the record', async () => {
  const page = await openPage()
  await page.run(
    (render, Broken) =>
      render(() =>
        sdk.createElement(
          'main',
          null,
          'the rest',
          sdk.createElement(sdk.ErrorBoundary, null, sdk.createElement(Broken)),
        ),
      ),
    render,
    Broken,
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
  await page.run((render) => {
    const Broken = () => {
      // oxlint-disable-next-line no-throw-literal -- what this test is about
      throw 'a string'
    }
    render(() => sdk.createElement(sdk.ErrorBoundary, null, sdk.createElement(Broken)))
  }, render)
  const exception = await onlyException(page)
  expect(exception).toMatchObject({ 'exception.type': 'string', 'exception.message': 'a string' })
  expect(screenOf(page).digest).toBe(exception['errata.digest'])
})

test('an error that React recovers from is reported, and no screen is shown', async () => {
  const page = await openPage()
  await page.run(() => {
    const root = document.querySelector('#root') as Element
    root.innerHTML = '<p>server</p>'
    sdk.hydrateRoot(root, sdk.createElement('p', null, 'client'), sdk.rootOptions())
  })
  const exception = await onlyException(page)
  expect(exception).toMatchObject({ 'errata.mechanism': 'react.recoverable', severityNumber: 13 })
  expect(page.document.querySelector('[role=alert]')).toBe(null)
})

test('an error before anything is mounted shows the fallback screen', async () => {
  const page = await openPage()
  await page.run(() => sdk.failInTask(new Error('no configuration')))
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

test('an error during start-up is not fatal if the application mounts after all', async () => {
  const page = await openPage()
  await page.run(() => {
    sdk.failInTask(new Error('a widget'))
    setTimeout(() => document.querySelector('#root')?.append(document.createElement('main')), 100)
  })
  expect(await onlyException(page)).toMatchObject({ 'errata.mechanism': 'window.error', severityNumber: 17 })
  expect(page.document.querySelector('[role=alert]')).toBe(null)
})

test('the button reloads the page', async () => {
  const page = await openPage()
  await renderBroken(page)
  await screenShown(page)
  const { buttons } = screenOf(page)
  expect(buttons.map((button) => button.textContent)).toEqual(['Reload', 'Copy digest'])
  await reload(page)
})

test('with a policy against inline styles the screen is readable and covers the window', async () => {
  const page = await openPage({ path: 'strict-policy' })
  await renderBroken(page)
  await screenShown(page)
  expect(screenOf(page).screen.getBoundingClientRect()).toMatchObject({ x: 0, y: 0, height: 500 })
})

test('with fallback: false the error is reported and no screen is shown', async () => {
  const page = await openPage({ init: () => ({ fallback: false }) })
  await renderBroken(page)
  expect(await onlyException(page)).toMatchObject({ 'errata.mechanism': 'react.uncaught' })
  expect(page.document.querySelector('[role=alert]')).toBe(null)
})

test('an error before the bundle runs is reported once, by the package', async () => {
  const page = await openPage({ path: 'broken-start' })
  expect(await onlyException(page)).toMatchObject({
    'errata.mechanism': 'window.error',
    'exception.message': 'before the bundle',
  })
  expect(page.document.querySelector('[role=alert]')).toBe(null)
})

test.for([
  ['plain', true],
  ['missing-entry', false],
] as const)('%s: a screen after a reload offers the start page', async ([path, hasSdk]) => {
  const page = await openPage({ path })
  const links = () =>
    [...page.document.querySelectorAll<HTMLAnchorElement>('[role=alert] a')].map(({ href }) => href)
  const breakPage = async () => {
    if (!hasSdk) return
    await page.run(() => sdk.flush())
    await renderBroken(page)
    await page.run(() => sdk.flush())
  }
  await breakPage()
  await screenShown(page)
  expect(links()).toEqual([])
  await reload(page)
  if (hasSdk) await page.init()
  await breakPage()
  await screenShown(page)
  await expect.poll(links).toEqual([`${location.origin}/`])
})

test('the screen fits into 320 pixels and a right-to-left page, and its buttons take the focus', async () => {
  const page = await openPage()
  const frame = page.document.defaultView?.frameElement as HTMLElement
  frame.style.width = '320px'
  await page.run(() => {
    document.documentElement.dir = 'rtl'
    document.documentElement.lang = 'ar'
    const textContent = '* { font-size: 40px; white-space: nowrap; letter-spacing: 1em }'
    sdk.add('style', { textContent })
  })
  await renderBroken(page)
  await screenShown(page)
  const { screen, buttons } = screenOf(page)
  expect(screen.scrollWidth).toBeLessThanOrEqual(320)
  expect(screen.closest('[lang]')?.getAttribute('lang')).toBe('en')
  for (const element of [screen, ...screen.querySelectorAll('*')]) {
    expect(page.document.defaultView?.getComputedStyle(element).direction, element.localName).toBe('ltr')
  }
  const focused = buttons.map((button) => {
    button.focus()
    return page.document.activeElement?.textContent
  })
  expect(focused).toEqual(['Reload', 'Copy digest'])
})

test('the head snippet shows no second screen when a mounted application is gone', async () => {
  const page = await openPage({ path: 'broken-start' })
  await page.run(async () => {
    await sdk.flush()
    document.querySelector('#root')?.replaceChildren()
    sdk.captureException(new Error('the application is gone'), { fallback: true })
    // From now on the snippet waits until an application must have mounted.
    dispatchEvent(new Event('load'))
    await sdk.wait(700)
  })
  expect(page.document.querySelectorAll('[role=alert]')).toHaveLength(1)
})
