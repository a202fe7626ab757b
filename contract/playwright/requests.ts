// The requests of a page that failed before an error, answered in a test as their servers did.
import type { Event } from '../issues.ts'
import { comment, quote } from './code.ts'

/** A status, no answer, or none before the page gave up. */
type Answer = number | 'no answer' | 'no answer in time'

/** `path`: with the origin of another one than the page's. `answers`: in order. */
export type FailingRequest = { method: string; path: string; answers: Answer[] }

/** Those that failed at least once, with all their answers. */
export function failingRequests({
  breadcrumbs,
  type,
}: Pick<Event, 'breadcrumbs' | 'type'>): FailingRequest[] {
  const requests = new Map<string, FailingRequest>()
  for (const { kind, text } of breadcrumbs) {
    const [, method, address = '', answer] = /^([A-Z]+) (\S+)(?: →)? (\w+)$/.exec(text) ?? []
    const url = URL.parse(address, 'http://page')
    // The application aborts its own requests, unless this is the error.
    const isAborted = answer === 'AbortError'
    if (kind !== 'fetch' || !method || !url || (isAborted && type !== answer)) continue
    const path = url.host === 'page' ? url.pathname : url.origin + url.pathname
    const key = `${method} ${path}`
    const request = requests.get(key) ?? { method, path, answers: [] }
    const isLate = isAborted || answer === 'TimeoutError'
    const none = isLate ? 'no answer in time' : 'no answer'
    request.answers.push(/^\d{3}$/.test(answer ?? '') ? Number(answer) : none)
    requests.set(key, request)
  }
  return [...requests.values()].filter(({ answers }) => answers.some(isFailure))
}

function isFailure(answer: Answer): boolean {
  return typeof answer === 'string' || answer >= 400
}

/** The file that did not load, whose answer nobody has recorded. */
export function missingFile({ mechanism, message }: Event, page: URL): FailingRequest[] {
  const address = /^(?:chunk|resource)$/.test(mechanism) ? /https?:\/\/[^\s"'<>()]+/.exec(message)?.[0] : ''
  const url = URL.parse(address ?? '')
  if (!url) return []
  const path = url.origin === page.origin ? url.pathname : url.origin + url.pathname
  return [{ method: 'GET', path, answers: [404] }]
}

/** `index`: of the request, for names that differ. */
export function mockRequest({ method, path, answers }: FailingRequest, index: number): string[] {
  const first = answers.findIndex(isFailure)
  const answer = answers[first]!
  const isOwn = path.startsWith('/')
  const predicate = `(url) => url.${isOwn ? 'pathname' : 'origin + url.pathname'} === ${quote(path)}`
  const headers = isOwn ? '' : ", headers: { 'access-control-allow-origin': '*' }"
  const failures = {
    'no answer': 'route.abort()',
    'no answer in time': 'new Promise<void>(() => {})',
  }
  const failure =
    typeof answer === 'string' ? failures[answer] : `route.fulfill({ status: ${answer}, json: {}${headers} })`
  // The page itself may have the same address.
  const isOther = `request.method() !== ${quote(method)} || request.isNavigationRequest()`
  return [
    `// ${comment(`${method} ${path}: ${answers.join(', then ')}`)}`,
    ...(first > 0 ? [`let calls${index + 1} = 0`] : []),
    `await page.route(${predicate}, (route, request) => {`,
    `  if (${isOther}${first > 0 ? ` || calls${index + 1}++ < ${first}` : ''}) return route.fallback()`,
    `  return ${failure}`,
    '})',
  ]
}
