// `--mode plugin` uploads the source maps of the build, any other mode leaves them to sentry-cli. Address and
// token are in the environment.
import { sentryVitePlugin } from '@sentry/vite-plugin'
import { defineConfig } from 'vite'

const upload = () =>
  sentryVitePlugin({ org: 'acme', project: 'sentry-plugin', release: { name: 'sentry-app@1.0.0' } })

export default defineConfig(({ mode }) => ({
  build: { sourcemap: true, outDir: `dist/${mode}` },
  plugins: mode === 'plugin' ? [upload()] : [],
}))
