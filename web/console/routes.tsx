// Every screen, its path and its search parameters. The relay serves index.html at these paths.
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import {
  parseSearch,
  type RawSearch,
  readIssueFilters,
  readOption,
  readText,
  readTraceFilters,
  readTraceSearch,
  stringifySearch,
} from './filters.ts'
import { Layout } from './parts/layout.tsx'
import { ConnectScreen } from './screens/connect/connect-screen.tsx'
import { CrashScreen, NotFoundScreen } from './screens/error-screens.tsx'
import { STACK_VIEWS, type StackView } from './screens/issue/stack-view.ts'
import { IssueScreen } from './screens/issue/issue-screen.tsx'
import { IssuesScreen } from './screens/issues/issues-screen.tsx'
import { LoginScreen } from './screens/login/login-screen.tsx'
import { DigestScreen } from './screens/lookup/digest-screen.tsx'
import { LookupScreen } from './screens/lookup/lookup-screen.tsx'
import { MapsScreen } from './screens/maps/maps-screen.tsx'
import { TraceScreen } from './screens/trace/trace-screen.tsx'
import { TracesScreen } from './screens/traces/traces-screen.tsx'

type IssueSearch = { event?: string | undefined; q?: string | undefined; stack?: StackView }

const root = createRootRoute({ component: Layout, notFoundComponent: NotFoundScreen })
const getParentRoute = () => root

const issues = createRoute({
  getParentRoute,
  path: '/',
  component: IssuesScreen,
  validateSearch: readIssueFilters,
})
const issuesAlias = createRoute({
  getParentRoute,
  path: '/issues',
  validateSearch: readIssueFilters,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/', search, replace: true })
  },
})
const issue = createRoute({
  getParentRoute,
  path: '/issues/$id',
  component: IssueScreen,
  validateSearch: (search: RawSearch): IssueSearch => ({
    event: readText(search.event),
    q: readText(search.q),
    stack: readOption(STACK_VIEWS, search.stack),
  }),
})
const traces = createRoute({
  getParentRoute,
  path: '/traces',
  component: TracesScreen,
  validateSearch: readTraceFilters,
})
const trace = createRoute({
  getParentRoute,
  path: '/traces/$traceId',
  component: TraceScreen,
  validateSearch: readTraceSearch,
})
const lookup = createRoute({ getParentRoute, path: '/lookup', component: LookupScreen })
const digest = createRoute({ getParentRoute, path: '/d/$digest', component: DigestScreen })
const connect = createRoute({ getParentRoute, path: '/connect', component: ConnectScreen })
const maps = createRoute({
  getParentRoute,
  path: '/maps',
  component: MapsScreen,
  validateSearch: (search: RawSearch): { service?: string | undefined; release?: string | undefined } => ({
    service: readText(search.service),
    release: readText(search.release),
  }),
})
const login = createRoute({
  getParentRoute,
  path: '/login',
  component: LoginScreen,
  validateSearch: (search: RawSearch): { next?: string | undefined } => ({ next: readText(search.next) }),
})

const routeTree = root.addChildren([
  issues,
  issuesAlias,
  issue,
  traces,
  trace,
  lookup,
  digest,
  connect,
  maps,
  login,
])

export function createConsoleRouter() {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultErrorComponent: CrashScreen,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}
