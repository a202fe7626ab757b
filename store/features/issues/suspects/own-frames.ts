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

/** Of a file of the project. `root`: the folder of the project in the repository. */
export function pathInRepository(root: string, file: string): string {
  return root === '' ? file : `${root}/${file}`
}
