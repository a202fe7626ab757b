// The frames of own code in an occurrence, and where their files are in the repository.
import type { Event, Frame } from '../../../../contract/issues.ts'
import { originalFile } from '../../../ingest/source-maps/original-file.ts'

type Stack = { frames: Pick<Frame, 'file' | 'line' | 'inApp'>[] }
type WithCauses = Stack & { causes: Stack[] }

/** Of the occurrence and of its causes, the innermost first, with paths as in a source map. */
export function ownFrames({ frames, causes }: WithCauses): Pick<Event['frames'][0], 'file' | 'line'>[] {
  return [...frames, ...causes.flatMap((cause) => cause.frames)]
    .filter(({ inApp }) => inApp)
    .map(({ file, line }) => ({ file: originalFile(file, ''), line }))
}

/**
 * `root`: the folder of the project in the repository. `folders`: names of the folders there, then in each
 * folder above it; none: the build has not sent them.
 */
export type Project = { root: string; folders: string[][] }

/**
 * Returns the path in the repository of a file of a source map. Bundlers name files of another package from
 * some folder above the project: it is taken for the nearest one that has the first name of the file.
 */
export function repositoryPaths({ root, folders }: Project): (file: string) => string {
  const parts = root === '' ? [] : root.split('/')
  const bases = folders.map((names, up) => ({
    names: new Set(names),
    base: parts.slice(0, Math.max(0, parts.length - up)).join('/'),
  }))
  return (file) => {
    const end = file.indexOf('/')
    const nearest = end < 0 ? undefined : bases.find(({ names }) => names.has(file.slice(0, end)))
    const base = nearest?.base ?? root
    return base === '' ? file : `${base}/${file}`
  }
}
