// Which file of a repository a file of a source map is. A source map has paths as the bundler sees them, from
// the folder of the project or from above it; a repository has them from its root.
import { repositoryPaths, type Project } from './own-frames.ts'

/** Parts that a file outside the folder of the project must have in common. */
const MIN_OUTSIDE = 3

type Repository = Project & { paths: Iterable<string> }

/**
 * Returns the path whose end is the longest; null: none, or several with the same length. The whole of one of
 * both paths must match.
 */
export function pathMatcher({ paths, ...project }: Repository): (file: string) => string | null {
  const { root } = project
  const pathOf = repositoryPaths(project)
  const byName = Map.groupBy(paths, (path) => nameOf(path))
  const all = new Set(paths)
  return (file) => {
    const exact = pathOf(file)
    if (all.has(exact)) return exact
    const matches = (byName.get(nameOf(file)) ?? [])
      .map((path) => ({ path, length: commonParts(path, file) }))
      .filter(({ path, length }) => length > 0 && (isBelow(root, path) || length >= MIN_OUTSIDE))
    const longest = Math.max(...matches.map(({ length }) => length))
    const best = matches.filter(({ length }) => length === longest)
    return best.length === 1 ? best[0]!.path : null
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function isBelow(root: string, path: string): boolean {
  return root === '' || path.startsWith(`${root}/`)
}

/** The parts of the shorter path, if the other one ends with it; else 0. */
function commonParts(first: string, second: string): number {
  const [longer, shorter] = first.length > second.length ? [first, second] : [second, first]
  return longer === shorter || longer.endsWith(`/${shorter}`) ? shorter.split('/').length : 0
}
