// Errata: server errors, sent to the collector or to OTEL_EXPORTER_OTLP_ENDPOINT.
import { init } from '@errata/monitoring/node'

export { handleError } from '@errata/monitoring/svelte'

init({ service: 'example-sveltekit-server', release: '1.0.0' })
