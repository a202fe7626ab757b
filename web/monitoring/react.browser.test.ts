// Every way in which React 19 tells of an error, or does not: each is one record with the right cause of alarm.

import { expect, test } from 'vitest'
import { words } from './testing/browser.ts'
import { onlyException, openPage, type Received } from './testing/page.ts'

// What breaks, as a component `Broken`. Where an action must be started, the button does it.
const later = 'new Promise((resolve) => setTimeout(resolve, 20))'
const transition = (action: string) =>
  `const Broken = () => { const [, start] = stage.useTransition(); return h('button', { onClick: () => start(${action}) }, 'go') }`
const breakages = [
  ['rendering', 'const Broken = () => { throw error }'],
  ['an effect', "const Broken = () => { stage.useEffect(() => { throw error }, []); return 'shop' }"],
  ['a ref', "const Broken = () => h('i', { ref(place) { if (place) throw error } })"],
  [
    'a cleanup',
    "const Cleaned = () => { stage.useEffect(() => () => { throw error }, []); return 'shop' }; const Broken = () => { const [gone, leave] = stage.useState(false); return h('button', { onClick: () => leave(true) }, gone ? 'gone' : h(Cleaned)) }",
  ],
  ['a transition', transition('() => { throw error }')],
  ['an asynchronous transition', transition(`async () => { await ${later}; throw error }`)],
  [
    'an action state',
    `const Broken = () => { const [, act] = stage.useActionState(async () => { await ${later}; throw error }, null); return h('button', { onClick: () => stage.startTransition(act) }, 'go') }`,
  ],
  [
    'a form action',
    `const Broken = () => h('form', { action: async () => { await ${later}; throw error } }, h('button', null, 'go'))`,
  ],
  [
    'a promise that is used',
    "let promise; const Broken = () => h(stage.Suspense, { fallback: 'wait' }, h(() => stage.use((promise ??= Promise.reject(error)))))",
  ],
  [
    'a part that cannot be loaded',
    "const Part = stage.lazy(() => Promise.reject(error)); const Broken = () => h(stage.Suspense, { fallback: 'wait' }, h(Part))",
  ],
] as const

/** Renders beside what is on the page already, presses the button if there is one, and waits for the one record. */
async function breakIn(code: string, element: string, options = 'stage.rootOptions()'): Promise<Received> {
  const page = await openPage({ path: 'mounted' })
  await page.run(`
    const h = stage.createElement
    const error = new TypeError('no such book')
    ${code}
    const place = document.body.appendChild(document.createElement('section'))
    stage.createRoot(place, ${options}).render(h('div', null, ${element}))
    // What nothing catches leaves the place empty, and the screen beside it.
    for (let frame = 0; frame < 200 && !place.firstChild && !document.querySelector('[role=alert]'); frame++) await new Promise((resolve) => setTimeout(resolve, 10))
    await new Promise((resolve) => setTimeout(resolve, 10))
    place.querySelector('button:not([role=alert] *)')?.click()`)
  return onlyException(page)
}

const expected = { 'exception.type': 'TypeError', 'exception.message': 'no such book' }
const digest = /^[0-9A-HJKMNP-TV-Z]{8}$/

test.for(breakages)('%s that nothing catches is one fatal record', async ([, code]) => {
  const exception = await breakIn(code, 'h(Broken)')
  expect(exception).toMatchObject({ ...expected, 'errata.mechanism': 'react.uncaught', severityNumber: 21 })
  expect(exception['exception.stacktrace']).toMatch(words.stack)
  expect(exception['errata.digest']).toMatch(digest)
})

test.for(breakages)('%s inside a boundary is one record', async ([, code]) => {
  const exception = await breakIn(code, 'h(stage.ErrorBoundary, null, h(Broken))')
  expect(exception).toMatchObject({ ...expected, 'errata.mechanism': 'react.caught', severityNumber: 17 })
  expect(exception['exception.stacktrace']).toMatch(words.stack)
  expect(exception['errata.digest']).toMatch(digest)
})

test.for(breakages.slice(0, 5))('%s reaches the window where a root has no handlers', async ([, code]) => {
  const exception = await breakIn(code, 'h(Broken)', 'undefined')
  expect(exception).toMatchObject({ ...expected, 'errata.mechanism': 'window.error', severityNumber: 17 })
})

