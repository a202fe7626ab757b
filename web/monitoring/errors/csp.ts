// Reports violations of the page's Content-Security-Policy, each once per page.

import { withoutQueries, withoutQuery } from './addresses.ts'
import { listen } from '../listen.ts'

type Violation = {
  effectiveDirective: string
  disposition: string
  sourceFile: string | null
  lineNumber: number | null
  columnNumber: number | null
}

type CspReport = { body: Violation & { blockedURL: string | null } }
type HandleViolation = (violation: Violation, address: string) => void
/** Has the members of an Error. */
type CspViolation = { name: string; message: string; stack: string }

/** Bounds memory: a page may generate any number of blocked URLs. */
const violationLimit = 50
/** Browser extensions are not part of the page but can violate its policy. */
const extension = /^(chrome|moz|safari(-web)?)-extension/

/**
 * `ownUrl`: URL of our own requests; reports about them would be blocked too. Blocked URLs are added to
 * `blockedAddresses`. Returns a function that stops it.
 */
export function watchCsp(
  ownUrl: string,
  blockedAddresses: Set<string>,
  report: (violation: CspViolation) => void,
): () => void {
  const reported = new Set<string>()
  const handle: HandleViolation = (violation, address) => {
    const { effectiveDirective, disposition, sourceFile, lineNumber, columnNumber } = violation
    // A URL, or a keyword such as `inline` or `eval`.
    const blocked = withoutQuery(address)
    const source = sourceFile ?? ''
    const message = `${effectiveDirective} ${disposition === 'report' ? 'would block' : 'blocked'} ${blocked}`
    if (
      reported.has(message) ||
      reported.size >= violationLimit ||
      blocked.startsWith(ownUrl) ||
      extension.test(source) ||
      extension.test(blocked)
    )
      return
    reported.add(message)
    if (disposition !== 'report') blockedAddresses.add(blocked)
    const stack = source && withoutQueries(`at ${source}:${lineNumber}:${columnNumber}`)
    report({ name: 'SecurityPolicyViolation', message, stack })
  }
  const stop = listen(document, 'securitypolicyviolation', (event: SecurityPolicyViolationEvent) =>
    handle(event, event.blockedURI),
  )
  const observer = observeEarlier(handle)
  return () => {
    stop()
    observer?.disconnect()
  }
}

/** Includes violations from before this chunk was loaded. Only Chromium has a ReportingObserver. */
function observeEarlier(handle: HandleViolation): ReportingObserver | undefined {
  if (typeof ReportingObserver === 'undefined') return undefined
  const observer = new ReportingObserver(
    (reports) => {
      for (const { body } of reports as unknown as CspReport[]) handle(body, body.blockedURL ?? '')
    },
    { types: ['csp-violation'], buffered: true },
  )
  observer.observe()
  return observer
}
