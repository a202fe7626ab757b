// For React Router and TanStack Router, which catch errors of routes: a handler that reports them, and a
// screen with the digest for failed routes.

import { useEffect, type ReactNode } from 'react'
import { readServerTiming, report } from '../core.ts'
import { digestOf, occurrenceOf } from '../digest.ts'
import { guard } from '../guard.ts'
import { stackAttributes, type ErrorInfo } from './component-stack.ts'
import { Fallback } from './react.tsx'

/** React Router passes the component stack in `errorInfo`; TanStack Router passes it directly. */
type RouterErrorInfo = ErrorInfo & { errorInfo?: ErrorInfo | undefined }

/**
 * Reports an error that a router has caught in a component, loader or action, or a missing chunk. Each error
 * is reported once. React Router 7.9 and later: `<RouterProvider router={router} onError={onRouterError} />`.
 * TanStack Router: `createRouter({ routeTree, defaultOnCatch: onRouterError })`.
 */
export function onRouterError(error: unknown, info?: RouterErrorInfo): void {
  reportRouteError(error, info?.errorInfo ?? info)
}

type RouteErrorProps = {
  error: unknown
  /** Shown instead of the fallback screen. */
  children?: (digest: string) => ReactNode
}

/**
 * The fallback screen in place of a failed route; also reports the error. React Router: use a component as
 * `errorElement` that returns `<RouteError error={useRouteError()} />`. TanStack Router: `createRouter({
 * routeTree, defaultErrorComponent: RouteError })`. A function as child receives the digest and returns the
 * content to show instead.
 */
export function RouteError({ error, children }: RouteErrorProps): ReactNode {
  adoptServerDigest(error)
  const digest = digestOf(error)
  // In an effect: the handlers of React and of the router run earlier and have the component stack.
  useEffect(() => reportRouteError(error), [error])
  return typeof children === 'function' ? children(digest) : <Fallback digest={digest} />
}

/** A response below 500, for example for a path without a route, is not a failure of the application. */
function reportRouteError(error: unknown, info?: ErrorInfo): void {
  adoptServerDigest(error)
  const isExpected = guard(() => (error as { status: number }).status < 500)
  report(error, 'router', isExpected ? 13 : 17, stackAttributes(info))
}

/** In a header, and in the JSON of the navigation timing. */
const serverDigests = /errata\W.*?desc\w*\W+(\w{8})/g

const used = new Set<unknown>()

/**
 * After an error on the server React Router tells the page only "Unexpected Server Error". The header
 * `Server-Timing` of the response has the digest of the server's record, which has the cause. The error gets
 * that digest and is not reported again.
 */
function adoptServerDigest(error: unknown): void {
  guard(() => {
    const occurrence = occurrenceOf(error)
    // An error of the page itself has a stack.
    if (!(error instanceof Error) || error.stack || occurrence.reported) return
    const timing = readServerTiming() ?? JSON.stringify(performance.getEntriesByType('navigation'))
    const [, digest] = [...timing.matchAll(serverDigests)].find(([, digest]) => !used.has(digest)) ?? []
    if (!digest) return
    used.add(digest)
    Object.assign(occurrence, { digest, reported: true })
  })
}
