// Errata: errors in the browser.
import { init } from '@errata/monitoring'

export { handleError } from '@errata/monitoring/svelte'

init({ service: 'example-sveltekit', release: '1.0.0' })
