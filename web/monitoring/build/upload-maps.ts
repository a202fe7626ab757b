// Uploads files of a build, several at a time, first of all the source maps, and describes the result.

import { sendMap, servicesOf, UploadError, type UploadTarget } from './map-client.ts'
import type { BuiltFile, ScriptFile } from './map-files.ts'
import { readSourceMap } from './source-map.ts'

export type UploadResult = {
  /** Files that the server stores now. */
  sent: number
  /** Those that were not stored before. */
  created: number
  /** Compressed size of these. */
  bytes: number
  /** One message for each file that was not uploaded. */
  problems: string[]
  milliseconds: number
}

/** The server stores one file after the other, so more would not be faster. */
const parallel = 4
/** More messages would not add information. */
const problemLimit = 5

/** What is uploaded. */
type Kind = 'source map' | 'style sheet'

/** `root`: sources that a map does not contain are read from this folder. */
export function uploadMaps(target: UploadTarget, scripts: ScriptFile[], root: string): Promise<UploadResult> {
  return uploadAll(scripts, (script) => sendMap(target, script.file, readSourceMap(script, root)))
}

/** `send` resolves to the number of bytes sent; 0 if the file is stored already. */
export async function uploadAll<File extends BuiltFile>(
  files: File[],
  send: (file: File) => Promise<number>,
): Promise<UploadResult> {
  const start = performance.now()
  const result = { sent: 0, created: 0, bytes: 0, problems: [] as string[] }
  const waiting = [...files]
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        const bytes = await send(next)
        result.sent++
        result.bytes += bytes
        if (bytes) result.created++
      } catch (error) {
        result.problems.push(`${next.file}: ${(error as Error).message}`)
        if (error instanceof UploadError && error.isGeneral)
          result.problems.push(...waiting.splice(0).map(({ file }) => `${file}: not tried`))
      }
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return { ...result, milliseconds: performance.now() - start }
}

export function progressLine(target: UploadTarget, count: number): string {
  return `Errata: uploading ${filesOf(target, count, 'source map')} to ${target.url}`
}

export function summaryLine(
  target: UploadTarget,
  { sent, created, bytes, milliseconds }: UploadResult,
  kind: Kind = 'source map',
): string {
  const size = `${(bytes / 1e6).toFixed(1)} MB`
  const seconds = (milliseconds / 1000).toFixed(1)
  return `Errata: ${filesOf(target, sent, kind)} uploaded (${created} new, ${size}) in ${seconds} s`
}

/** Several lines; empty if all were uploaded. */
export function problemText(
  target: UploadTarget,
  { problems }: UploadResult,
  kind: Kind = 'source map',
): string {
  if (!problems.length) return ''
  const listed = problems.slice(0, problemLimit).map((problem) => `  ${problem}`)
  const rest = problems.length - listed.length
  return [
    `Errata: ${filesOf(target, problems.length, kind)} not uploaded`,
    ...listed,
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ].join('\n')
}

function filesOf({ service, release }: UploadTarget, count: number, kind: Kind): string {
  const services = servicesOf({ service }).join(' and ')
  return `${count} ${kind}${count === 1 ? '' : 's'} of ${services}${release ? ` ${release}` : ''}`
}
