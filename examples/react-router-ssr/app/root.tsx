import { RouteError } from '@errata/monitoring/react-router'
import type { ReactNode } from 'react'
import { Outlet, Scripts, useRouteError } from 'react-router'

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>React Router on a server with Errata</title>
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

// Errata: the screen of a failed route, with the digest.
export function ErrorBoundary() {
  return <RouteError error={useRouteError()} />
}
