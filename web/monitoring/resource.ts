import type { Attributes, Options } from './options.ts'

/** OpenTelemetry resource of every record and span: application, SDK and browser. */
export function resourceAttributes({ service, release, environment, attributes }: Options): Attributes {
  return {
    ...attributes,
    'service.name': service,
    'service.version': release,
    'deployment.environment.name': environment,
    'telemetry.sdk.name': 'errata',
    'telemetry.sdk.language': 'webjs',
    'telemetry.sdk.version': '0.1.0',
    'user_agent.original': navigator.userAgent,
    'browser.language': navigator.language,
    'browser.mobile': (navigator as { userAgentData?: { mobile?: boolean } }).userAgentData?.mobile,
  }
}
