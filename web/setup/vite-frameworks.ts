// Applications that Vite builds. The plugin passes service, release and environment to `init`. Imports have
// no extension: TypeScript allows `.ts` in them only with an option that most projects do not set.
import { type Endpoints, type Setup, type Step, install, SERVICE, viteMapsNote, viteProxy } from './setup.ts'

type ViteSetup = Setup & { framework: 'react' | 'vue' }

/** Adds the package, the plugin and their notes. `steps` begins with `src/errata.ts`. */
function viteSetup(endpoints: Endpoints, { framework, steps, notes, ...names }: ViteSetup): Setup {
  return {
    ...names,
    steps: [install(endpoints), viteConfig(endpoints, framework), ...steps],
    notes: [PLUGIN_NOTE, ...notes, viteMapsNote(endpoints)],
  }
}

function viteConfig(endpoints: Endpoints, framework: string): Step {
  return {
    file: 'vite.config.ts',
    code: `import { errata } from '@errata/monitoring/vite'
import ${framework} from '@vitejs/plugin-${framework}'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [${framework}(), errata({ ${SERVICE} })],
  ${viteProxy(endpoints)}
})`,
  }
}

/** `init` must run before the module that creates the router, because that module imports the pages. */
function initWithRoute(routeOf: string): Step {
  return {
    file: 'src/errata.ts',
    code: `import { init } from '@errata/monitoring'
import { ${routeOf} } from '@errata/monitoring/react'

type Router = Parameters<typeof ${routeOf}>[0]
let router: Router | undefined
init({ route: () => router && ${routeOf}(router) })

export function setRouter(value: Router) {
  router = value
}`,
  }
}

const init: Step = {
  file: 'src/errata.ts',
  code: `import { init } from '@errata/monitoring'

init()`,
}

export const PLUGIN_NOTE =
  'The plugin passes service, release and environment to `init`: the release is the version in ' +
  "package.json, the environment is Vite's mode. Set `release` or `environment` in its options to use " +
  'others, such as a commit. It also shows the error screen when the bundle is missing or broken, and ' +
  'prints the hashes that a Content Security Policy must allow.'

export function react(endpoints: Endpoints): Setup {
  return viteSetup(endpoints, {
    id: 'react',
    name: 'React',
    framework: 'react',
    steps: [
      init,
      {
        file: 'src/main.tsx',
        code: `import './errata' // the first import
import { rootOptions } from '@errata/monitoring/react'
import { createRoot } from 'react-dom/client'
import { App } from './app'

createRoot(document.querySelector('#root')!, rootOptions()).render(<App />)`,
      },
    ],
    notes: [
      'React 18 does not have these root options: wrap the application in the `<ErrorBoundary>` of ' +
        '`@errata/monitoring/react`.',
    ],
  })
}

export function reactRouter(endpoints: Endpoints): Setup {
  return viteSetup(endpoints, {
    id: 'react-router',
    name: 'React Router',
    framework: 'react',
    steps: [
      initWithRoute('reactRouterRoute'),
      {
        file: 'src/main.tsx',
        code: `import { setRouter } from './errata' // the first import
import { rootOptions } from '@errata/monitoring/react'
import { onRouterError } from '@errata/monitoring/react-router'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { router } from './router'

setRouter(router)
createRoot(document.querySelector('#root')!, rootOptions()).render(
  // React Router before 7.9 has no \`onError\`: omit it.
  <RouterProvider router={router} onError={onRouterError} />,
)`,
      },
      {
        file: 'src/router.tsx',
        code: `import { RouteError } from '@errata/monitoring/react-router'
import { createBrowserRouter, useRouteError } from 'react-router'
import { routes } from './routes'

function Failed() {
  return <RouteError error={useRouteError()} />
}

export const router = createBrowserRouter([{ errorElement: <Failed />, children: routes }])`,
      },
    ],
    notes: [
      'With React Router before 7.9 only `RouteError` reports. Put an ' +
        '`errorElement` on the root route: when the `lazy` of a route fails, React Router uses the ' +
        '`errorElement` of a parent. Pass a function as the child of `RouteError` to render the digest in ' +
        'your own error page.',
    ],
  })
}

export function tanStackRouter(endpoints: Endpoints): Setup {
  return viteSetup(endpoints, {
    id: 'tanstack-router',
    name: 'TanStack Router',
    framework: 'react',
    steps: [
      initWithRoute('tanStackRoute'),
      {
        file: 'src/main.tsx',
        code: `import { setRouter } from './errata' // the first import
import { rootOptions } from '@errata/monitoring/react'
import { onRouterError, RouteError } from '@errata/monitoring/react-router'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { routeTree } from './routes'

const router = createRouter({
  routeTree,
  defaultOnCatch: onRouterError,
  defaultErrorComponent: RouteError,
})
setRouter(router)
createRoot(document.querySelector('#root')!, rootOptions()).render(<RouterProvider router={router} />)`,
      },
    ],
    notes: [
      'TanStack Query: report failed queries with ' +
        '`new QueryCache({ onError: (error) => void captureException(error) })`.',
    ],
  })
}

export function vue(endpoints: Endpoints): Setup {
  return viteSetup(endpoints, {
    id: 'vue',
    name: 'Vue',
    framework: 'vue',
    steps: [
      init,
      {
        file: 'src/main.ts',
        code: `import './errata' // the first import
import { errataVue } from '@errata/monitoring/vue'
import { createApp } from 'vue'
import App from './App.vue'

createApp(App).use(errataVue).mount('#app')`,
      },
    ],
    notes: ['If you have your own `errorHandler`, set it before `use`; it is called after the report.'],
  })
}
