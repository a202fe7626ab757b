// A test for Playwright that does what the user did before an error, and expects the error: navigation,
// clicks by role and selector, answers of failing requests. What was typed, and any text of the page, is not
// in an event, and not in the test.
import type { Event, Frame } from '../issues.ts'
import { comment, quote } from './code.ts'
import { failingRequests, missingFile, mockRequest, type FailingRequest } from './requests.ts'
import { firstPath, stepsOf, type Click, type Step } from './steps.ts'

/** Frames of the stack in the comment. */
const MAX_FRAMES = 3
/** Characters of the message in the expectation. */
const MAX_MESSAGE = 200
/** What these report reaches the window, and with it Playwright's event `pageerror`. */
const UNCAUGHT = /^(?:window\.error|unhandledrejection)$/
/** A report is sent some time after its error. */
const EXPECT_MS = 15_000
/** In place of secrets that the relay has removed. */
const SCRUBBED = /\[scrubbed\]/i

/** Null: the event is not from a page. */
export function renderTest(event: Event): string | null {
  const page = URL.parse(event.url)
  if (!page || !/^https?:$/.test(page.protocol)) return null
  const steps = stepsOf(event)
  const requests = [...failingRequests(event), ...missingFile(event, page)]
  const sections = [
    ['const errors: string[] = []', ...watch(event)],
    ...requests.map(mockRequest),
    [`await page.goto(APPLICATION + ${quote(startOf(event, page))})`, ...steps.flatMap(stepLines)],
    expectation(event, page),
  ]
  return [
    ...header(event),
    ...unknowns(event, steps, requests).map((line) => `// - ${line}`),
    "import { expect, test } from '@playwright/test'",
    '',
    `const APPLICATION = process.env['APPLICATION_URL'] ?? ${quote(page.origin)}`,
    '',
    `test(${quote(comment(`${event.type}: ${event.message}`))}, async ({ page }) => {`,
    sections.map((lines) => lines.map((line) => `  ${line}`).join('\n')).join('\n\n'),
    '})',
    '',
  ].join('\n')
}

function header(event: Event): string[] {
  const build = [event.service, event.release, event.environment].filter(Boolean).join(' ')
  const frames = event.frames.filter(({ inApp }) => inApp).slice(0, MAX_FRAMES)
  return [
    `// ${comment(`${event.type}: ${event.message}`)}`,
    ...frames.map((frame) => `//     at ${comment(frameText(frame))}`),
    `// ${comment(`${build}, ${event.at}, digest ${event.digest}`)}`,
    '//',
    '// It passes as long as the error happens. After the fix, expect the opposite:',
    '//     expect(errors.join()).not.toContain(…)',
    '//',
    '// Not known, because pages do not send it:',
  ]
}

function frameText({ function: name, file, line, column }: Frame): string {
  const position = [file, line, column].filter((part) => part !== null).join(':')
  return name === '' ? position : `${name} (${position})`
}

function unknowns({ url, breadcrumbs }: Event, steps: Step[], requests: FailingRequest[]): string[] {
  const isQueried = /\?.*=/.test(url)
  const hasTyped = steps.some((step) => step.kind === 'typed' || isField(step))
  const typed = hasTyped ? ': fill the fields that have a comment below' : ', if anything was'
  return [
    'whether somebody was logged in: cookies, localStorage and other storage',
    'the state of the application and of its servers, such as what is in a cart',
    `what was typed or chosen${typed}`,
    'which keys were pressed',
    ...(isQueried ? ['the values in the query of the address'] : []),
    ...(requests.length > 0 ? ['the bodies of the answers below, which are empty objects here'] : []),
    ...(steps.length === 0
      ? ['clicks in the first moments of the page, before all of the SDK had loaded']
      : []),
    ...(breadcrumbs.length >= MAX_BREADCRUMBS ? ['what happened before the first of these steps'] : []),
  ]
}

/** Earlier ones were not kept. */
const MAX_BREADCRUMBS = 30

function isField(step: Step): boolean {
  return step.kind === 'click' && step.isField
}

/** Whether Playwright sees it as `pageerror`. Others are in the report of the page. */
function reachesWindow({ mechanism, type, message }: Event): boolean {
  return UNCAUGHT.test(mechanism) && /(?:Error|Exception)$/.test(type) && !message.startsWith('Script error')
}

/** Reports are answered here. */
function watch(event: Event): string[] {
  const takesReport = !reachesWindow(event)
  return [
    "page.on('pageerror', ({ name, message }) => errors.push(`${name}: ${message}`))",
    ...(takesReport
      ? ['// Something catches it before it reaches the window: the report of the page has it.']
      : []),
    '// Nothing is reported: this would be a further event.',
    "await page.route((url) => url.pathname.endsWith('/monitoring'), (route) => {",
    ...(takesReport ? ["  errors.push(route.request().postData() ?? '')"] : []),
    '  return route.fulfill({ json: {} })',
    '})',
  ]
}

/** Of a page that the application has left, its query is not known. */
function startOf(event: Event, page: URL): string {
  const first = firstPath(event)
  if (first !== '' && first !== page.pathname) return first
  const names = [...page.searchParams.keys()].map((name) => encodeURIComponent(name))
  return page.pathname + (names.length > 0 ? `?${names.join('&')}` : '')
}

function stepLines(step: Step): string[] {
  if (step.kind === 'typed') return ['// Something was typed here: fill the field.']
  if (step.kind === 'exception') return [`// An error before this one: ${comment(step.text)}`]
  if (step.kind === 'navigation')
    return [`await page.waitForURL(({ pathname }) => pathname === ${quote(step.path)})`]
  const click = `await ${locatorOf(step)}.click()`
  return isField(step) ? [click, '// If something was typed here: fill the field.'] : [click]
}

function locatorOf({ selector, role, nth }: Click): string {
  const element = `page.locator(${quote(selector)})`
  // An index counts the elements of the selector alone, hidden ones too.
  const options = nth === null ? '' : ', { includeHidden: true }'
  const both = role === '' ? element : `page.getByRole(${quote(role)}${options}).and(${element})`
  return nth === null ? both : `${both}.nth(${nth})`
}

function expectation(event: Event, page: URL): string[] {
  const message = stablePart(event.message, page)
  // Of a thrown text or object, the type is only in reports.
  const hasType = /(?:Error|Exception)$/.test(event.type) || message === ''
  const expected = [...(hasType ? [event.type] : []), ...(message === '' ? [] : [message])]
  const lines = expected.map(
    (text) => `await expect.poll(all, { timeout: ${EXPECT_MS} }).toContain(${quote(text)})`,
  )
  return ["const all = () => errors.join('\\n')", ...lines]
}

/** The rest is the address of its explanation in the page, and the explanation in the store. */
const REACT_ERROR = /^Minified React error #\d+/

/**
 * The longest part that is the same wherever the application runs, and in a report: without origin, quotation
 * marks, and what the relay has removed.
 */
function stablePart(message: string, page: URL): string {
  const [reactError = message] = REACT_ERROR.exec(message) ?? []
  return reactError
    .split(page.origin)
    .flatMap((part) => part.split(SCRUBBED))
    .flatMap((part) => part.split(/[\p{Cc}"\\\u2028\u2029]/u))
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '')
    .slice(0, MAX_MESSAGE)
    .trim()
}
