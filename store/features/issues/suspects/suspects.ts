// Which commits may have caused an issue, by what they have changed of its stack: first those that wrote the
// line of a frame, then those that changed its file; of each the innermost frame first, then the latest.
import type { Evidence, ReleaseCommit, SuspectPlace } from '../../../../contract/commits.ts'
import type { Frame } from '../../../../contract/issues.ts'
import { pathMatcher } from './match-path.ts'
import type { StoredCommits } from './release-commits.ts'

/** Of a stack with its causes. */
const MAX_FRAMES = 50

const ORDER: Evidence[] = ['line', 'file', 'range']

export type RankedCommit = { commit: ReleaseCommit; evidence: Evidence; place: SuspectPlace | null }

type Place = Pick<Frame, 'file' | 'line'>
/** `depth`: the number of the frame. */
type Ranked = RankedCommit & { depth: number }

/**
 * `uploads`: of the first release that has the issue, and before it those that nobody has used, the latest
 * first. `frames`: own ones, the innermost first, of an occurrence in the first of these releases.
 */
export function rankCommits(uploads: StoredCommits[], frames: Place[]): RankedCommit[] {
  const ranked: Ranked[] = []
  const hashes = new Set<string>()
  /** Their lines have moved since an older release. */
  const changed = new Set<string>()
  for (const { commits, root, folders } of uploads) {
    const paths = new Set(commits.flatMap(({ files }) => files.map(({ path }) => path)))
    const match = pathMatcher({ paths, root, folders })
    const stack = frames.slice(0, MAX_FRAMES).map(({ file, line }) => ({ path: match(file), line }))
    for (const commit of commits) {
      if (hashes.has(commit.hash)) continue
      hashes.add(commit.hash)
      ranked.push(rank(commit, stack, changed))
    }
    for (const path of paths) changed.add(path)
  }
  return ranked.toSorted((a, b) => ORDER.indexOf(a.evidence) - ORDER.indexOf(b.evidence) || a.depth - b.depth)
}

type StackLine = { path: string | null; line: number | null }

/** `changed`: files whose lines have other numbers in the stack. */
function rank(commit: ReleaseCommit, stack: StackLine[], changed: ReadonlySet<string>): Ranked {
  const files = new Map(commit.files.map((file) => [file.path, file]))
  let inFile: Ranked | null = null
  for (const [depth, { path, line }] of stack.entries()) {
    const file = path === null ? undefined : files.get(path)
    if (file === undefined) continue
    const change = { commit: commit.hash, file: file.path, frame: line, lines: file.lines }
    const isLine = line !== null && file.lines.some(([from = 0, to = 0]) => from <= line && line <= to)
    if (isLine && !changed.has(file.path)) return { commit, evidence: 'line', place: change, depth }
    inFile ??= { commit, evidence: 'file', place: change, depth }
  }
  return inFile ?? { commit, evidence: 'range', place: null, depth: 0 }
}
