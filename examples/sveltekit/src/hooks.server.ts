// Errata: errors of the server, sent to the collector, or where OTEL_EXPORTER_OTLP_ENDPOINT says.
import { init } from '@errata/monitoring/node'

export { handleError } from '@errata/monitoring/svelte'

init({ service: 'example-sveltekit-server', release: '1.0.0' })
