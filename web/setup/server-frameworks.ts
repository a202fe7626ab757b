// Frameworks with a server part. Pages report to the relay, servers to the collector.
import { PORT_NOTE } from './servers.ts'
import {
  type Endpoints,
  type Setup,
  importVersion,
  install,
  nextRewrites,
  SERVICE,
  serverInit,
  upload,
  UPLOAD_NOTE,
  viteMapsNote,
  viteProxy,
} from './setup.ts'
import { PLUGIN_NOTE } from './vite-frameworks.ts'

const SERVICES = 'shop,shop-server'

export function next(endpoints: Endpoints): Setup {
  return {
    id: 'next',
    name: 'Next.js',
    steps: [
      // Version 1.10 belongs to OpenTelemetry's SDK 3, which `@vercel/otel` does not use yet.
      install(endpoints, '@vercel/otel @opentelemetry/api@~1.9.0'),
      {
        file: 'next.config.ts, in its configuration',
        code: `${importVersion('.')}

  env: { RELEASE: version },
  productionBrowserSourceMaps: true,
${nextRewrites(endpoints)}
  // One trace for the server and the page that it renders.
  experimental: { clientTraceMetadata: ['traceparent'] },`,
      },
      {
        file: 'instrumentation-client.ts',
        code: `import { init } from '@errata/monitoring'

init({ ${SERVICE}, release: process.env.RELEASE, environment: process.env.NODE_ENV })`,
      },
      {
        file: 'app/error.tsx',
        code: `'use client'
export { ErrorPage as default } from '@errata/monitoring/next'`,
      },
      {
        file: 'app/global-error.tsx',
        code: `'use client'
export { GlobalErrorPage as default } from '@errata/monitoring/next'`,
      },
      {
        file: 'instrumentation.ts',
        code: `import { registerOTel } from '@vercel/otel'
export { onRequestError } from '@errata/monitoring/next'

export function register() {
  registerOTel({
    serviceName: 'shop-server',
    attributes: {
      'service.version': process.env.RELEASE,
      'deployment.environment.name': process.env.NODE_ENV,
    },
    instrumentationConfig: { fetch: { ignoreUrls: [/\\/monitoring/] } },
  })
}`,
      },
      {
        file: '.env',
        code: `OTEL_EXPORTER_OTLP_ENDPOINT=${endpoints.collector}
OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf`,
      },
      upload(endpoints, '.next', SERVICES),
    ],
    notes: [
      'The digest that Next.js shows opens the error on the server: `onRequestError` adds it to the ' +
        'exception on the active span. Without OpenTelemetry it reports the error itself.',
      UPLOAD_NOTE,
      PORT_NOTE,
    ],
  }
}

export function svelteKit(endpoints: Endpoints): Setup {
  return {
    id: 'sveltekit',
    name: 'SvelteKit',
    steps: [
      install(endpoints),
      {
        file: 'vite.config.ts, in its configuration',
        code: `import { errata } from '@errata/monitoring/vite'

  plugins: [sveltekit(), errata({ ${SERVICE} })],
  ${viteProxy(endpoints)}`,
      },
      {
        file: 'src/hooks.client.ts',
        code: `import { init } from '@errata/monitoring'

init()

export { handleError } from '@errata/monitoring/svelte'`,
      },
      {
        file: 'src/hooks.server.ts',
        code: `import { init } from '@errata/monitoring/node'
${importVersion('..')}

${serverInit(endpoints)}

export { handleError } from '@errata/monitoring/svelte'`,
      },
      {
        file: 'src/app.d.ts',
        code: `declare global {
  namespace App {
    interface Error {
      digest: string
    }
  }
}

export {}`,
      },
      {
        file: 'src/routes/+error.svelte',
        code: `<script>
  import { page } from '$app/state'
</script>

<p>This page is broken. Reference: {page.error?.digest}</p>`,
      },
    ],
    notes: [
      'Boundaries: `<svelte:boundary onerror={onBoundaryError}>`, imported from the same path. For Svelte ' +
        'without SvelteKit use the Vite plugin and `init()`, as with Vue.',
      PLUGIN_NOTE,
      'SvelteKit writes the pages itself: it prints a warning about `transformIndexHtml`, and its pages ' +
        'have no head snippet.',
      viteMapsNote(endpoints, SERVICES),
      PORT_NOTE,
    ],
  }
}

export function nuxt(endpoints: Endpoints): Setup {
  const { relay, collector } = endpoints
  return {
    id: 'nuxt',
    name: 'Nuxt',
    steps: [
      install(endpoints),
      {
        file: 'nuxt.config.ts, in its configuration',
        code: `import { errata } from '@errata/monitoring/vite'

  vite: { plugins: [errata({ ${SERVICE} })] },
  sourcemap: { client: 'hidden', server: true },
  routeRules: {
    '/monitoring': { proxy: '${relay}/monitoring' },
    '/monitoring/**': { proxy: '${relay}/monitoring/**' },
  },`,
      },
      {
        file: 'app/plugins/errata.client.ts',
        code: `import { captureException, init } from '@errata/monitoring'

init()

export default defineNuxtPlugin((nuxt) => {
  const report = (error: unknown) => void captureException(error, { handled: false })
  nuxt.hook('vue:error', report)
  nuxt.hook('app:error', report)
})`,
      },
      {
        file: 'server/plugins/errata.ts',
        code: `import { captureException, init } from '@errata/monitoring/node'
${importVersion('../..')}

init({
  service: 'shop-server',
  release: version,
  environment: process.env.NODE_ENV,
  endpoint: '${collector}',
})

export default defineNitroPlugin(({ hooks }) => {
  hooks.hook('error', (error) => {
    // Not for pages that do not exist.
    const { statusCode = 500 } = error as { statusCode?: number }
    if (statusCode >= 500) captureException(error, { handled: false })
  })
})`,
      },
      upload(endpoints, '.output', SERVICES),
    ],
    notes: [
      'To show the digest on your error page, use `digestOf(error)` of `@errata/monitoring`.',
      PLUGIN_NOTE,
      UPLOAD_NOTE,
      PORT_NOTE,
    ],
  }
}

export function astro(endpoints: Endpoints): Setup {
  return {
    id: 'astro',
    name: 'Astro',
    steps: [
      install(endpoints),
      {
        file: 'astro.config.mjs, in its configuration',
        language: 'ts',
        code: `import { errata } from '@errata/monitoring/vite'

  vite: {
    plugins: [errata({ ${SERVICE} })],
    // Astro writes small scripts into the page, where no source map applies.
    build: { assetsInlineLimit: 0 },
    ${viteProxy(endpoints)}
  },`,
      },
      {
        file: 'src/layouts/Layout.astro, first in <head>',
        language: 'html',
        code: `<script>
  import { init } from '@errata/monitoring'

  init()
</script>`,
      },
    ],
    notes: [
      'Errors of islands are stored too: React and Vue print what they catch. For a server adapter, see ' +
        'the tab Node.js.',
      PLUGIN_NOTE,
      viteMapsNote(endpoints),
    ],
  }
}
