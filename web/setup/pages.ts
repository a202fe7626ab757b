// Pages without a framework: a script tag, or OpenTelemetry's own SDK for browsers.
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
        language: 'html',
        code: SCRIPT,
      },
    ],
    notes: [
      `The server of the page forwards \`/monitoring*\` to the relay. Without such a rule: ` +
        `\`src="${relay}/monitoring.js"\`; what it reports goes to the same server.`,
      'Needs no package. It hears what reaches the window and what a framework prints with ' +
        '`console.error`. For the digest on the screens of a framework, use the package.',
      'Options that an attribute cannot say: a second script after it calls `errata.init({ … })`, and the ' +
        'tag has no `data-service`.',
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
        language: 'sh',
        code: `npm install @opentelemetry/sdk-trace-web @opentelemetry/exporter-trace-otlp-http \\
  @opentelemetry/resources`,
      },
      {
        file: 'src/tracing.ts',
        language: 'ts',
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
      `Other SDKs for browsers: \`${relay}/monitoring\` as their OTLP endpoint, or \`/monitoring\` of your ` +
        'own origin. Exceptions that a span records are issues.',
    ],
  }
}
