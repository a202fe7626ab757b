// Uploads the style sheets of a build. Snapshots show those that a page cannot read, because another origin
// serves them without CORS.

import { readFileSync, statSync } from 'node:fs'
import { sendStyles, type UploadTarget } from './map-client.ts'
import type { BuiltFile } from './map-files.ts'
import { problemText, summaryLine, uploadAll } from './upload-maps.ts'

/** Bytes; the server takes no larger ones. */
const sizeLimit = 2 * 1024 * 1024

/** Lines for the output of the build; without files, and without problems, an empty one. */
export type StylesResult = { line: string; problems: string; milliseconds: number }

export async function uploadStyles(target: UploadTarget, files: BuiltFile[]): Promise<StylesResult> {
  if (!files.length) return { line: '', problems: '', milliseconds: 0 }
  const result = await uploadAll(files, ({ file, path }) => {
    const { size } = statSync(path)
    if (size > sizeLimit) throw new Error(`${size} bytes are more than ${sizeLimit}`)
    return sendStyles(target, file, readFileSync(path, 'utf8'))
  })
  return {
    line: summaryLine(target, result, 'style sheet'),
    problems: problemText(target, result, 'style sheet'),
    milliseconds: result.milliseconds,
  }
}
