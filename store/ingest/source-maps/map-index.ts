// Which source map belongs to a script that a stack names. In memory: every frame of an exception needs it.
import { unescapeAddress } from './texts.ts'
import { isContentHashed } from '../grouping/file-key.ts'

/** A row of `source_map_files`. */
export type MapFile = {
  service: string
  release: string
  /** As `scriptPath` writes it. */
  file: string
  /** SHA-256 of the JSON, in hex; of a style sheet its `contentKey`. */
  map: string
  /** Empty: the map has no id. */
  debugId: string
  bytes: number
  sources: number
  /** Address of the repository, the commit, and the project's folder in it; empty: not known. */
  repository: string
  revision: string
  root: string
  uploadedAt: string
}

/** A script in a stack. `debugId`: as the page knows it, else empty. */
export type Script = { service: string; release: string; address: string; debugId: string }

export type MapIndex = {
  /** Whether any map of this service is stored: stacks of others are not looked at. */
  hasService(service: string): boolean
  find(script: Script): MapFile | null
  files(): MapFile[]
}

/** `files`: the oldest first; of several rows of one file, the newest alone. */
export function createMapIndex(files: MapFile[]): MapIndex {
  const services = new Set(files.map(({ service }) => service))
  const byName = Map.groupBy(files, ({ service, file }) => `${service}\n${baseName(file)}`)
  const byDebugId = new Map(
    files.filter(({ debugId }) => debugId !== '').map((file) => [`${file.service}\n${file.debugId}`, file]),
  )

  return {
    hasService: (service) => services.has(service),
    files: () => files,
    find({ service, release, address, debugId }) {
      const identical = debugId === '' ? undefined : byDebugId.get(`${service}\n${debugId.toLowerCase()}`)
      if (identical) return identical
      const path = scriptPath(address)
      const candidates = byName.get(`${service}\n${baseName(path)}`) ?? []
      const released = candidates.filter((file) => file.release === release)
      return closest(path, released) ?? (isContentHashed(path) ? closest(path, candidates) : null)
    },
  }
}

/** The newest of the files with the most folders in common with the path; none of them may differ. */
function closest(path: string, candidates: MapFile[]): MapFile | null {
  const matching = candidates.filter(({ file }) => isSuffix(file, path) || isSuffix(path, file))
  const best = Math.max(...matching.map(({ file }) => Math.min(file.length, path.length)))
  return matching.findLast(({ file }) => Math.min(file.length, path.length) === best) ?? null
}

/** Whole folders: "a/index.js" is the end of "b/a/index.js", not of "ba/index.js". */
function isSuffix(end: string, path: string): boolean {
  return path === end || path.endsWith(`/${end}`)
}

/**
 * The path of a script, as stacks and uploads name it: without origin, query and folders that lead upwards:
 * "assets/index-C0ffee12.js" of "https://shop.example/assets/index-C0ffee12.js?v=1" and of its
 * ".map".
 */
export function scriptPath(address: string): string {
  const path = address
    .replace(/^(?:blob:)?[a-z][\w+.-]*:\/\/[^/]*/i, '')
    .replace(/[?#].*$/, '')
    .replaceAll('\\', '/')
  // Next.js names folders "[id]", which browsers write with escapes.
  return unescapeAddress(path)
    .replace(/\.map$/, '')
    .split('/')
    .filter((folder) => folder !== '' && folder !== '.' && folder !== '..')
    .join('/')
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
