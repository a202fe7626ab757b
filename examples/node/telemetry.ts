// Runs before the server: OpenTelemetry's automatic spans, and Errata for errors outside of a span.
import { init } from '@errata/monitoring/node'
import { register } from 'node:module'

// OpenTelemetry's hook for ES modules.
register('@opentelemetry/instrumentation/hook.mjs', import.meta.url)
await import('@opentelemetry/auto-instrumentations-node/register')

init()
