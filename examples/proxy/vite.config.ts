// In development the pages of your application report to their own origin too. Relay: TRUST_PROXY=1.
import { defineConfig } from 'vite'

export default defineConfig({
  server: { proxy: { '/monitoring': { target: 'http://127.0.0.1:8080', xfwd: true } } },
})
