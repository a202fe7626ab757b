// The router: a route for each screen that a feature registers. The code of a screen is loaded when it is
// opened: a link to an error loads neither the lists nor the waterfall.
import { QueryCache, QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router'
import { digestOf } from '../../monitoring/index.ts'
import { HttpError } from '../http/http.ts'
import { parseSearch, stringifySearch } from '../search/filters.ts'
import type { MenuEntry, ScreenDefinition, Screens } from './define-screen.ts'
import { Empty } from '../ui/empty.tsx'
import css from '../ui/guide.module.css'
import { Layout } from './layout.tsx'

/** Moving the pointer across a link on the way to another one takes less time than this. */
const PRELOAD_DELAY_MS = 80

const root = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Layout,
  notFoundComponent: lazyRouteComponent(
    () => import('../features/lookup/not-found-screen.tsx'),
    'NotFoundScreen',
  ),
})
const getParentRoute = () => root

function toRoute<const Path extends string, Search extends object>(screen: ScreenDefinition<Path, Search>) {
  const { path, component, menu, alias, preload } = screen
  return createRoute({
    getParentRoute,
    path,
    component,
    validateSearch: screen.search ?? (() => ({})),
    staticData: { ...(menu && { menu }), ...(alias && { alias }) },
    loaderDeps: ({ search }) => ({ q: (search as { q?: string }).q }),
    loader: ({ context: { client }, params, deps: { q } }) => preload?.({ client, params, q }),
  })
}

function toRedirect({ path, alias = '/' }: ScreenDefinition<string, object>) {
  return createRoute({
    getParentRoute,
    path: alias,
    beforeLoad: ({ search }) => {
      throw redirect({ to: path, search, replace: true })
    },
  })
}

type Children = {
  [Name in keyof Screens]: Screens[Name] extends ScreenDefinition<infer Path, infer Search>
    ? ReturnType<typeof toRoute<Path, Search>>
    : never
}

/** Modules with one export each. */
const modules = import.meta.glob<Record<string, ScreenDefinition<string, object>>>(
  '../features/**/screen.ts',
  { eager: true },
)
const screens = Object.values(modules).flatMap((module) => Object.values(module))
const routes = screens.flatMap((screen) =>
  screen.alias ? [toRoute(screen), toRedirect(screen)] : [toRoute(screen)],
)
/** The types of the glob do not know the screens; those that the screens declare do. */
const children: unknown = routes
const routeTree = root.addChildren(children as Children)

/** The queries and the router of a page. Without `history` the router uses the history of the browser. */
export function createConsole(history?: RouterHistory) {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => redirectToLogin(error) }),
    // No silent retries: a screen shows the failure and repeats the query itself.
    defaultOptions: {
      queries: { retry: false, staleTime: 2_000, refetchOnWindowFocus: true, networkMode: 'always' },
    },
  })
  const router = createConsoleRouter(client, history)
  const redirectToLogin = (error: Error) => {
    if (!(error instanceof HttpError) || error.status !== 401) return
    if (router.state.location.pathname === '/login') return
    void router.navigate({ to: '/login', search: { next: router.state.location.href }, replace: true })
  }
  return { client, router }
}

function createConsoleRouter(client: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: { client },
    ...(history && { history }),
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

/** The error is reported like one of any application, so its digest opens in this console. */
function CrashScreen({ error }: ErrorComponentProps) {
  const digest = digestOf(error)
  return (
    <main id="main" className={css.narrow} role="alert">
      <h1>This screen crashed</h1>
      <Empty
        title={<code>{error instanceof Error ? error.message : String(error)}</code>}
        actions={
          <>
            <a className="button" href={location.href}>
              Reload
            </a>
            <a className="button quiet" href={`/d/${digest}`}>
              Open the event
            </a>
          </>
        }
      >
        This is an error of the console, not of your application. It was reported with the digest{' '}
        <output aria-label="Digest" className="mono">
          {digest}
        </output>
        .
      </Empty>
    </main>
  )
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
  interface StaticDataRouteOption {
    menu?: MenuEntry
    alias?: string
  }
}
