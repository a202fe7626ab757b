// React Router in framework mode, with a server. The page shows the digest that the server reported.
import { PORT_NOTE } from './servers.ts'
import {
  type Endpoints,
  type Setup,
  importVersion,
  install,
  SERVICE,
  serverInit,
  viteMapsNote,
  viteProxy,
} from './setup.ts'
import { PLUGIN_NOTE } from './vite-frameworks.ts'

export function reactRouterFramework(endpoints: Endpoints): Setup {
  return {
    id: 'react-router-framework',
    name: 'React Router, framework mode',
    steps: [
      {
        ...install(endpoints),
        code: `${install(endpoints).code}
npx react-router reveal`,
      },
      {
        file: 'vite.config.ts, in its configuration',
        code: `import { errata } from '@errata/monitoring/vite'

  plugins: [reactRouter(), errata({ ${SERVICE} })],
  ${viteProxy(endpoints)}`,
      },
      {
        file: 'app/entry.client.tsx',
        code: `import { init } from '@errata/monitoring'
import { rootOptions } from '@errata/monitoring/react'
import { onRouterError } from '@errata/monitoring/react-router'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

init()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter onError={onRouterError} />
    </StrictMode>,
    rootOptions(),
  )
})`,
      },
      {
        file: 'app/entry.server.tsx, in addition to its code',
        code: `import { init } from '@errata/monitoring/node'
import { addDigest } from '@errata/monitoring/react-router-server'
${importVersion('..')}

${serverInit(endpoints)}

export { handleDataRequest, handleError } from '@errata/monitoring/react-router-server'

// First in \`handleRequest\`:
  addDigest(request, responseHeaders)`,
      },
      {
        file: 'app/root.tsx, in place of its ErrorBoundary',
        code: `import { RouteError } from '@errata/monitoring/react-router'
import { useRouteError } from 'react-router'

export function ErrorBoundary() {
  return <RouteError error={useRouteError()} />
}`,
      },
    ],
    notes: [
      'In production React Router hides the details of server errors from the page. The `Server-Timing` ' +
        'header of the response carries the digest, which opens the error with its cause. A proxy in front ' +
        'must pass this header on. In development the page has the stack as well, and both sides report. ' +
        'So they do where the response arrives before all of the package has loaded: the screen then has ' +
        'the digest of the page’s own report.',
      'If you have your own `handleError` or `handleDataRequest`, call these from it.',
      PLUGIN_NOTE,
      viteMapsNote(endpoints, 'shop,shop-server'),
      PORT_NOTE,
    ],
  }
}
