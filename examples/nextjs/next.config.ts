// Errata: the page reports to its own origin, and Next forwards the reports to the relay. The page continues
// the trace of the server. Reports are not traced.
import type { NextConfig } from 'next'

const relay = 'http://127.0.0.1:8080'

const config: NextConfig = {
  rewrites: async () => [{ source: '/monitoring/:path*', destination: `${relay}/monitoring/:path*` }],
  experimental: { clientTraceMetadata: ['traceparent'] },
}

export default config
