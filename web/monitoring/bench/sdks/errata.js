import { init } from '../../index.ts'

init({ service: 'bench', url: '/taken', tracesSampleRate: 0 })
