import { setRouter } from './errata.ts'
import { captureException } from '@errata/monitoring'
import { rootOptions } from '@errata/monitoring/react'
import { onRouterError } from '@errata/monitoring/react-router'
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { router } from './router.tsx'

if (location.search === '?broken') throw new Error('the settings are missing')

setRouter(router)
// Errata: reports errors of queries, which the screen handles.
const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false } },
  queryCache: new QueryCache({ onError: (error) => captureException(error) }),
})

// Errata: `rootOptions` for errors that React catches, `onRouterError` for errors that the router catches.
createRoot(document.querySelector('#root')!, rootOptions()).render(
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} onError={onRouterError} />
  </QueryClientProvider>,
)
