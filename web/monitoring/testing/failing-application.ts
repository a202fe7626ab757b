// An application that throws before it mounts; built-application.ts builds it.

import { init } from '../index.ts'

const name = new URLSearchParams(location.search).get('name')
init({ service: 'built-app', environment: 'test', url: `/receiver/ok/${name}`, tracesSampleRate: 1 })
// A dynamic import of the application: Vite adds its helper to the entry.
void import('./lazy-route.ts')
throw new TypeError('no configuration')
