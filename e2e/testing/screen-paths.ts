// The paths of all screens, as the build wrote them: a new screen is tested without an edit.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = join(import.meta.dirname, '../../web/dist/paths.json')

export const SCREEN_PATHS = JSON.parse(readFileSync(FILE, 'utf8')) as string[]

/** `/issues/$id` with the value of `$id`. Throws where a value is missing. */
export function fillPath(path: string, values: Record<string, string>): string {
  return path.replaceAll(/\$\w+/g, (name) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The test has no value for ${name} of the screen ${path}.`)
    return encodeURIComponent(value)
  })
}
