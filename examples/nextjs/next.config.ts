// Errata: the page sends to its own origin, Next forwards that to the relay. The page continues the trace of
// the server, and the reports themselves are not traced.
import type { NextConfig } from 'next'

const relay = 'http://127.0.0.1:8080'

const config: NextConfig = {
  rewrites: async () => [{ source: '/monitoring/:path*', destination: `${relay}/monitoring/:path*` }],
  experimental: { clientTraceMetadata: ['traceparent'] },
}

export default config
