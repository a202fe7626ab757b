// Removes source maps from a build, so that they are not deployed.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { withoutMapComment, type ScriptFile } from './map-files.ts'

/** Deletes maps of scripts, the comments that name or contain them, and the maps at `others`. */
export function removeMaps(scripts: ScriptFile[], others: string[] = []): void {
  for (const { path } of scripts) {
    const code = readFileSync(path, 'utf8')
    const bare = withoutMapComment(code)
    if (bare !== code) writeFileSync(path, bare)
  }
  const mapPaths = scripts.flatMap(({ mapPath }) => mapPath ?? [])
  for (const path of new Set([...mapPaths, ...others])) rmSync(path, { force: true })
}
