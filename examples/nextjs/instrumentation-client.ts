// Errata in the browser: Next runs this file first.
import { init } from '@errata/monitoring'

init({ service: 'example-nextjs', release: '1.0.0' })
