// Runs inside a page: an application with React Router and one with TanStack Router.

import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet as TanStackOutlet,
  RouterProvider as TanStackProvider,
} from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, matchPath, Outlet, RouterProvider, useRouteError } from 'react-router'
import { trace } from '@opentelemetry/api'
import * as errata from '../index.ts'
import { onRouterError, RouteError } from '../frameworks/react-router.tsx'
import { reactRouterRoute, rootOptions, tanStackRoute } from '../frameworks/react.tsx'

/** Pending loaders by name; the test resolves them. */
const loaders = new Map<string, () => void>()
const pendingLoader = (name: string) => new Promise<null>((resolve) => loaders.set(name, () => resolve(null)))

/** A route of each router that fails: `/broken/loader` or `/broken/render`. */
const loadBroken = () => {
  if (location.pathname.endsWith('loader')) throw new RangeError('the loader failed')
  return null
}
function Broken(): never {
  throw new TypeError('the component failed')
}
const Failure = () => <RouteError error={useRouteError()} />

function startReactRouter(basename?: string) {
  const router = createBrowserRouter(
    [
      {
        element: <Outlet />,
        children: [
          { path: '/pages/:page', element: 'a page' },
          {
            path: '/orders',
            element: <Outlet />,
            children: [
              { index: true, element: 'orders' },
              { path: ':id', element: 'an order' },
              { path: '/orders/:id/lines', children: [{ path: ':line', element: 'a line' }] },
              { path: 'slow/:id', loader: () => pendingLoader('slow'), element: 'slow' },
            ],
          },
          { path: '/files/*', element: 'files' },
          { path: '/broken/:part', element: <Broken />, loader: loadBroken, errorElement: <Failure /> },
        ],
      },
    ],
    basename ? { basename } : {},
  )
  const navigate = (path: string) => router.navigate(path)
  return {
    element: <RouterProvider router={router} onError={onRouterError} />,
    route: () => reactRouterRoute(router),
    navigate,
  }
}

function startTanStack() {
  const root = createRootRoute({ component: TanStackOutlet, notFoundComponent: () => 'nothing here' })
  const routeAt = (path: string, loader = () => Promise.resolve<unknown>(null)) =>
    createRoute({ getParentRoute: () => root, path, component: () => path, loader })
  const orders = routeAt('/orders')
  const childOfOrders = (path: string) =>
    createRoute({ getParentRoute: () => orders, path, component: () => path })
  const router = createRouter({
    routeTree: root.addChildren([
      routeAt('/pages/$page'),
      orders.addChildren([childOfOrders('/'), childOfOrders('$id')]),
      routeAt('/orders/slow/$id', () => pendingLoader('slow')),
      routeAt('/files/$'),
      createRoute({
        getParentRoute: () => root,
        path: '/broken/$part',
        component: Broken,
        loader: loadBroken,
      }),
    ]),
    defaultOnCatch: onRouterError,
    defaultErrorComponent: RouteError,
  })
  const navigate = (to: string) => router.navigate({ to } as Parameters<typeof router.navigate>[0])
  return { element: <TanStackProvider router={router} />, route: () => tanStackRoute(router), navigate }
}

export type RouterName = 'react-router' | 'tanstack'

/** Monitors and renders an application with that router. */
function startApplication(name: RouterName, options: errata.Options, basename?: string) {
  const { element, route, navigate } = name === 'tanstack' ? startTanStack() : startReactRouter(basename)
  errata.init({ ...options, route })
  createRoot(document.querySelector('#root') as Element, rootOptions()).render(element)
  return { ...errata, trace, route, navigate, matchPath, loaders }
}

export type RouterPage = {
  startApplication: typeof startApplication
  application: ReturnType<typeof startApplication>
}

Object.assign(globalThis, { startApplication })
