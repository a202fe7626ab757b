// Vite plugin that writes the head snippet into every page: it stores early errors, and if the entry never
// runs it shows the fallback screen and reports. It also uploads source maps. Only types are imported from
// Vite. Vite 5 has no `this.environment`.

import type { Plugin, ResolvedConfig } from 'vite'
import { policyHashes, tags, type HeadOptions } from './head-tags.ts'
import { uploadHooks, type UploadOptions } from './vite-upload.ts'

export { headTags, policyHashes } from './head-tags.ts'
export type { UploadOptions } from './vite-upload.ts'

export type PluginOptions = HeadOptions & {
  /** Whether the page with this path gets the snippet. Default: every page. */
  include?: (path: string) => boolean
  /** Uploads the source maps of a build and removes them from its output. */
  upload?: UploadOptions
  /** URL of the repository. With it and `commit`, frames of a stack link to their lines. */
  repo?: string | undefined
  commit?: string | undefined
}

/**
 * `plugins: [errata({ service: 'shop', release })]`. Service, release, environment, URL and root are also the
 * defaults of `init()`. The build prints the hashes that the `script-src` of a Content-Security-Policy must
 * allow.
 */
export function errata(options: PluginOptions): Plugin {
  const { include = () => true, service, release, environment, url, root, upload, repo, commit } = options
  const initOptions = { service, release, environment, url, root }
  const target = upload?.url && { service, release, repo, commit, ...upload, url: upload.url }
  let viteConfig: ResolvedConfig
  return {
    name: 'errata',
    config: ({ build }, { command }) => ({
      define: { ERRATA_OPTIONS: JSON.stringify(initOptions) },
      ...(target && command === 'build' && !build?.watch && build?.sourcemap === undefined
        ? { build: { sourcemap: 'hidden' } }
        : {}),
    }),
    transformIndexHtml: {
      order: 'pre',
      handler: (_html, { path }) => (include(path) ? tags(options) : []),
    },
    configResolved(resolved) {
      viteConfig = resolved
    },
    buildStart() {
      if (viteConfig.command === 'build') this.info(`script-src for the head snippet: ${policyHashes()}`)
    },
    ...(target ? uploadHooks(target, () => viteConfig, upload?.failOnError) : {}),
  }
}
