// Vite plugin that writes the head snippet into every page: it stores early errors, and if the entry never
// runs it shows the fallback screen and reports. It also uploads source maps. Only types are imported from
// Vite. Vite 5 has no `this.environment`.

import type { Plugin, ResolvedConfig } from 'vite'
import { addEagerHints } from './eager-chunks.ts'
import { policyHashes, tags, type HeadOptions } from './head-tags.ts'
import { packageVersion } from './package-version.ts'
import { uploadHooks, type UploadOptions } from './vite-upload.ts'

export { headTags, policyHashes } from './head-tags.ts'
export type { UploadOptions } from './vite-upload.ts'

/** Default of `release`: the version in package.json. Default of `environment`: Vite's mode. */
export type PluginOptions = HeadOptions & {
  /** Whether the page with this path gets the snippet. Default: every page. */
  include?: (path: string) => boolean
  /** Uploads the source maps of a build and removes them from its output. */
  upload?: UploadOptions
  /** URL of the repository: frames of a stack link to their lines. */
  repo?: string | undefined
  /** What was built. Default: the commit that git has, if commits are sent. */
  commit?: string | undefined
}

/**
 * `plugins: [errata({ service: 'shop' })]`. Service, release, environment, URL and root are also the defaults
 * of `init()`. The build prints the hashes that the `script-src` of a Content-Security-Policy must allow.
 */
export function errata(options: PluginOptions): Plugin {
  const { include = () => true, service, upload, repo, commit } = options
  let viteConfig: ResolvedConfig
  let names = options
  let setsMaps = false
  const hooks =
    upload?.url &&
    uploadHooks(
      () => ({ service, release: names.release, repo, commit, ...upload, url: upload.url! }),
      () => viteConfig,
      upload,
    )
  return {
    name: 'errata',
    config({ build, root = '.' }, { command, mode }) {
      names = { release: packageVersion(root, '.'), environment: mode, ...withoutUndefined(options) }
      const { release, environment, url } = names
      setsMaps = !!hooks && command === 'build' && !build?.watch && build?.sourcemap === undefined
      return {
        define: { ERRATA_OPTIONS: JSON.stringify({ service, release, environment, url, root: names.root }) },
        ...(setsMaps ? { build: { sourcemap: 'hidden' } } : {}),
      }
    },
    // Astro turns the maps of its client off.
    configEnvironment: (_name, { build }) =>
      setsMaps && !build?.sourcemap ? { build: { sourcemap: 'hidden' } } : {},
    configResolved(resolved) {
      viteConfig = resolved
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (_html, { path }) => (include(path) ? tags(names) : []),
    },
    buildStart() {
      if (viteConfig.command === 'build') this.info(`script-src for the head snippet: ${policyHashes()}`)
    },
    generateBundle(_options, bundle) {
      addEagerHints(bundle)
    },
    ...hooks,
  }
}

/** An environment variable that is not set must not hide the default. */
function withoutUndefined(options: PluginOptions): PluginOptions {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as PluginOptions
}
