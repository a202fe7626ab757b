// The part of the Vite plugin that uploads source maps and style sheets, before adapters copy the files of
// the build.

import type { Plugin, ResolvedConfig } from 'vite'
import { uploadCommits } from './upload-commits.ts'
import type { UploadTarget } from './map-client.ts'
import { readScripts, readStyles, removeMaps } from './map-files.ts'
import { uploadStyles } from './upload-styles.ts'
import { problemText, progressLine, summaryLine, uploadMaps } from './upload-maps.ts'

export type UploadOptions = {
  /**
   * URL of the relay for the build machine: `https://errata.example.com`. Without it no maps are uploaded.
   */
  url: string | undefined
  /** One of the relay's `API_TOKENS`. A relay without a password needs none. */
  token?: string | undefined
  /** Services that use the maps, separated by commas. Default: `service` of the plugin. */
  service?: string
  /**
   * Whether to send what git knows of the commits since the release before: hash, author's name, time, title,
   * changed files and lines; CODEOWNERS, and names of folders. Default: true.
   */
  commits?: boolean
  /**
   * Whether to upload the style sheets of the build, too: snapshots of pages show those that another origin
   * serves without CORS. Default: true.
   */
  styles?: boolean
  /** Fail the build if a map cannot be uploaded. Default: a warning. */
  failOnError?: boolean
}

type UploadHooks = Pick<Plugin, 'outputOptions' | 'writeBundle'>

/** `writeBundle` runs for each output, before the adapters of frameworks copy the files. */
export function uploadHooks(
  uploadTarget: () => UploadTarget,
  viteConfig: () => ResolvedConfig,
  {
    failOnError = false,
    commits = true,
    styles = true,
  }: Pick<UploadOptions, 'failOnError' | 'commits' | 'styles'>,
): UploadHooks {
  let hasCommits = !commits
  return {
    outputOptions: (options) => ({ ...options, sourcemapDebugIds: true }),
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }, bundle) {
        const start = performance.now()
        const config = viteConfig()
        const target = uploadTarget()
        // Vite 5 has no environments.
        const { sourcemap } = (this.environment?.config ?? config).build
        if (!dir || this.meta.watchMode) return
        if (!sourcemap) return config.logger.warn('Errata: no source maps, because build.sourcemap is false')
        const scripts = readScripts(dir, Object.keys(bundle))
        if (!scripts.length) return
        config.logger.info(progressLine(target, scripts.length))
        const result = await uploadMaps(target, scripts, config.root)
        if (sourcemap === 'hidden') removeMaps(scripts)
        const sheets = await uploadStyles(target, styles ? readStyles(dir, Object.keys(bundle)) : [])
        const problems = [problemText(target, result), sheets.problems].filter(Boolean).join('\n')
        if (problems && failOnError) this.error(problems)
        if (problems) config.logger.warn(problems)
        const ownMs = Math.round(performance.now() - start - result.milliseconds - sheets.milliseconds)
        config.logger.info(`${summaryLine(target, result)}, and ${ownMs} ms for the plugin`)
        if (sheets.line) config.logger.info(sheets.line)
        // A build may have several outputs.
        if (hasCommits) return
        hasCommits = true
        const { line, isProblem } = await uploadCommits(target, config.root)
        config.logger[isProblem ? 'warn' : 'info'](line)
      },
    },
  }
}
