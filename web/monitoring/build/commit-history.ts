// The commits between the release before and the commit that is built, as the local git has them.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { git, GitError, gitSucceeds, isHash } from './git.ts'

/** `path`, and the numbers of the lines that the commit wrote, are those in the built commit. */
export type ChangedFile = { path: string; lines: [from: number, to: number][] }

export type Commit = {
  hash: string
  /** The name. Addresses are not read. */
  author: string
  /** RFC 3339: when it was committed. */
  at: string
  subject: string
  files: ChangedFile[]
}

/** Of a merge: files that differ from both sides, also where it has only joined them. */
export type LoggedCommit = Commit & { isMerge: boolean }

/**
 * `base`: the commit of the release before; null: not known. `range`: as git takes it. `commits`: the newest
 * first, without lines. `isCut`: there are more.
 */
export type History = {
  head: string
  base: string | null
  range: string
  commits: LoggedCommit[]
  isCut: boolean
}

/** Commits that are sent at most. */
export const commitLimit = 500
/** Commits that are sent where the release before is not known. */
const unknownBaseLimit = 100
/** With merges, which are sent only if they have changes of their own. */
const logLimit = 2 * commitLimit
const fileLimit = 500
const subjectLimit = 200
const nameLimit = 100
/** Characters of a path: the server's limit. */
const pathLimit = 1000

/** The fields of a commit, each with NUL behind it: a name and a title have any other character. */
const format = '%H%x00%P%x00%aN%x00%cI%x00%s%x00'
/** Of a person. A package with its version, `@babel/core@7.2.1`, is not meant. */
const address = /[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}/gi

/**
 * `head`: the commit that is built. `previous`: the same of the release before, as the store knows it. Throws
 * GitError: a clone without the commits that are needed.
 */
export async function readHistory(folder: string, head: string, previous: string | null): Promise<History> {
  const base = await findBase(folder, previous)
  const end = base ?? (await oldestOf(folder))
  const range = end === null ? head : `${end}..${head}`
  await requireComplete(folder, range)
  const all = parseLog(await readLog(folder, range))
  const commits = all.filter(({ files, isMerge }) => !isMerge || files.length > 0)
  const isCut = all.length === logLimit || commits.length > commitLimit
  return { head, base, range, commits: commits.slice(0, commitLimit), isCut }
}

const logOptions = ['-z', '--topo-order', '-c', '--name-status']
const limits = [`--format=${format}`, `--max-count=${logLimit}`, '--no-ext-diff', '--no-textconv']

/** A clone with a filter has no contents of older files, so that git cannot find renamed ones. */
function readLog(folder: string, range: string): Promise<string> {
  const read = (renames: string) => git(folder, 'log', ...logOptions, renames, ...limits, range)
  return read('-M').catch((error: unknown) =>
    read('--no-renames').catch(() => Promise.reject(error as Error)),
  )
}

/** The commit of the release before, if this clone has it; else the tag before the built commit. */
async function findBase(folder: string, previous: string | null): Promise<string | null> {
  const has = (name: string) => gitSucceeds(folder, 'cat-file', '-e', `${name}^{commit}`)
  if (previous !== null && isHash(previous) && (await has(previous))) return previous
  const tag = await git(folder, 'describe', '--tags', '--abbrev=0', 'HEAD^').catch(() => '')
  if (tag.trim() === '') return null
  return (await git(folder, 'rev-parse', '--verify', `refs/tags/${tag.trim()}^{commit}`)).trim()
}

/** Where a history without a release before begins; null: it is short, and is sent from its beginning. */
async function oldestOf(folder: string): Promise<string | null> {
  const list = await git(folder, 'rev-list', `--max-count=${unknownBaseLimit + 1}`, 'HEAD')
  return list.trim().split('\n')[unknownBaseLimit] ?? null
}

/**
 * In a shallow clone the oldest commits have no parents, so that each seems to have added all files. Throws
 * GitError if the range has one of them.
 */
async function requireComplete(folder: string, range: string): Promise<void> {
  if ((await git(folder, 'rev-parse', '--is-shallow-repository')).trim() !== 'true') return
  const path = resolve(folder, (await git(folder, 'rev-parse', '--git-path', 'shallow')).trim())
  const ends = new Set(readFileSync(path, 'utf8').trim().split('\n'))
  const hashes = (await git(folder, 'rev-list', range)).trim().split('\n')
  if (hashes.some((hash) => ends.has(hash)))
    throw new GitError(
      'the clone is shallow and ends after the release before: clone all of it (fetch-depth: 0)',
    )
}

/** Files have their names in the built commit: later commits may have renamed them. */
function parseLog(log: string): LoggedCommit[] {
  const names = new Map<string, string>()
  const items = log.split('\0')
  const commits: LoggedCommit[] = []
  for (let at = 0; at < items.length;) {
    const [hash = '', parents = '', author = '', instant = '', subject = ''] = items.slice(at, at + 5)
    if (!isHash(hash)) {
      at++
      continue
    }
    const { paths, end } = parseFiles(items, at + 5, names)
    const files = [...paths].slice(0, fileLimit).map((path): ChangedFile => ({ path, lines: [] }))
    const isMerge = parents.includes(' ')
    commits.push({ ...describe({ hash, author, at: instant, subject }), files, isMerge })
    at = end
  }
  return commits
}

/**
 * From the item `start` on, up to the next commit: `M`, a path; `R100`, the old path, the new path; of a
 * merge one letter for each parent, a path. `names` has what later commits have renamed.
 */
function parseFiles(items: string[], start: number, names: Map<string, string>) {
  const paths = new Set<string>()
  let end = start
  // The first one may have a line end in front of it, and in front of the next commit may be an empty item.
  for (; end + 1 < items.length && !isHash(items[end]!);) {
    const status = items[end]!.trim()
    if (status === '') {
      end++
      continue
    }
    const before = items[end + 1]!
    const path = /^[RC]\d/.test(status) ? items[end + 2]! : before
    end += path === before ? 2 : 3
    const current = names.get(path) ?? path
    if (status.startsWith('R')) names.set(before, current)
    if (current.length <= pathLimit) paths.add(current)
  }
  return { paths, end }
}

type Description = Pick<Commit, 'hash' | 'author' | 'at' | 'subject'>

function describe({ hash, author, at, subject }: Description): Description {
  return {
    hash,
    author: cut(author.replace(/(?<=[^\s(])@.*/, ''), nameLimit),
    at: toInstant(at),
    subject: cut(subject.replace(address, '…'), subjectLimit),
  }
}

/** Commits that other programs have written may have no time, or a wrong one. */
function toInstant(text: string): string {
  const time = new Date(text)
  return (Number.isNaN(time.getTime()) ? new Date(0) : time).toISOString()
}

function cut(text: string, limit: number): string {
  const trimmed = text.trim()
  return trimmed.length > limit ? `${trimmed.slice(0, limit - 1)}…` : trimmed
}
