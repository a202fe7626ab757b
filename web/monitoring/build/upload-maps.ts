// Uploads the source maps of a build, several at a time, and describes the result.

import { sendMap, servicesOf, UploadError, type UploadTarget } from './map-client.ts'
import type { ScriptFile } from './map-files.ts'
import { readSourceMap } from './source-map.ts'

export type UploadResult = {
  /** Maps that the server stores now. */
  sent: number
  /** Maps that were not stored before. */
  created: number
  /** Compressed size of the created maps. */
  bytes: number
  /** One message for each map that was not uploaded. */
  problems: string[]
  milliseconds: number
}

/** The server stores one map after the other, so more would not be faster. */
const parallel = 4
/** More messages would not add information. */
const problemLimit = 5

/** `root`: sources that a map does not contain are read from this folder. */
export async function uploadMaps(
  target: UploadTarget,
  scripts: ScriptFile[],
  root: string,
): Promise<UploadResult> {
  const start = performance.now()
  const result = { sent: 0, created: 0, bytes: 0, problems: [] as string[] }
  const waiting = [...scripts]
  async function work(): Promise<void> {
    for (let script = waiting.shift(); script; script = waiting.shift()) {
      try {
        const bytes = await sendMap(target, script.file, readSourceMap(script, root))
        result.sent++
        result.bytes += bytes
        if (bytes) result.created++
      } catch (error) {
        result.problems.push(`${script.file}: ${(error as Error).message}`)
        if (error instanceof UploadError && error.isGeneral)
          result.problems.push(...waiting.splice(0).map(({ file }) => `${file}: not tried`))
      }
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return { ...result, milliseconds: performance.now() - start }
}

export function progressLine(target: UploadTarget, count: number): string {
  return `Errata: uploading ${mapsOf(target, count)} to ${target.url}`
}

export function summaryLine(
  target: UploadTarget,
  { sent, created, bytes, milliseconds }: UploadResult,
): string {
  const size = `${(bytes / 1e6).toFixed(1)} MB`
  const seconds = (milliseconds / 1000).toFixed(1)
  return `Errata: ${mapsOf(target, sent)} uploaded (${created} new, ${size}) in ${seconds} s`
}

/** Several lines; empty if all maps were uploaded. */
export function problemText(target: UploadTarget, { problems }: UploadResult): string {
  if (!problems.length) return ''
  const listed = problems.slice(0, problemLimit).map((problem) => `  ${problem}`)
  const rest = problems.length - listed.length
  return [
    `Errata: ${mapsOf(target, problems.length)} not uploaded`,
    ...listed,
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ].join('\n')
}

function mapsOf({ service, release }: UploadTarget, count: number): string {
  const services = servicesOf({ service }).join(' and ')
  return `${count} source map${count === 1 ? '' : 's'} of ${services}${release ? ` ${release}` : ''}`
}
