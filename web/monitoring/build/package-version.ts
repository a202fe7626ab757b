// The default release: the version in package.json, which build, server and upload can all read.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `version` of the first package.json in `folders` that has one. */
export function packageVersion(...folders: string[]): string | undefined {
  for (const folder of folders) {
    try {
      const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        version?: unknown
      }
      if (typeof version === 'string' && version) return version
    } catch {
      // No package.json, or one that is not JSON: its own tools report it.
    }
  }
  return undefined
}
