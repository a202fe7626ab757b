// Takes the source maps out of a build, so that they are not deployed.

import { readFile, rm, writeFile } from 'node:fs/promises'
import { withoutMapComment, type ScriptFile } from './map-files.ts'

/** Deletes the files of the maps and the comments that name or contain a map. */
export async function removeMaps(scripts: ScriptFile[]): Promise<void> {
  for (const { path, mapPath } of scripts) {
    const code = await readFile(path, 'utf8')
    const bare = withoutMapComment(code)
    if (bare !== code) await writeFile(path, bare)
    if (mapPath) await rm(mapPath, { force: true })
  }
}
