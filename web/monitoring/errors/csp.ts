// Violations of the page's Content-Security-Policy: each is reported once, however often it happens.

import { listen } from '../listen.ts'

type ViolationBody = {
  effectiveDirective: string
  disposition: string
  sourceFile: string | null
  lineNumber: number | null
  columnNumber: number | null
}

type HandleViolation = (violation: ViolationBody, address: string) => void
/** Has the members of an Error. */
type CspViolation = { name: string; message: string; stack: string }

/** A page that builds ever new forbidden addresses must not fill the memory with them. */
const violationLimit = 50
/** Extensions violate the policy of the page without being part of it. */
const extension = /^(chrome|moz|safari(-web)?)-extension/

type CspOptions = {
  /** The monitor's own requests; a report of these would be blocked too. */
  ownUrl: string
  /** Receives the addresses that were blocked. */
  blockedAddresses: Set<string>
  report: (violation: CspViolation) => void
}

/** Returns how to stop. */
export function watchCsp({ ownUrl, blockedAddresses, report }: CspOptions): () => void {
  const reported = new Set<string>()
  const handle: HandleViolation = (violation, address) => {
    const { effectiveDirective, disposition, sourceFile, lineNumber, columnNumber } = violation
    // An address or, without one, a keyword such as `inline` or `eval`.
    const blocked = address.replace(/[?#].*/, '')
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
    const stack = source && `at ${source}:${lineNumber}:${columnNumber}`
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

/** Also delivers violations from before this chunk has loaded. Only Chromium has a ReportingObserver. */
function observeEarlier(handle: HandleViolation): ReportingObserver | undefined {
  if (typeof ReportingObserver === 'undefined') return undefined
  const observer = new ReportingObserver(
    (reports) => {
      for (const { body } of reports) {
        const violation = body as unknown as (ViolationBody & { blockedURL?: string | null }) | null
        if (violation) handle(violation, violation.blockedURL ?? '')
      }
    },
    { types: ['csp-violation'], buffered: true },
  )
  observer.observe()
  return observer
}
