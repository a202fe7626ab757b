// The two routers in an application each, for tests of what they say of the place that is shown.

import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet as TanStackOutlet,
  RouterProvider as TanStackProvider,
} from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, matchPath, Outlet, RouterProvider } from 'react-router'
import * as errata from '../index.ts'
import { reactRouterRoute, rootOptions, tanStackRoute } from '../react.tsx'
import { trace } from '@opentelemetry/api'

/** Answers a loader when the test says so. */
const gates = new Map<string, () => void>()
const gate = (name: string) => new Promise<null>((resolve) => gates.set(name, () => resolve(null)))

function startReactRouter(basename?: string) {
  const router = createBrowserRouter(
    [
      {
        element: <Outlet />,
        children: [
          { path: '/stage/:page', element: 'a page' },
          {
            path: '/orders',
            element: <Outlet />,
            children: [
              { index: true, element: 'orders' },
              { path: ':id', element: 'an order' },
              { path: '/orders/:id/lines', children: [{ path: ':line', element: 'a line' }] },
              { path: 'slow/:id', loader: () => gate('slow'), element: 'slow' },
            ],
          },
          { path: '/files/*', element: 'files' },
        ],
      },
    ],
    basename ? { basename } : {},
  )
  const go = (path: string) => router.navigate(path)
  return { element: <RouterProvider router={router} />, route: () => reactRouterRoute(router), go }
}

function startTanStack() {
  const root = createRootRoute({ component: TanStackOutlet, notFoundComponent: () => 'nothing here' })
  const below = (path: string, loader = () => Promise.resolve<unknown>(null)) =>
    createRoute({ getParentRoute: () => root, path, component: () => path, loader })
  const orders = below('/orders')
  const within = (path: string) => createRoute({ getParentRoute: () => orders, path, component: () => path })
  const slow = below('/orders/slow/$id', () => gate('slow'))
  const router = createRouter({
    routeTree: root.addChildren([
      below('/stage/$page'),
      orders.addChildren([within('/'), within('$id')]),
      slow,
      below('/files/$'),
    ]),
  })
  const go = (to: string) => router.navigate({ to } as Parameters<typeof router.navigate>[0])
  return { element: <TanStackProvider router={router} />, route: () => tanStackRoute(router), go }
}

function start(name: 'react-router' | 'tanstack', options: errata.Options, basename?: string): void {
  const { element, route, go } = name === 'tanstack' ? startTanStack() : startReactRouter(basename)
  errata.init({ ...options, route })
  createRoot(document.querySelector('#root') as Element, rootOptions()).render(element)
  Object.assign(globalThis, {
    stage: {
      ...errata,
      trace,
      route,
      go,
      matchPath,
      open: (gateName: string) => gates.get(gateName)?.(),
      gates,
    },
  })
}

Object.assign(globalThis, { start })
