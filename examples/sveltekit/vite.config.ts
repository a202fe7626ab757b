// In development `/monitoring` is forwarded to the relay.
import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [sveltekit({ adapter: adapter() })],
  server: { proxy: { '/monitoring': { target: 'http://127.0.0.1:8080', xfwd: true } } },
})
