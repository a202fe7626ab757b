// Frameworks with a server part, and plain servers. They send to the collector, not to the relay.
import {
  type Endpoints,
  type Setup,
  type Step,
  install,
  NAMES,
  nextRewrites,
  serverOptions,
  uploadNote,
  viteMapsNote,
  viteProxy,
} from './setup.ts'

/** For every setup with a server. */
export const PORT_NOTE =
  'Servers send to the collector on port 4318 (HTTP) or 4317 (gRPC), which has no rate limit; the relay is ' +
  'for pages. These ports have no password, so keep them in a private network.'

function serverVariables({ collector }: Endpoints, service: string): Step {
  return {
    file: 'Environment of the server',
    code: `OTEL_SERVICE_NAME=${service}
OTEL_RESOURCE_ATTRIBUTES=service.version=1.4.2,deployment.environment.name=production
OTEL_EXPORTER_OTLP_ENDPOINT=${collector}
OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf`,
  }
}

export function next(endpoints: Endpoints): Setup {
  const { relay } = endpoints
  return {
    id: 'next',
    name: 'Next.js',
    steps: [
      {
        ...install(endpoints),
        code: `npm install ${relay}/monitoring.tgz @vercel/otel @opentelemetry/api`,
      },
      {
        file: 'next.config.ts, in its configuration',
        code: `${nextRewrites(endpoints)}
  // One trace for the server and the page that it renders.
  experimental: { clientTraceMetadata: ['traceparent'] },`,
      },
      {
        file: 'instrumentation-client.ts',
        code: `import { init } from '@errata/monitoring'

init({ ${NAMES} })`,
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
    instrumentationConfig: { fetch: { ignoreUrls: [/\\/monitoring/] } },
  })
}`,
      },
      serverVariables(endpoints, 'shop-server'),
    ],
    notes: [
      'The digest that Next.js shows opens the error on the server: `onRequestError` adds it to the ' +
        'exception on the active span. Without OpenTelemetry it reports the error itself.',
      uploadNote(endpoints, '.next', 'Readable stacks: set `productionBrowserSourceMaps: true`, then run'),
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
        code: `  ${viteProxy(endpoints)}`,
      },
      {
        file: 'src/hooks.client.ts',
        code: `import { init } from '@errata/monitoring'

init({ ${NAMES} })

export { handleError } from '@errata/monitoring/svelte'`,
      },
      {
        file: 'src/hooks.server.ts',
        code: `import { init } from '@errata/monitoring/node'

init(${serverOptions(endpoints)})

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
      viteMapsNote(endpoints),
      PORT_NOTE,
    ],
  }
}

export function node(endpoints: Endpoints): Setup {
  return {
    id: 'node',
    name: 'Node.js',
    steps: [
      {
        ...install(endpoints),
        code: `npm install ${endpoints.relay}/monitoring.tgz \\
  @opentelemetry/api @opentelemetry/auto-instrumentations-node`,
      },
      {
        file: 'instrument.js',
        language: 'ts',
        code: `import { init } from '@errata/monitoring/node'

init()`,
      },
      serverVariables(endpoints, 'shop-api'),
      {
        file: 'Terminal',
        code: `node --import ./instrument.js --import @opentelemetry/auto-instrumentations-node/register \\
  server.js`,
      },
    ],
    notes: [
      'Errors of requests arrive with their spans; `init` adds what happens outside of a request: uncaught ' +
        'exceptions and unhandled rejections. The process still ends, once its report has been answered or ' +
        'the network has been silent for 2 s. `captureException` reports errors that the server handles; ' +
        'call it in an `unhandledRejection` listener of your own.',
      uploadNote(endpoints, 'dist', 'Readable stacks of a bundled server: run'),
      PORT_NOTE,
    ],
  }
}

export function otlpServer(endpoints: Endpoints): Setup {
  return {
    id: 'otlp-server',
    name: 'Any server',
    steps: [serverVariables(endpoints, 'shop-api')],
    notes: [
      'Any OpenTelemetry SDK in any language. Exceptions that are recorded on a span become issues.',
      'Frames are read, and grouped, of JavaScript, Python, Go, Java, Kotlin, Ruby, PHP, .NET, Rust and ' +
        'Elixir. Stacks of other languages are shown as text.',
      'Go records a stack only with span.RecordError(err, trace.WithStackTrace(true)). Without one, errors ' +
        'are grouped by message and route.',
      PORT_NOTE,
    ],
  }
}
