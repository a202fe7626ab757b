// Errata: the plugin writes the head snippet into the page and passes service and release to `init`.
// In development `/monitoring` is forwarded to the relay.
import { errata } from '@errata/monitoring/vite'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [vue(), errata({ service: 'example-vue', release: '1.0.0' })],
  server: { proxy: { '/monitoring': { target: 'http://127.0.0.1:8080', xfwd: true } } },
})
