// Errata: the plugin passes service and release to `init`. In development `/monitoring` is forwarded to the
// relay.
import { errata } from '@errata/monitoring/vite'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter(), errata({ service: 'example-react-router-ssr', release: '1.0.0' })],
  server: { proxy: { '/monitoring': { target: 'http://127.0.0.1:8080', xfwd: true } } },
})
