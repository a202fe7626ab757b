// The console's entry: watch ourselves, then draw.

import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { init } from '../monitoring/index.ts'
import { rootOptions } from '../monitoring/react.tsx'
import { Refusal } from './api/http.ts'
import { createConsoleRouter } from './routes.tsx'
import { applyTheme, readTheme } from './theme.ts'
import './tokens.css'
import './base.css'

/** The console shows what it reports itself: an error made by showing errors must come to rest, so a page reports no more than this. */
const OWN_ERRORS = 10

watchOurselves()
applyTheme(readTheme())
draw()

function watchOurselves(): void {
  let left = OWN_ERRORS
  init({
    service: 'errata-console',
    release: import.meta.env.RELEASE as string | undefined,
    tracesSampleRate: 0,
    // Someone who looks is no event of the watched apps: nothing leaves but errors.
    beforeSend: (record) => {
      if (record.eventName !== 'exception') return null
      left -= 1
      return left < 0 ? null : record
    },
  })
}

function draw(): void {
  const router = createConsoleRouter()
  const leaveForLogin = (error: Error) => {
    if (!(error instanceof Refusal) || error.status !== 401 || router.state.location.pathname === '/login')
      return
    void router.navigate({ to: '/login', search: { next: router.state.location.href }, replace: true })
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: leaveForLogin }),
    // A failed question is said at once and asked again by its screen, in the open.
    defaultOptions: {
      queries: { retry: false, staleTime: 2_000, refetchOnWindowFocus: true, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
  const element = document.querySelector('#root')
  if (!element) throw new Error('The page has no #root to draw in')
  createRoot(element, rootOptions()).render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
