import type { Plugin } from 'vite'
import { timingOf } from './pages.ts'

/** What a server says of its own part: the header `Server-Timing` of a page of pages.ts. */
export function serverTiming(): Plugin {
  return {
    name: 'server-timing',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const timing = timingOf(request.url?.replace(/^\/stage\//, '') ?? '')
        if (timing) response.setHeader('server-timing', timing)
        next()
      })
    },
  }
}
