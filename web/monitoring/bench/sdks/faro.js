import { initializeFaro } from '@grafana/faro-web-sdk'

initializeFaro({ url: '/taken', app: { name: 'bench' } })
