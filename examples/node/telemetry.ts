// Runs before the server: automatic instrumentation of OpenTelemetry, and Errata for errors outside a span.
import { init } from '@errata/monitoring/node'
import { register } from 'node:module'

// OpenTelemetry's hook for ES modules.
register('@opentelemetry/instrumentation/hook.mjs', import.meta.url)
await import('@opentelemetry/auto-instrumentations-node/register')

init()
