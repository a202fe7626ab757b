import { RouteError } from '@errata/monitoring/react-router'
import { createBrowserRouter, useRouteError } from 'react-router'
import { Cart } from './cart.tsx'
import { Home } from './home.tsx'
import { Boundary, Effect, Loop, Order, Product, Query } from './pages.tsx'

// Errata: the screen of a failed route, with the digest.
function Failed() {
  return <RouteError error={useRouteError()} />
}

export const router = createBrowserRouter([
  {
    errorElement: <Failed />,
    children: [
      { path: '/', Component: Home },
      { path: '/products/:id', Component: Product },
      {
        path: '/orders/:id',
        Component: Order,
        loader: ({ params }) => {
          throw new Error(`order ${params['id']} answered 500`)
        },
      },
      {
        path: '/cart',
        Component: Cart,
        action: () => {
          throw new Error('the cart is locked')
        },
      },
      { path: '/help', lazy: () => import('./help.tsx') },
      { path: '/terms', lazy: () => import('./terms.tsx') },
      { path: '/effect', Component: Effect },
      { path: '/loop', Component: Loop },
      { path: '/boundary', Component: Boundary },
      { path: '/query', Component: Query },
    ],
  },
])