test.for(breakages.slice(0, 5))(
  '%s is told by the boundary where a root has no handlers',
  async ([, code]) => {
    const exception = await breakIn(code, 'h(stage.ErrorBoundary, null, h(Broken))', 'undefined')
    expect(exception).toMatchObject({ ...expected, 'errata.mechanism': 'react.caught', severityNumber: 17 })
  },
)

// What happens beside React's rendering no boundary hears of.
test.for([
  [
    'an event handler',
    "const Broken = () => h('button', { onClick() { throw error } }, 'go')",
    'window.error',
  ],
  [
    'a timer of an effect',
    "const Broken = () => { stage.useEffect(() => { setTimeout(() => { throw error }) }, []); return 'shop' }",
    'window.error',
  ],
  [
    'an asynchronous event handler',
    `const Broken = () => h('button', { async onClick() { await ${later}; throw error } }, 'go')`,
    'unhandledrejection',
  ],
  [
    'an asynchronous part of an effect',
    `const Broken = () => { stage.useEffect(() => { void (async () => { await ${later}; throw error })() }, []); return 'shop' }`,
    'unhandledrejection',
  ],
  [
    'a transition of nobody',
    "const Broken = () => h('button', { onClick: () => stage.startTransition(() => { throw error }) }, 'go')",
    'window.error',
  ],
  [
    'an asynchronous transition of nobody',
    `const Broken = () => h('button', { onClick: () => stage.startTransition(async () => { await ${later}; throw error }) }, 'go')`,
    'window.error',
  ],
] as const)('%s reaches the window although a boundary is there', async ([, code, mechanism]) => {
  const exception = await breakIn(code, 'h(stage.ErrorBoundary, null, h(Broken))')
  expect(exception).toMatchObject({ ...expected, 'errata.mechanism': mechanism, severityNumber: 17 })
})

test('what React renders again without the error is one warning, and names the error itself', async () => {
  const exception = await breakIn(
    "let broken = true; const Broken = () => { if (broken) { broken = false; throw error } return 'shop' }",
    'h(Broken)',
  )
  expect(exception).toMatchObject({
    ...expected,
    'errata.mechanism': 'react.recoverable',
    severityNumber: 13,
  })
})

test.for([
  ['hydrating to another text', "() => 'client'", 'Error', 'ydrat'],
  [
    'throwing while hydrating',
    "() => { if (broken) { broken = false; throw error } return 'server' }",
    'TypeError',
    'no such book',
  ],
] as const)('%s is one warning', async ([, component, type, message]) => {
  const page = await openPage({ path: 'mounted' })
  await page.run(`
    const error = new TypeError('no such book')
    let broken = true
    const place = document.body.appendChild(document.createElement('section'))
    place.innerHTML = '<p>server</p>'
    const Shown = ${component}
    stage.hydrateRoot(place, stage.createElement('p', null, stage.createElement(Shown)), stage.rootOptions())`)
  const exception = await onlyException(page)
  expect(exception).toMatchObject({
    'exception.type': type,
    'errata.mechanism': 'react.recoverable',
    severityNumber: 13,
  })
  expect(exception['exception.message']).toContain(message)
})

test("where a boundary's own fallback throws, the outer boundary tells of that", async () => {
  const exception = await breakIn(
    "const Broken = () => { throw new Error('first') }; const fallback = () => { throw error }",
    'h(stage.ErrorBoundary, null, h(stage.ErrorBoundary, { fallback }, h(Broken)))',
  )
  expect(exception).toMatchObject({ ...expected, 'errata.mechanism': 'react.caught', severityNumber: 17 })
})

test.for([
  ["'words'", 'string', 'words'],
  ['null', 'null', 'null'],
  ['undefined', 'undefined', 'undefined'],
  ['{ code: 7 }', 'Object', '{"code":7}'],
] as const)('%s thrown while rendering is one record', async ([thrown, type, message]) => {
  const exception = await breakIn(
    `const Broken = () => { throw ${thrown} }`,
    'h(stage.ErrorBoundary, null, h(Broken))',
  )
  expect(exception).toMatchObject({
    'exception.type': type,
    'exception.message': message,
    'errata.mechanism': 'react.caught',
    severityNumber: 17,
  })
})
