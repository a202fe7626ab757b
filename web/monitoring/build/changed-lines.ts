// Which lines of the built commit each commit has written, as `git blame` knows it: also after later commits
// have moved them, renamed the file, or merged it.

import { git } from './git.ts'
import type { Commit, History } from './commit-history.ts'

/** Files whose lines are read: those that were changed last. One takes some 10 ms. */
const fileLimit = 300
const parallel = 4

/** Their lines are in no stack. */
const withoutStacks = new RegExp(
  `\\.(?:${[
    'json5?|mdx?|txt|lock|ya?ml|toml|snap|map|pdf|woff2?|ttf|css|s[ac]ss|less',
    'svg|png|jpe?g|gif|webp|avif|ico',
  ].join('|')})$`,
  'i',
)

/** The commits with their lines, without merges that have only joined what others wrote. */
export async function withChangedLines(root: string, history: History): Promise<Commit[]> {
  const { range, head, commits } = history
  const byHash = new Map(commits.map((commit) => [commit.hash, commit]))
  const changed = new Set(commits.flatMap(({ files }) => files.map(({ path }) => path)))
  const candidates = [...changed].filter((path) => !withoutStacks.test(path)).slice(0, fileLimit)
  const waiting = await existing(root, head, candidates)
  async function work(): Promise<void> {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
      for (const [hash, lines] of await readLines(root, range, path)) {
        const commit = byHash.get(hash)
        if (commit) setLines(commit, path, lines)
      }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return commits
    .filter(({ isMerge, files }) => !isMerge || files.some(({ lines }) => lines.length > 0))
    .map(({ isMerge: _isMerge, ...commit }) => commit)
}

/** Those that the built commit has. */
async function existing(root: string, head: string, paths: string[]): Promise<string[]> {
  if (paths.length === 0) return []
  const list = await git(
    root,
    '--literal-pathspecs',
    'ls-tree',
    '-r',
    '-z',
    '--name-only',
    head,
    '--',
    ...paths,
  )
  return list.split('\0').filter(Boolean)
}

type Lines = [from: number, to: number][]

/** Lines by commit, in their order. Indentation does not count. A binary file has no lines. */
async function readLines(root: string, range: string, path: string): Promise<Map<string, Lines>> {
  // A list of revisions to ignore that the user's settings name may be missing here: then git would fail.
  const args = ['-w', '--incremental', '--no-ignore-revs-file', range, '--', path]
  const output = await git(root, 'blame', ...args).catch(() => '')
  const groups = output
    // A commit that is not in the range is marked as the boundary.
    .split(/^(?=[\da-f]{40,64} \d+ \d+ \d+$)/m)
    .flatMap((group) => {
      const [hash = '', , first = '0', count = '0'] = group.split('\n', 1)[0]!.split(' ')
      return { hash, from: Number(first), count: Number(count), isOutside: /^boundary$/m.test(group) }
    })
  const outside = new Set(groups.flatMap(({ hash, isOutside }) => (isOutside ? hash : [])))
  const lines = new Map<string, Lines>()
  for (const { hash, from, count } of groups.sort((a, b) => a.from - b.from)) {
    if (count === 0 || outside.has(hash)) continue
    const ranges = lines.get(hash) ?? []
    lines.set(hash, ranges)
    const last = ranges.at(-1)
    if (last && last[1] === from - 1) last[1] = from + count - 1
    else ranges.push([from, from + count - 1])
  }
  return lines
}

function setLines(commit: Commit, path: string, lines: Lines): void {
  const file = commit.files.find((changed) => changed.path === path)
  if (file) file.lines = lines
  else commit.files.push({ path, lines })
}
