// What the page's Content-Security-Policy forbade: each thing once, however often it was tried.

type Violation = {
  effectiveDirective: string
  disposition: string
  sourceFile: string | null
  lineNumber: number | null
  columnNumber: number | null
}

/** An exception in all but the throwing. */
export type Forbidden = { name: string; message: string; stack: string }

/** A page that builds addresses to forbidden places must not fill the memory with them. */
const knownLimit = 50
/** Extensions break the page's policy without being part of the page. */
const extension = /^(chrome|moz|safari(-web)?)-extension/

/** `own`: what we send ourselves; telling of that would be sent to the same place. Returns how to stop. */
export function watchPolicy(own: string, see: (forbidden: Forbidden) => void): () => void {
  const known = new Set<string>()
  const hear = (
    { effectiveDirective, disposition, sourceFile, lineNumber, columnNumber }: Violation,
    address: string,
  ) => {
    // Address or, for what has none, a word such as `inline` or `eval`.
    const blocked = address.replace(/[?#].*/, '')
    const source = sourceFile ?? ''
    const message = `${effectiveDirective} ${disposition === 'report' ? 'would block' : 'blocked'} ${blocked}`
    if (
      known.has(message) ||
      known.size >= knownLimit ||
      blocked.startsWith(own) ||
      extension.test(source) ||
      extension.test(blocked)
    )
      return
    known.add(message)
    see({
      name: 'SecurityPolicyViolation',
      message,
      stack: source && `at ${source}:${lineNumber}:${columnNumber}`,
    })
  }
  const heard = (event: SecurityPolicyViolationEvent) => hear(event, event.blockedURI)
  document.addEventListener('securitypolicyviolation', heard)
  // Knows what happened before we were here; not every browser has one.
  const observer =
    typeof ReportingObserver === 'undefined'
      ? undefined
      : new ReportingObserver(
          (reports) => {
            for (const { body } of reports) {
              const violation = body as unknown as (Violation & { blockedURL?: string | null }) | null
              if (violation) hear(violation, violation.blockedURL ?? '')
            }
          },
          { types: ['csp-violation'], buffered: true },
        )
  observer?.observe()
  return () => {
    document.removeEventListener('securitypolicyviolation', heard)
    observer?.disconnect()
  }
}
