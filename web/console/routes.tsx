// Every screen, its path, and what a link to it may carry. The relay answers with index.html at exactly these paths.

import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { parseSearch, readIssueFilters, readTraceFilters, stringifySearch, text } from './filters.ts'
import { Frame } from './parts/layout.tsx'
import { BrokenScreen, NoSuchScreen } from './screens/error-screens.tsx'
import { ConnectScreen } from './screens/connect/connect-screen.tsx'
import { IssueScreen } from './screens/issue/issue-screen.tsx'
import { IssuesScreen } from './screens/issues/issues-screen.tsx'
import { LoginScreen } from './screens/login.tsx'
import { DigestScreen, LookupScreen } from './screens/lookup.tsx'
import { TraceScreen } from './screens/trace/trace-screen.tsx'
import { TracesScreen } from './screens/traces/traces-screen.tsx'

const root = createRootRoute({ component: Frame, notFoundComponent: NoSuchScreen })

const issues = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: IssuesScreen,
  validateSearch: readIssueFilters,
})

const issue = createRoute({
  getParentRoute: () => root,
  path: '/issues/$id',
  component: IssueScreen,
  validateSearch: (search: Record<string, unknown>): { event?: string | undefined } => ({
    event: text(search.event),
  }),
})

const traces = createRoute({
  getParentRoute: () => root,
  path: '/traces',
  component: TracesScreen,
  validateSearch: readTraceFilters,
})

export type TraceSearch = { span?: string | undefined; q?: string | undefined; errors?: 'true' | undefined }

const trace = createRoute({
  getParentRoute: () => root,
  path: '/traces/$traceId',
  component: TraceScreen,
  validateSearch: (search: Record<string, unknown>): TraceSearch => ({
    span: text(search.span),
    q: text(search.q),
    errors: search.errors === 'true' ? 'true' : undefined,
  }),
})

const lookup = createRoute({ getParentRoute: () => root, path: '/lookup', component: LookupScreen })
const digest = createRoute({ getParentRoute: () => root, path: '/d/$digest', component: DigestScreen })
const connect = createRoute({ getParentRoute: () => root, path: '/connect', component: ConnectScreen })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: LoginScreen,
  validateSearch: (search: Record<string, unknown>): { next?: string | undefined } => ({
    next: text(search.next),
  }),
})

export function createConsoleRouter() {
  return createRouter({
    routeTree: root.addChildren([issues, issue, traces, trace, lookup, digest, connect, login]),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultErrorComponent: BrokenScreen,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}
