// Vite plugin that writes the head snippet into every page: it keeps early errors, and a page whose entry
// never runs still shows the fallback screen and reports it. Only the types are Vite's: any version will do.

import type { Plugin } from 'vite'
import { policyHashes, tags, type HeadOptions } from './head-tags.ts'

export { headTags, policyHashes } from './head-tags.ts'

export type PluginOptions = HeadOptions & {
  /** Whether a page gets the snippet, by its path. Default: every page. */
  include?: (path: string) => boolean
}

/**
 * `plugins: [errata({ service: 'shop', release })]`. Service, release, environment, URL and root are those of
 * `init()` too, unless it says otherwise. The build prints the hashes that the `script-src` of a
 * Content-Security-Policy must allow.
 */
export function errata(options: PluginOptions): Plugin {
  const { include = () => true, service, release, environment, url, root } = options
  const initOptions = { service, release, environment, url, root }
  return {
    name: 'errata',
    config: () => ({ define: { ERRATA_OPTIONS: JSON.stringify(initOptions) } }),
    transformIndexHtml: {
      order: 'pre',
      handler: (_html, { path }) => (include(path) ? tags(options) : []),
    },
    buildStart() {
      if (this.environment?.config.command === 'build')
        this.info(`script-src for the head snippet: ${policyHashes()}`)
    },
  }
}
