// Next.js forwards `/monitoring` to the relay and appends the client's address. Relay: TRUST_PROXY=1.
export default {
  rewrites: async () => [
    { source: '/monitoring/:path*', destination: 'http://127.0.0.1:8080/monitoring/:path*' },
  ],
}
