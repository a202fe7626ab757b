// The part of the Vite plugin that sends source maps: after a build, before anything else copies its files.

import type { Plugin, ResolvedConfig } from 'vite'
import type { UploadTarget } from './map-client.ts'
import { removeMaps } from './remove-maps.ts'
import { readScripts } from './map-files.ts'
import { problemText, progressLine, summaryLine, uploadMaps } from './upload-maps.ts'

export type UploadOptions = {
  /** Of the relay, as the machine that builds reaches it: `https://errata.example.com`. Without: no maps. */
  url: string | undefined
  /** One of the relay's `API_TOKENS`. A relay without a password needs none. */
  token?: string | undefined
  /** End the build when a map could not be sent. Default: a warning. */
  failOnError?: boolean
}

type UploadHooks = Pick<Plugin, 'configResolved' | 'outputOptions' | 'writeBundle'>

/** `writeBundle` runs for each output: adapters of frameworks copy the files when all are written. */
export function uploadHooks(target: UploadTarget, failOnError = false): UploadHooks {
  let config: ResolvedConfig
  return {
    configResolved(resolved) {
      config = resolved
    },
    outputOptions: (options) => ({ ...options, sourcemapDebugIds: true }),
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }, bundle) {
        const start = performance.now()
        const { sourcemap } = this.environment.config.build
        if (!dir || this.meta.watchMode) return
        if (!sourcemap) return config.logger.warn('Errata: no source maps, because build.sourcemap is false')
        const scripts = readScripts(dir, Object.keys(bundle))
        if (!scripts.length) return
        config.logger.info(progressLine(target, scripts.length))
        const result = await uploadMaps(target, scripts, config.root)
        if (sourcemap === 'hidden') removeMaps(scripts)
        const problems = problemText(target, result)
        if (problems && failOnError) this.error(problems)
        if (problems) config.logger.warn(problems)
        const ownMs = Math.round(performance.now() - start - result.milliseconds)
        config.logger.info(`${summaryLine(target, result)}, and ${ownMs} ms for the plugin`)
      },
    },
  }
}
