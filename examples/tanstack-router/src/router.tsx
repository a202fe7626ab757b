import { onRouterError, RouteError } from '@errata/monitoring/react-router'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { Home, Product } from './pages.tsx'

const root = createRootRoute({ component: Outlet })
const getParentRoute = () => root

const routeTree = root.addChildren([
  createRoute({ getParentRoute, path: '/', component: Home }),
  createRoute({ getParentRoute, path: '/products/$id', component: Product }),
  createRoute({
    getParentRoute,
    path: '/orders/$id',
    component: Outlet,
    loader: ({ params }) => {
      throw new Error(`order ${params.id} answered 500`)
    },
  }),
  createRoute({ getParentRoute, path: '/help', component: lazyRouteComponent(() => import('./help.tsx')) }),
])

// Errata: reports errors that the router catches; the screen of a failed route shows the digest.
export const router = createRouter({
  routeTree,
  defaultOnCatch: onRouterError,
  defaultErrorComponent: RouteError,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
