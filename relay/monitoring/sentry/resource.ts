// The sender of an item, as a resource of OTLP.
import { toAttributes, type Attribute } from './otlp-attributes.ts'

/** What an item says of its sender; absent members are ''. `service`: where there is no project. */
export type Sender = {
  project: string
  service: string
  release: string
  environment: string
  dist: string
  sdkName: string
  sdkVersion: string
  userAgent: string
  hostName: string
  /** Of an event: `node` for servers, which may have the SDK of their pages. */
  platform: string
}

/** `projects`: names of services by the numbers of projects. */
export function serviceOf(project: string, projects: ReadonlyMap<string, string>): string {
  return projects.get(project) ?? `project-${project}`
}

export function resourceOf(sender: Sender, projects: ReadonlyMap<string, string>): Attribute[] {
  return toAttributes({
    'service.name': nameOf(sender, projects),
    'service.version': sender.release,
    // As Sentry does.
    'deployment.environment.name': sender.environment || 'production',
    'telemetry.sdk.name': sender.sdkName,
    'telemetry.sdk.version': sender.sdkVersion,
    'telemetry.sdk.language': languageOf(sender),
    'user_agent.original': sender.userAgent,
    'host.name': sender.hostName,
    'errata.dist': sender.dist,
  })
}

function nameOf({ project, service }: Sender, projects: ReadonlyMap<string, string>): string {
  return project === '' ? service || 'unknown_service' : serviceOf(project, projects)
}

/** `sentry.javascript.browser`, `sentry.python.flask`, `sentry.go`. */
function languageOf({ sdkName, platform }: Sender): string {
  const [, language = '', framework = ''] = sdkName.split('.')
  if (language !== 'javascript') return language
  const isServer = platform === 'node' || /node|server|bun|deno|nest|express/.test(framework)
  return isServer ? 'nodejs' : 'webjs'
}
