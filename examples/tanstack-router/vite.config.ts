// Errata: the plugin writes the head snippet into the page and passes service and release to `init`.
// In development `/monitoring` is forwarded to the relay.
import { errata } from '@errata/monitoring/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), errata({ service: 'example-tanstack-router', release: '1.0.0' })],
  server: { proxy: { '/monitoring': { target: 'http://127.0.0.1:8080', xfwd: true } } },
})
