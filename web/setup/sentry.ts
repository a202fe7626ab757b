// How an application that has a Sentry SDK sends to Errata: for /connect and docs/sentry.md.
import type { Endpoints, Setup } from './setup.ts'

/** `number`: the last part of a DSN. `key`: its part before the `@`. */
export type SentryProject = { number: string; service: string; key: string }

export const SENTRY = { id: 'sentry', name: 'Sentry SDK' }

/** Without SENTRY_KEYS any key may send. SDKs refuse a key with other characters than letters and digits. */
export const SENTRY_KEY = 'errata'

export const EXAMPLE_PROJECT: SentryProject = { number: '1', service: 'shop-web', key: SENTRY_KEY }

/** Sends an event. */
export const SENTRY_TEST = `Sentry.captureException(new Error('hello'))`

export const DSN_NOTE = 'A DSN is no secret: every page contains it, and it can only send.'

const OTHER_DSN = 'https://0d5e8a@o41.ingest.sentry.io/7'

export function sentryDsn({ relay }: Endpoints, { number, key }: SentryProject): string {
  return `${relay.replace('://', `://${key}@`)}/${number}`
}

/** The line that changes: as it is, and as it should be. */
export function dsnLines(endpoints: Endpoints, project: SentryProject): { before: string; after: string } {
  return { before: `dsn: '${OTHER_DSN}',`, after: `dsn: '${sentryDsn(endpoints, project)}',` }
}

/** How to name the service of a project. */
export function nameNote({ number, service }: SentryProject): string {
  return (
    `The number at the end of the DSN becomes the service. Start the relay with ` +
    `\`SENTRY_PROJECTS=${number}:${service}\`, and add further projects behind a comma. A number without a ` +
    `name is the service \`project-${number}\`, and the status lists it.`
  )
}

export function otherSdks(endpoints: Endpoints, project: SentryProject): Setup {
  const dsn = sentryDsn(endpoints, project)
  return {
    id: 'sdks',
    name: 'In other languages',
    steps: [
      { file: 'Environment of a server', language: 'bash', code: `export SENTRY_DSN=${dsn}` },
      { file: 'Python', language: 'python', code: `sentry_sdk.init(dsn="${dsn}")` },
      { file: 'Go', language: 'go', code: `sentry.Init(sentry.ClientOptions{Dsn: "${dsn}"})` },
      { file: 'Java, sentry.properties', language: 'properties', code: `dsn=${dsn}` },
    ],
    notes: ['SDKs of servers read `SENTRY_DSN` where their `init` has no DSN.'],
  }
}

export function tunnel(endpoints: Endpoints, project: SentryProject): Setup {
  return {
    id: 'tunnel',
    name: 'Through your own origin',
    steps: [
      {
        file: 'In pages, where Sentry.init is called',
        language: 'ts',
        code: `Sentry.init({
  dsn: '${sentryDsn(endpoints, project)}',
  tunnel: '/monitoring',
})`,
      },
    ],
    notes: [
      'With `tunnel`, pages send to `/monitoring` of their own origin: no blocker stops them, and no ' +
        'Content Security Policy has to change. The web server forwards this path to the relay, as for the ' +
        'SDK of Errata. Without it, add the origin of your pages to `ALLOWED_ORIGINS`.',
      'In Next.js, use `tunnel` too, with a rewrite of `/monitoring`, and remove `tunnelRoute`: it accepts ' +
        'only DSNs of sentry.io, and forwards to sentry.io.',
    ],
  }
}

/** `transport`: its line in the options. */
function bothInJavaScript(dsn: string, imports: string, transport: string): string {
  return `${imports}

const SENTRY = '${OTHER_DSN}'
const ERRATA = '${dsn}'

Sentry.init({
  dsn: SENTRY,
  transport: ${transport},
})`
}

export function sendToBoth(endpoints: Endpoints, project: SentryProject): Setup {
  const dsn = sentryDsn(endpoints, project)
  return {
    id: 'both',
    name: 'Send to both for two weeks',
    steps: [
      {
        file: 'In pages',
        language: 'ts',
        code: bothInJavaScript(
          dsn,
          `import * as Sentry from '@sentry/browser'`,
          'Sentry.makeMultiplexedTransport(Sentry.makeFetchTransport, () => [SENTRY, ERRATA])',
        ),
      },
      {
        file: 'In a server with Node.js',
        // A block of its own: both have the same names.
        language: 'js',
        code: bothInJavaScript(
          dsn,
          `import { makeMultiplexedTransport } from '@sentry/core'
import * as Sentry from '@sentry/node'`,
          'makeMultiplexedTransport(Sentry.makeNodeTransport, () => [SENTRY, ERRATA])',
        ),
      },
      {
        file: 'Python',
        language: 'python',
        code: `import sentry_sdk
from sentry_sdk.transport import HttpTransport

SENTRY = "${OTHER_DSN}"
ERRATA = "${dsn}"

class Both(HttpTransport):
    def __init__(self, options):
        super().__init__(options)
        self.errata = HttpTransport({**options, "dsn": ERRATA})

    def capture_envelope(self, envelope):
        super().capture_envelope(envelope)
        self.errata.capture_envelope(envelope)

    def flush(self, timeout, callback=None):
        super().flush(timeout, callback)
        self.errata.flush(timeout, callback)

    def kill(self):
        super().kill()
        self.errata.kill()

sentry_sdk.init(dsn=SENTRY, transport=Both)`,
      },
    ],
    notes: [
      'Each envelope goes to both, and neither waits for the other. Compare issues and counts for two ' +
        'weeks, then change the DSN and remove the transport. To go back, change the DSN back.',
      'Leave `tunnel` out until then: it would send both copies to the same address. Pages of another ' +
        'origin than Errata need `ALLOWED_ORIGINS`.',
    ],
  }
}

export function sentryMaps({ relay }: Endpoints, { service }: SentryProject): Setup {
  return {
    id: 'maps',
    name: 'Source maps',
    steps: [
      {
        file: 'Environment of sentry-cli, or of the plugin of Vite, webpack, Rollup, esbuild',
        code: `export SENTRY_URL=${relay}
export SENTRY_AUTH_TOKEN=…
export SENTRY_ORG=errata SENTRY_PROJECT=${service}`,
      },
    ],
    notes: [
      'The token is one of `API_TOKENS`. The project is the service; the name of the organization makes no ' +
        'difference. A debug id finds its map whatever the release is.',
    ],
  }
}
