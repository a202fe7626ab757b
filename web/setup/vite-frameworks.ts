// Applications that Vite builds: the plugin says service, release and environment, for `init` too.
import { type Endpoints, type Setup, type Step, install, NAMES, viteProxy } from './setup.ts'

function viteConfig(endpoints: Endpoints, framework: string, name: string): Step {
  return {
    file: 'vite.config.ts',
    language: 'ts',
    code: `import { errata } from '@errata/monitoring/vite'
import ${framework} from '${name}'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [${framework}(), errata({ ${NAMES} })],
  ${viteProxy(endpoints)}
})`,
  }
}

/** The router is created in a module that imports the pages: it must not run before `init`. */
function initWithRoute(routeOf: string): Step {
  return {
    file: 'src/errata.ts',
    language: 'ts',
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
  language: 'ts',
  code: `import { init } from '@errata/monitoring'

init()`,
}

/** What the plugin is for, said once for all of them. */
const PLUGIN_NOTE =
  'The plugin paints the error screen also when the bundle is missing or broken, and prints the hashes ' +
  'that a Content Security Policy must allow. `init` knows its service, release and environment.'

export function react(endpoints: Endpoints): Setup {
  return {
    id: 'react',
    name: 'React',
    steps: [
      install(endpoints),
      viteConfig(endpoints, 'react', '@vitejs/plugin-react'),
      init,
      {
        file: 'src/main.tsx',
        language: 'tsx',
        code: `import './errata.ts' // the first import
import { rootOptions } from '@errata/monitoring/react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

createRoot(document.querySelector('#root')!, rootOptions()).render(<App />)`,
      },
    ],
    notes: [
      PLUGIN_NOTE,
      'React 18 has no such options for a root: put an `<ErrorBoundary>` of `@errata/monitoring/react` ' +
        'around the application.',
    ],
  }
}

export function reactRouter(endpoints: Endpoints): Setup {
  return {
    id: 'react-router',
    name: 'React Router',
    steps: [
      install(endpoints),
      viteConfig(endpoints, 'react', '@vitejs/plugin-react'),
      initWithRoute('reactRouterRoute'),
      {
        file: 'src/main.tsx',
        language: 'tsx',
        code: `import { setRouter } from './errata.ts' // the first import
import { rootOptions } from '@errata/monitoring/react'
import { onRouterError } from '@errata/monitoring/react-router'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { router } from './router.tsx'

setRouter(router)
createRoot(document.querySelector('#root')!, rootOptions()).render(
  <RouterProvider router={router} onError={onRouterError} />,
)`,
      },
      {
        file: 'src/router.tsx',
        language: 'tsx',
        code: `import { RouteError } from '@errata/monitoring/react-router'
import { createBrowserRouter, useRouteError } from 'react-router'
import { routes } from './routes.tsx'

function Failed() {
  return <RouteError error={useRouteError()} />
}

export const router = createBrowserRouter([{ errorElement: <Failed />, children: routes }])`,
      },
    ],
    notes: [
      PLUGIN_NOTE,
      '`onError` needs React Router 7.9; before that, `RouteError` alone reports. Put an `errorElement` on ' +
        'the root route: for a route whose own `lazy` fails React Router shows that of a parent only. A ' +
        'function as child of `RouteError` shows only the digest.',
      'In framework mode: `<HydratedRouter onError={onRouterError} />`, `export const ErrorBoundary = ' +
        'RouteError` in `root.tsx`, and `captureException(error)` of `@errata/monitoring/node` in ' +
        '`handleError` of `entry.server.tsx`.',
    ],
  }
}

export function tanStackRouter(endpoints: Endpoints): Setup {
  return {
    id: 'tanstack-router',
    name: 'TanStack Router',
    steps: [
      install(endpoints),
      viteConfig(endpoints, 'react', '@vitejs/plugin-react'),
      initWithRoute('tanStackRoute'),
      {
        file: 'src/main.tsx',
        language: 'tsx',
        code: `import { setRouter } from './errata.ts' // the first import
import { rootOptions } from '@errata/monitoring/react'
import { onRouterError, RouteError } from '@errata/monitoring/react-router'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { routeTree } from './routes.tsx'

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
      PLUGIN_NOTE,
      'TanStack Query: `new QueryCache({ onError: (error) => void captureException(error) })` reports ' +
        'failed queries.',
    ],
  }
}

export function vue(endpoints: Endpoints): Setup {
  return {
    id: 'vue',
    name: 'Vue',
    steps: [
      install(endpoints),
      viteConfig(endpoints, 'vue', '@vitejs/plugin-vue'),
      init,
      {
        file: 'src/main.ts',
        language: 'ts',
        code: `import './errata.ts' // the first import
import { errataVue } from '@errata/monitoring/vue'
import { createApp } from 'vue'
import App from './App.vue'

createApp(App).use(errataVue).mount('#app')`,
      },
    ],
    notes: [
      PLUGIN_NOTE,
      'An `errorHandler` of your own: set it before `use`; it is called after the report.',
    ],
  }
}
