// Errata: the first import of the entry, so that errors in all other modules are reported.
import { init } from '@errata/monitoring'

// Without the plugin, as a separate service.
init(location.search === '?plain' ? { service: 'example-vue-plain' } : {})
