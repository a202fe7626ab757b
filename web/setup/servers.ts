// Servers: OpenTelemetry's instrumentation and the errors that it does not record.
import { type Endpoints, type Setup, type Step, install, upload, UPLOAD_NOTE } from './setup.ts'

/** For every setup with a server. */
export const PORT_NOTE =
  'Servers send to the collector on port 4318 (HTTP) or 4317 (gRPC), which has no rate limit; the relay is ' +
  'for pages. These ports have no password, so keep them in a private network.'

function serverVariables({ collector }: Endpoints, release: string): Step {
  return {
    file: 'Environment of the server',
    code: `RELEASE=${release}
export OTEL_SERVICE_NAME=shop-api
export OTEL_RESOURCE_ATTRIBUTES=service.version=$RELEASE,deployment.environment.name=\${NODE_ENV:-development}
export OTEL_EXPORTER_OTLP_ENDPOINT=${collector}
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf`,
  }
}

type Hook = { id: string; name: string; steps: Step[]; notes: string[] }

/** `steps`: what the framework needs besides Node's own. */
function nodeSetup(endpoints: Endpoints, { steps, notes, ...names }: Hook): Setup {
  return {
    ...names,
    steps: [
      install(endpoints, '@opentelemetry/api @opentelemetry/auto-instrumentations-node'),
      {
        file: 'instrument.js',
        language: 'ts',
        code: `import { init } from '@errata/monitoring/node'
import { register } from 'node:module'

// OpenTelemetry's hook for ES modules.
register('@opentelemetry/instrumentation/hook.mjs', import.meta.url)
await import('@opentelemetry/auto-instrumentations-node/register')

init()`,
      },
      ...steps,
      serverVariables(endpoints, `$(node -p "require('./package.json').version")`),
      { file: 'Terminal', code: 'node --import ./instrument.js server.js' },
      { ...upload(endpoints, 'dist', 'shop-api'), file: 'Terminal, if the server is bundled or compiled' },
    ],
    notes: [
      ...notes,
      '`init` reports uncaught exceptions and unhandled rejections. The process still ends, once its ' +
        'report has been answered or the network has been silent for 2 s. `captureException` reports ' +
        'errors that the server handles; call it in an `unhandledRejection` listener of your own.',
      UPLOAD_NOTE,
      PORT_NOTE,
    ],
  }
}

export function node(endpoints: Endpoints): Setup {
  return nodeSetup(endpoints, {
    id: 'node',
    name: 'Node.js',
    steps: [],
    notes: [
      'Errors of Express and Koa arrive with the spans of their requests. OpenTelemetry does not record ' +
        'the errors of Fastify, Hono and Nest: their tabs have the lines that do. In any other framework ' +
        'call `captureException(error, { handled: false })` in its error handler.',
    ],
  })
}

const CAPTURE = `import { captureException } from '@errata/monitoring/node'`

export function fastify(endpoints: Endpoints): Setup {
  return nodeSetup(endpoints, {
    id: 'fastify',
    name: 'Fastify',
    steps: [
      {
        file: 'server.js, before its routes',
        language: 'ts',
        code: `${CAPTURE}

app.addHook('onError', async (_request, _reply, error) => {
  if (!(error.statusCode < 500)) captureException(error, { handled: false })
})`,
      },
    ],
    notes: ['Errors with a status below 500, such as an invalid body, are not reported.'],
  })
}

export function koa(endpoints: Endpoints): Setup {
  return nodeSetup(endpoints, {
    id: 'koa',
    name: 'Koa',
    steps: [],
    notes: [
      'Errors arrive with the spans of the middleware that threw them, `context.throw(404)` too. Ignore ' +
        'such issues in the console, or send the response with `context.status` instead.',
    ],
  })
}

export function hono(endpoints: Endpoints): Setup {
  return nodeSetup(endpoints, {
    id: 'hono',
    name: 'Hono',
    steps: [
      {
        file: 'server.js',
        language: 'ts',
        code: `${CAPTURE}

app.onError((error, context) => {
  // An HTTPException of Hono has a response of its own.
  if ('getResponse' in error && error.status < 500) return error.getResponse()
  const digest = captureException(error, { handled: false })
  return context.text(\`Internal Server Error. Reference: \${digest}\`, 500)
})`,
      },
    ],
    notes: ['With `@hono/node-server`. On other runtimes use their own OpenTelemetry support.'],
  })
}

export function nest(endpoints: Endpoints): Setup {
  return nodeSetup(endpoints, {
    id: 'nest',
    name: 'Nest',
    steps: [
      {
        file: 'src/report-errors.ts',
        code: `import { captureException } from '@errata/monitoring/node'
import { type ArgumentsHost, Catch, HttpException } from '@nestjs/common'
import { BaseExceptionFilter } from '@nestjs/core'

@Catch()
export class ReportErrors extends BaseExceptionFilter {
  override catch(error: unknown, host: ArgumentsHost) {
    const isExpected = error instanceof HttpException && error.getStatus() < 500
    if (!isExpected) captureException(error, { handled: false })
    super.catch(error, host)
  }
}`,
      },
      {
        file: 'src/main.ts, before app.listen',
        code: `app.useGlobalFilters(new ReportErrors(app.getHttpAdapter()))`,
      },
    ],
    notes: ['Errors with a status below 500 are not reported.'],
  })
}

export function otlpServer(endpoints: Endpoints): Setup {
  return {
    id: 'otlp-server',
    name: 'Any server',
    steps: [serverVariables(endpoints, '$(git rev-parse --short HEAD)')],
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
