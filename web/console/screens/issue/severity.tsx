import type { Event } from '../../../../store/api/contract.ts'

const MECHANISMS: Record<string, string> = {
  'window.error': 'uncaught',
  unhandledrejection: 'unhandled rejection',
  'react.uncaught': 'uncaught while rendering',
  'react.caught': 'caught by an error boundary',
  'react.recoverable': 'React recovered',
  resource: 'a resource failed to load',
  chunk: 'a chunk failed to load',
  boot: 'the application failed to start',
  csp: 'blocked by the Content Security Policy',
  manual: 'reported by the application',
}

/** The severity and the mechanism of an event: `error, unhandled rejection`. */
export function Severity({ event: { severity, mechanism } }: { event: Event }) {
  const level = severityLevel(severity)
  return (
    <span className="severity" data-severity={level}>
      {level}
      {mechanism && `, ${MECHANISMS[mechanism] ?? mechanism}`}
    </span>
  )
}

/** OpenTelemetry's severity number (1 to 24, 0 if unknown) as a level. */
function severityLevel(severity: number): 'fatal' | 'error' | 'warn' {
  if (severity >= 21) return 'fatal'
  return severity >= 17 || severity === 0 ? 'error' : 'warn'
}
