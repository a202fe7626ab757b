// What a server does before the receiver answers: says of its own part of the trace, and takes its time.

import type { Plugin } from 'vite'
import { timingOf } from './pages.ts'

/** Long enough that a page can go meanwhile. */
const lateMs = 1000

/** The header `Server-Timing` of the pages that have one; what goes to /receiver/late/NAME is taken at once and answered late. */
export function slowServer(): Plugin {
  return {
    name: 'slow-server',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { url = '' } = request
        const timing = timingOf(url.replace(/^\/stage\//, ''))
        if (timing) response.setHeader('server-timing', timing)
        if (url.startsWith('/receiver/late/')) {
          const end = response.end.bind(response)
          response.end = (body: unknown) => {
            setTimeout(() => end(body), lateMs)
            return response
          }
        }
        next()
      })
    },
  }
}
