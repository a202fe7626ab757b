// Every screen, its path and its search parameters. The relay serves index.html at these paths. The code of
// a screen is loaded when it is opened: a link to an error loads neither the lists nor the waterfall.
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import {
  type Filters,
  parseSearch,
  type RawSearch,
  readFilters,
  readIssueFilters,
  readIncidentSearch,
  readIssueSearch,
  readReleaseSearch,
  readText,
  readTraceFilters,
  readTraceSearch,
  stringifySearch,
} from '../search/filters.ts'
import { COUNTS_RANGE, issueQuery } from '../features/issues/issue-query.ts'
import { Layout } from './layout.tsx'
import { CrashScreen, NotFoundScreen } from './error-screens.tsx'

/** Who passes over links on the way to another one stays for less. */
const PRELOAD_DELAY_MS = 80

const root = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Layout,
  notFoundComponent: NotFoundScreen,
})
const getParentRoute = () => root

const issues = createRoute({
  getParentRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../features/issues/list/issues-screen.tsx'), 'IssuesScreen'),
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
  component: lazyRouteComponent(() => import('../features/issues/page/issue-screen.tsx'), 'IssueScreen'),
  validateSearch: readIssueSearch,
  loaderDeps: ({ search: { q } }) => ({ q }),
  // Asked for while the pointer or the focus is on its link, and beside the code of the screen.
  loader: ({ context: { client }, params: { id }, deps: { q } }) =>
    void client.prefetchQuery(issueQuery(id, COUNTS_RANGE, q)),
})
const traces = createRoute({
  getParentRoute,
  path: '/traces',
  component: lazyRouteComponent(() => import('../features/traces/list/traces-screen.tsx'), 'TracesScreen'),
  validateSearch: readTraceFilters,
})
const trace = createRoute({
  getParentRoute,
  path: '/traces/$traceId',
  component: lazyRouteComponent(() => import('../features/traces/page/trace-screen.tsx'), 'TraceScreen'),
  validateSearch: readTraceSearch,
})
const releases = createRoute({
  getParentRoute,
  path: '/releases',
  component: lazyRouteComponent(() => import('../features/releases/releases-screen.tsx'), 'ReleasesScreen'),
  validateSearch: readFilters,
})
/** The filters, and other parameters of a screen. */
function readTexts<Name extends string>(...names: Name[]) {
  return (search: RawSearch) =>
    ({
      ...readFilters(search),
      ...Object.fromEntries(names.map((name) => [name, readText(search[name])])),
    }) as Filters & Partial<Record<Name, string | undefined>>
}
const release = createRoute({
  getParentRoute,
  path: '/releases/$service/$release',
  component: lazyRouteComponent(() => import('../features/releases/release-screen.tsx'), 'ReleaseScreen'),
  validateSearch: readReleaseSearch,
})
const operations = createRoute({
  getParentRoute,
  path: '/operations',
  component: lazyRouteComponent(
    () => import('../features/operations/operations-screen.tsx'),
    'OperationsScreen',
  ),
  validateSearch: readTexts('by'),
})
/** The name of an operation has slashes, which some proxies decode in a path. */
const operation = createRoute({
  getParentRoute,
  path: '/operations/$service',
  component: lazyRouteComponent(
    () => import('../features/operations/operation-screen.tsx'),
    'OperationScreen',
  ),
  validateSearch: readTexts('operation'),
})
const vitals = createRoute({
  getParentRoute,
  path: '/vitals',
  component: lazyRouteComponent(() => import('../features/vitals/vitals-screen.tsx'), 'VitalsScreen'),
  validateSearch: readTexts('vital', 'route', 'device'),
})
const status = createRoute({
  getParentRoute,
  path: '/status',
  component: lazyRouteComponent(() => import('../features/status/status-screen.tsx'), 'StatusScreen'),
})
const lookup = createRoute({
  getParentRoute,
  path: '/lookup',
  component: lazyRouteComponent(() => import('../features/lookup/lookup-screen.tsx'), 'LookupScreen'),
})
const digest = createRoute({
  getParentRoute,
  path: '/d/$digest',
  component: lazyRouteComponent(() => import('../features/lookup/digest-screen.tsx'), 'DigestScreen'),
})
const incident = createRoute({
  getParentRoute,
  path: '/incident',
  component: lazyRouteComponent(() => import('../features/incident/incident-screen.tsx'), 'IncidentScreen'),
  validateSearch: readIncidentSearch,
})
const connect = createRoute({
  getParentRoute,
  path: '/connect',
  component: lazyRouteComponent(() => import('../features/connect/connect-screen.tsx'), 'ConnectScreen'),
})
const maps = createRoute({
  getParentRoute,
  path: '/maps',
  component: lazyRouteComponent(() => import('../features/maps/maps-screen.tsx'), 'MapsScreen'),
  validateSearch: (search: RawSearch): { service?: string | undefined; release?: string | undefined } => ({
    service: readText(search.service),
    release: readText(search.release),
  }),
})
const login = createRoute({
  getParentRoute,
  path: '/login',
  component: lazyRouteComponent(() => import('../features/login/login-screen.tsx'), 'LoginScreen'),
  validateSearch: (search: RawSearch): { next?: string | undefined } => ({ next: readText(search.next) }),
})

const routeTree = root.addChildren([
  issues,
  issuesAlias,
  issue,
  traces,
  trace,
  releases,
  release,
  operations,
  operation,
  vitals,
  status,
  lookup,
  digest,
  incident,
  connect,
  maps,
  login,
])

export function createConsoleRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    context: { client },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    // The code of a screen is loaded while the pointer or the focus is on its link.
    defaultPreload: 'intent',
    defaultPreloadDelay: PRELOAD_DELAY_MS,
    // The queries know how old their data may be.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: CrashScreen,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}
