// React's three error doors, a boundary, and the fallback screen as a component. Works with React 18 (boundary) and 19 (all).

import { Component, type ReactNode } from 'react'
import { digestOf } from './digest.ts'
import { paintFallback } from './fallback.ts'
import { guard } from './guard.ts'
import { report, showFallback } from './watch.ts'

export { reactRouterRoute, tanStackRoute } from './router.ts'

type ErrorInfo = { componentStack?: string | null | undefined }
type Handler = (error: unknown, info: ErrorInfo) => void
type RootHandlers = { onUncaughtError: Handler; onCaughtError: Handler; onRecoverableError: Handler }

/**
 * Options for `createRoot` and `hydrateRoot`: `createRoot(element, rootOptions())`. Handlers of one's own are called after ours:
 * `rootOptions({ onCaughtError })`. They report, print the error itself with its digest to the console (React leaves that to them), and
 * paint the fallback screen when the whole tree is gone.
 */
export function rootOptions<T extends Partial<RootHandlers>>(root?: T): T & RootHandlers {
  return {
    ...root,
    onUncaughtError(error: unknown, info: ErrorInfo) {
      showFallback(seen('react.uncaught', 21, error, info))
      root?.onUncaughtError?.(error, info)
    },
    onCaughtError(error: unknown, info: ErrorInfo) {
      seen('react.caught', 17, error, info)
      root?.onCaughtError?.(error, info)
    },
    onRecoverableError(error: unknown, info: ErrorInfo) {
      seen('react.recoverable', 13, rootOf(error), info)
      root?.onRecoverableError?.(error, info)
    },
  } as T & RootHandlers
}

type BoundaryProps = {
  children?: ReactNode
  /** What to show instead of the broken part: an element, or a function of the error and its digest. Default: `<Fallback>`. */
  fallback?: ReactNode | ((failure: { error: unknown; digest: string; reset: () => void }) => ReactNode)
}
type BoundaryState = { failure: { error: unknown } | undefined }

/** Keeps the rest of the page alive when a part of it breaks, and shows that part's digest. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: undefined }

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failure: { error } }
  }

  // React 18 has no root handlers, and a root may have been made without ours; what they saw already is not reported twice.
  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    report(error, 'react.caught', 17, stackOf(info))
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

/** The fallback screen inside a React tree: the same text, digest and buttons as the one painted when React is gone, in the place where the broken part was. */
export function Fallback({ digest, host }: { digest: string; host?: string }): ReactNode {
  return (
    <div
      ref={(place) => {
        place?.replaceChildren()
        if (place) paintFallback(place, digest, '', host)
      }}
    />
  )
}

function seen(
  mechanism: 'react.uncaught' | 'react.caught' | 'react.recoverable',
  severity: number,
  error: unknown,
  info: ErrorInfo,
): string {
  const digest = report(error, mechanism, severity, stackOf(info))
  guard(() => console.error(error, `\nDigest: ${digest}`, info?.componentStack ?? ''))
  return digest
}

/** What React recovered from is wrapped; the error worth reading is the cause. */
function rootOf(error: unknown): unknown {
  return guard(() => (error as Error).cause) ?? error
}

function stackOf(info: ErrorInfo): { 'errata.react.component_stack': string } {
  return {
    'errata.react.component_stack': guard(() => info.componentStack?.slice(0, componentStackLimit)) ?? '',
  }
}

/** Beyond this only providers follow. */
const componentStackLimit = 8192
