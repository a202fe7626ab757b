// Pages without a framework: a script tag, or OpenTelemetry's SDK for browsers.
import { importVersion, type Endpoints, type Setup } from './setup.ts'

const SCRIPT = '<script src="/monitoring.js" data-service="shop" data-environment="development"></script>'
const DEPLOY =
  'sed -i "s/\\"development\\"/\\"production\\" data-release=\\"$(git rev-parse --short HEAD)\\"/" index.html'

export function scriptTag({ relay }: Endpoints): Setup {
  return {
    id: 'script',
    name: 'Script tag',
    steps: [
      {
        file: 'index.html, first in <head>',
        code: SCRIPT,
      },
      {
        file: 'Terminal, in the script that deploys the page',
        code: DEPLOY,
      },
    ],
    notes: [
      `The web server of the page must forward \`/monitoring*\` to the relay. Without such a rule, use ` +
        `\`src="${relay}/monitoring.js"\`; reports then go to that server.`,
      'A page that a server renders can write release and environment from a variable instead.',
      'No package is needed. The script captures errors that reach `window` and errors that a framework ' +
        'prints with `console.error`. To show the digest on the error screens of a framework, use the ' +
        'package.',
      'Minified scripts of your own: write source maps, deploy the page without them, and upload them with ' +
        `\`npx ${relay}/monitoring.tgz upload FOLDER --service shop --release COMMIT --url ${relay}\`. ` +
        'The release is the one in the page.',
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
        // Later versions of the exporter and of the SDK exclude each other.
        code: `npm install @opentelemetry/sdk-trace-web@2.12 @opentelemetry/resources@2.12 \\
  @opentelemetry/exporter-trace-otlp-http@0.223`,
      },
      {
        file: 'src/tracing.ts',
        code: `import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, WebTracerProvider } from '@opentelemetry/sdk-trace-web'
${importVersion('..')}

new WebTracerProvider({
  resource: resourceFromAttributes({
    'service.name': 'shop',
    'service.version': version,
    'deployment.environment.name': process.env.NODE_ENV,
  }),
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
