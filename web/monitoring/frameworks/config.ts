// Configuration of the Node part: options of `init`, or the environment variables of OpenTelemetry.

/** Options of `init`; each takes precedence over its variable. */
export type ServerOptions = {
  /** `service.name`. Default: `OTEL_SERVICE_NAME`, or the value in `OTEL_RESOURCE_ATTRIBUTES`. */
  service?: string | undefined
  /** `service.version`. Default: the value in `OTEL_RESOURCE_ATTRIBUTES`. */
  release?: string | undefined
  /** `deployment.environment.name`. Default: the value in `OTEL_RESOURCE_ATTRIBUTES`. */
  environment?: string | undefined
  /**
   * OTLP/HTTP endpoint, to which `/v1/logs` is added: port 4318 of a collector, or `https://…/monitoring` of
   * the relay. Default: `OTEL_EXPORTER_OTLP_LOGS_ENDPOINT` unchanged, then `OTEL_EXPORTER_OTLP_ENDPOINT`,
   * then `http://localhost:4318`.
   */
  endpoint?: string | undefined
}

type ServerConfig = { url: string; headers: Record<string, string>; resource: Record<string, string> }

export function readConfig({ service, release, environment, endpoint }: ServerOptions): ServerConfig {
  const env = process.env
  const base = endpoint ?? env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? 'http://localhost:4318'
  const explicit = endpoint === undefined && env['OTEL_EXPORTER_OTLP_LOGS_ENDPOINT']
  const resource = readList(env['OTEL_RESOURCE_ATTRIBUTES'])
  const named = {
    'service.name': service ?? env['OTEL_SERVICE_NAME'],
    'service.version': release,
    'deployment.environment.name': environment,
  }
  for (const [name, value] of Object.entries(named)) if (value) resource[name] = value
  return {
    url: explicit || `${base.replace(/\/$/, '')}/v1/logs`,
    headers: { 'content-type': 'application/json', ...readList(env['OTEL_EXPORTER_OTLP_HEADERS']) },
    resource,
  }
}

/** `name=value,name=value`, with percent-encoded values. */
function readList(text = ''): Record<string, string> {
  const pairs = text.split(',').map((pair) => pair.split(/=(.*)/s, 2).map((part) => part.trim()))
  return Object.fromEntries(pairs.flatMap(([name, value]) => (name && value ? [[name, decode(value)]] : [])))
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
