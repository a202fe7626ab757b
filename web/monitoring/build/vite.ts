// Vite plugin that writes the head snippet into every page: it keeps early errors, and a page whose entry
// never runs still shows the fallback screen and reports it. It also sends source maps. Only the types are
// Vite's: any version will do.

import type { Plugin } from 'vite'
import { policyHashes, tags, type HeadOptions } from './head-tags.ts'
import { uploadHooks, type UploadOptions } from './vite-upload.ts'

export { headTags, policyHashes } from './head-tags.ts'
export type { UploadOptions } from './vite-upload.ts'

export type PluginOptions = HeadOptions & {
  /** Whether a page gets the snippet, by its path. Default: every page. */
  include?: (path: string) => boolean
  /** Sends the source maps of a build, and leaves none in its output. */
  upload?: UploadOptions
  /** URL of the repository. With it and `commit` the frames of a stack are links to their lines. */
  repo?: string | undefined
  commit?: string | undefined
}

/**
 * `plugins: [errata({ service: 'shop', release })]`. Service, release, environment, URL and root are those of
 * `init()` too, unless it says otherwise. The build prints the hashes that the `script-src` of a
 * Content-Security-Policy must allow.
 */
export function errata(options: PluginOptions): Plugin {
  const { include = () => true, service, release, environment, url, root, upload, repo, commit } = options
  const initOptions = { service, release, environment, url, root }
  const target = upload?.url && { service, release, repo, commit, ...upload, url: upload.url }
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
    buildStart() {
      if (this.environment?.config.command === 'build')
        this.info(`script-src for the head snippet: ${policyHashes()}`)
    },
    ...(target ? uploadHooks(target, upload?.failOnError) : {}),
  }
}
