// An application that throws before it mounts, built as applications are: see built-application.ts.

import { init } from '../index.ts'

const name = new URLSearchParams(location.search).get('name')
init({ service: 'built-app', environment: 'test', url: `/receiver/ok/${name}`, tracesSampleRate: 1 })
// An import of the application's own: Vite adds its loader of chunks to the entry.
void import('./lazy-route.ts')
throw new TypeError('no configuration')
