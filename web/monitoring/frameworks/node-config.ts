// The variables of OpenTelemetry that a server sets anyway: where to send, and what the server is called.

/** What `init` of `/node` sets; each takes precedence over the variable. */
export type ServerOptions = {
  /** `service.name`. Default: `OTEL_SERVICE_NAME`, else that of `OTEL_RESOURCE_ATTRIBUTES`. */
  service?: string | undefined
  /** `service.version`. Default: that of `OTEL_RESOURCE_ATTRIBUTES`. */
  release?: string | undefined
  /** `deployment.environment.name`. Default: that of `OTEL_RESOURCE_ATTRIBUTES`. */
  environment?: string | undefined
  /**
   * OTLP/HTTP endpoint, to which `/v1/logs` is added: a collector's port 4318, or `https://…/monitoring` of
   * the relay. Default: `OTEL_EXPORTER_OTLP_LOGS_ENDPOINT` as it is, else `OTEL_EXPORTER_OTLP_ENDPOINT`, else
   * `http://localhost:4318`.
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
