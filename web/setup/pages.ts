// Pages without a framework: a script tag, or OpenTelemetry's SDK for browsers.
import type { Endpoints, Setup } from './setup.ts'

const SCRIPT =
  '<script src="/monitoring.js" data-service="shop" data-release="1.4.2" data-environment="production">' +
  '</script>'

export function scriptTag({ relay }: Endpoints): Setup {
  return {
    id: 'script',
    name: 'Script tag',
    steps: [
      {
        file: 'index.html, first in <head>',
        code: SCRIPT,
      },
    ],
    notes: [
      `The web server of the page must forward \`/monitoring*\` to the relay. Without such a rule, use ` +
        `\`src="${relay}/monitoring.js"\`; reports then go to that server.`,
      'No package is needed. The script captures errors that reach `window` and errors that a framework ' +
        'prints with `console.error`. To show the digest on the error screens of a framework, use the ' +
        'package.',
      'Other options: omit `data-service` and call `errata.init({ … })` in a second script.',
    ],
  }
}

export function otlpBrowser({ relay }: Endpoints): Setup {
  return {
    id: 'otlp-browser',
    name: 'OpenTelemetry web',
    steps: [
      {
        file: 'Terminal',
        code: `npm install @opentelemetry/sdk-trace-web @opentelemetry/exporter-trace-otlp-http \\
  @opentelemetry/resources`,
      },
      {
        file: 'src/tracing.ts',
        code: `import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, WebTracerProvider } from '@opentelemetry/sdk-trace-web'

new WebTracerProvider({
  resource: resourceFromAttributes({ 'service.name': 'shop', 'service.version': '1.4.2' }),
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: '/monitoring/v1/traces' }))],
}).register()`,
      },
    ],
    notes: [
      `Other browser SDKs: use \`${relay}/monitoring\`, or \`/monitoring\` on your own origin, as the OTLP ` +
        'endpoint. Exceptions that are recorded on a span become issues.',
    ],
  }
}
