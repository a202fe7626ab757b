// How to connect an application, as a document for assistants: all of it, or one framework.
import { setupMarkdown } from './markdown.ts'
import { LOOPBACK_NOTE, proxies, TRUST_NOTE } from './proxies.ts'
import { EXAMPLE, type Endpoints } from './setup.ts'
import { setups } from './setups.ts'

export const SETUP_IDS = setups(EXAMPLE).map(({ id }) => id)

/** `relay`: its URL without a trailing slash. `id`: of a set-up; without one, the list of all. */
export function connectMarkdown(relay: string, id?: string): string {
  const endpoints = endpointsOf(relay)
  const setup = setups(endpoints).find((each) => each.id === id)
  if (setup === undefined) return overview(endpoints)
  return `${[`# Connect ${setup.name} to Errata`, setupMarkdown(setup, '##'), ...proxyLines(endpoints)].join(
    '\n\n',
  )}\n`
}

/** The launcher's port of the collector, on the same host. */
function endpointsOf(relay: string): Endpoints {
  return { relay, collector: `http://${new URL(relay).hostname}:4318` }
}

function overview({ relay }: Endpoints): string {
  const list = setups({ relay, collector: '' }).map(
    ({ id, name }) => `- [${name}](${relay}/connect.md?setup=${id})`,
  )
  return `${[
    '# Connect an application to Errata',
    'Pages report errors and traces to `/monitoring` of their own origin, servers send OpenTelemetry to ' +
      'the collector. Each page below has the files and commands for one framework. After the set-up, cause an ' +
      'error: the digest on the fallback screen finds it in Errata.',
    list.join('\n'),
  ].join('\n\n')}\n`
}

function proxyLines(endpoints: Endpoints): string[] {
  return [
    '## Forward /monitoring to the relay in production',
    TRUST_NOTE,
    ...proxies(endpoints).map((setup) => setupMarkdown(setup, '###')),
    LOOPBACK_NOTE,
  ]
}
