// For React: error handlers of a root (React 19), error boundary and fallback screen (React 18 and 19).

import { Component, type ReactNode, useCallback } from 'react'
import type { Mechanism } from '../errors/captured-error.ts'
import { stackAttributes, type ErrorInfo } from './component-stack.ts'
import { report, showFallback, takeSnapshot } from '../core.ts'
import { digestOf } from '../digest.ts'
import { inPlaceStyle, paintFallback } from '../errors/fallback.ts'
import { guard } from '../guard.ts'

export { reactRouterRoute, tanStackRoute } from '../tracing/router.ts'

type Handler = (error: unknown, info: ErrorInfo) => void
type RootHandlers = { onUncaughtError: Handler; onCaughtError: Handler; onRecoverableError: Handler }

/**
 * Options for `createRoot` and `hydrateRoot`: `createRoot(element, rootOptions())`. The handlers report the
 * error, print it with its digest (React leaves printing to handlers), and show the fallback screen if the
 * entire tree is unmounted. Handlers in `root` are called after them: `rootOptions({ onCaughtError })`.
 */
export function rootOptions<T extends Partial<RootHandlers>>(root?: T): T & RootHandlers {
  return {
    ...root,
    onUncaughtError(error: unknown, info: ErrorInfo) {
      showFallback(reportAndPrint('react.uncaught', 21, error, info))
      root?.onUncaughtError?.(error, info)
    },
    onCaughtError(error: unknown, info: ErrorInfo) {
      reportAndPrint('react.caught', 17, error, info)
      root?.onCaughtError?.(error, info)
    },
    onRecoverableError(error: unknown, info: ErrorInfo) {
      reportAndPrint('react.recoverable', 13, rootCause(error), info)
      root?.onRecoverableError?.(error, info)
    },
  } as T & RootHandlers
}

type BoundaryProps = {
  children?: ReactNode
  /** Shown instead of `children` after an error: an element or a function. Default: `<Fallback>`. */
  fallback?: ReactNode | ((failure: { error: unknown; digest: string; reset: () => void }) => ReactNode)
}
type BoundaryState = { failure: { error: unknown } | undefined }

/** Error boundary that reports the error and shows its digest; the rest of the page stays usable. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: undefined }

  static getDerivedStateFromError(error: unknown): BoundaryState {
    // React has not replaced the children yet.
    takeSnapshot(error)
    return { failure: { error } }
  }

  // For React 18 and roots without `rootOptions()`. No error is reported twice.
  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    report(error, 'react.caught', 17, stackAttributes(info))
  }

  override render(): ReactNode {
    const { failure } = this.state
    const { fallback, children } = this.props
    if (!failure) return children
    const digest = digestOf(failure.error)
    if (fallback === undefined) return <Fallback digest={digest} />
    if (typeof fallback !== 'function') return fallback
    return fallback({ error: failure.error, digest, reset: () => this.setState({ failure: undefined }) })
  }
}

/** The fallback screen within a React tree: the same text, digest and buttons, in place. */
export function Fallback({ digest, host }: { digest: string; host?: string }): ReactNode {
  // Not again at each render: a text that the user is writing would be lost.
  const paint = useCallback(
    (element: Element | null) => {
      element?.replaceChildren()
      if (element) paintFallback(element, digest, inPlaceStyle, host)
    },
    [digest, host],
  )
  return <div ref={paint} />
}

function reportAndPrint(mechanism: Mechanism, severity: number, error: unknown, info: ErrorInfo): string {
  report(error, mechanism, severity, stackAttributes(info))
  const digest = digestOf(error)
  guard(() => console.error(error, `\nDigest: ${digest}`, info?.componentStack ?? ''))
  return digest
}

/** React wraps errors that it recovers from; the cause is the error of the application. */
function rootCause(error: unknown): unknown {
  return guard(() => (error as Error).cause) ?? error
}
