// Sends the commits since the release before, and CODEOWNERS, to the store. Nothing that goes wrong here ends
// a build: the line for its output says what is missing.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import {
  detailOf,
  repositoryUrl,
  request,
  servicesOf,
  type Parameter,
  type UploadTarget,
} from './map-client.ts'
import { withChangedLines } from './changed-lines.ts'
import { git, GitError } from './git.ts'
import { commitLimit, readHistory, type Commit, type History } from './commit-history.ts'

const compress = promisify(gzip)

/** Bytes of the JSON: the server's limit. Older commits that do not fit are left out. */
const sizeLimit = 1024 * 1024
/** For the other members. */
const headLimit = 1024
/** Bytes of the lines of a commit: of one that renames a name everywhere, only the files are sent. */
const linesLimit = 128 * 1024
/** Parts of a file: the server's limit. */
const rangeLimit = 5000

/** CODEOWNERS, where hosts of repositories look for it; the first one counts. */
const ownersFiles = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS']
/** Characters; a longer file is left out. */
const ownersLimit = 256 * 1024
/** An owner may be named by an address, which is not sent: its first part is. */
const address = /(?<=\s)([\w.+-]+)@(?:[\w-]+\.)+[\w-]+(?=\s|$)/g

/** Names of folders, and bytes of a name: the server's limits. */
const folderLimit = 2000
const folderNameLimit = 255

/** `path`: in the repository. */
type CodeOwners = { path: string; text: string }

/** The release before, as the store knows it. */
type Before = { release: string; head: string }

/**
 * `root`: the project's folder in the repository. `folders`: names of folders there, then of each one above
 * it. `missing`: why there are no commits.
 */
type Upload = {
  head: string
  base: string | null
  root: string
  folders: string[][]
  repo: string
  commits: Commit[]
  owners: CodeOwners | null
  missing: string | null
}

/** `line`: for the output of the build. `isProblem`: no commits were sent. */
export type CommitsResult = { line: string; isProblem: boolean }

/** `folder`: of the project. Never rejects. */
export async function uploadCommits(target: UploadTarget, folder: string): Promise<CommitsResult> {
  try {
    if (!target.release) throw new GitError('set a release')
    const root = (await git(folder, 'rev-parse', '--show-toplevel')).trim()
    const prefix = (await git(folder, 'rev-parse', '--show-prefix')).trim()
    const head = (await git(folder, 'rev-parse', '--verify', 'HEAD^{commit}')).trim()
    const before = await readBefore(target)
    const owners = readCodeOwners(root)
    const project = prefix.replace(/\/$/, '')
    const folders = await readFolders(root, head, project)
    const build = { head, owners, root: project, folders, repo: repositoryUrl(target.repo ?? '') }
    const history = await readHistory(root, head, before?.head ?? null).catch(gitErrorOf)
    if (history instanceof GitError) {
      // The next build begins at this commit.
      await send(target, { ...build, base: null, commits: [], missing: history.message })
      throw history
    }
    const commits = await withChangedLines(root, history)
    const sent = fitting(commits.map(withoutManyLines), sizeLimit - headLimit - lengthOf([owners, folders]))
    await send(target, { ...build, base: history.base, commits: sent, missing: null })
    return { line: summary(history, { before, commits, sent, owners }), isProblem: false }
  } catch (error) {
    return { line: `Errata: no commits sent: ${(error as Error).message}`, isProblem: true }
  }
}

function gitErrorOf(error: unknown): GitError {
  if (error instanceof GitError) return error
  throw error
}

/** Null: it is the first release with commits. */
async function readBefore(target: UploadTarget): Promise<Before | null> {
  const [service = ''] = servicesOf(target)
  const query: Parameter[] = [
    ['service', service],
    ['release', target.release ?? ''],
  ]
  const response = await request(target, { method: 'GET', path: '/api/releases/commits', query })
  const text = await response.text()
  if (!response.ok) throw new GitError(refusal(target, response, text))
  return (JSON.parse(text) as { before: Before | null }).before
}

async function send(target: UploadTarget, upload: Upload): Promise<void> {
  const services = servicesOf(target).map((service): Parameter => ['service', service])
  const query: Parameter[] = [...services, ['release', target.release ?? '']]
  const body = await compress(JSON.stringify(upload))
  const response = await request(target, { method: 'PUT', path: '/api/commits', query, body })
  if (!response.ok) throw new GitError(refusal(target, response, await response.text()))
}

function refusal({ token }: UploadTarget, { status, statusText }: Response, text: string): string {
  if (status === 401 || (status === 403 && !token))
    return `the server rejects ${token ? 'the token' : 'requests without a token'} (${status})`
  return `the server answers ${status} ${detailOf(text) || statusText}`
}

function withoutManyLines(commit: Commit): Commit {
  const isLarge = lengthOf(commit.files.map(({ lines }) => lines)) > linesLimit
  const files = commit.files.map(({ path, lines }) => ({
    path,
    lines: isLarge || lines.length > rangeLimit ? [] : lines,
  }))
  return { ...commit, files }
}

/** The newest commits, as far as there is space. */
function fitting(commits: Commit[], bytes: number): Commit[] {
  let left = bytes
  const end = commits.findIndex((commit) => {
    left -= lengthOf(commit) + 1
    return left < 0
  })
  return end < 0 ? commits : commits.slice(0, end)
}

function lengthOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

type Summary = { before: Before | null; commits: Commit[]; sent: Commit[]; owners: CodeOwners | null }

function summary({ base, isCut }: History, { before, commits, sent, owners }: Summary): string {
  const count = `${sent.length} commit${sent.length === 1 ? '' : 's'}`
  const more = isCut ? `, of more than ${commitLimit}` : ''
  const all = sent.length < commits.length ? `, of ${commits.length}, which are too large` : more
  const ownersText = owners ? ` and ${owners.path}` : ''
  return `Errata: ${count}${ownersText} sent${all}${rangeText(base, before)}`
}

/** Since when the commits are. */
function rangeText(base: string | null, before: Before | null): string {
  if (before && base === before.head) return `, since ${before.release}`
  const reason = before ? `: ${before.head.slice(0, 7)} of ${before.release} is not in this clone` : ''
  return `, since ${base === null ? 'the beginning, or the latest 100' : `the tag before`}${reason}`
}

/** Null: the repository does not have it. */
function readCodeOwners(root: string): CodeOwners | null {
  for (const path of ownersFiles) {
    try {
      const text = readFileSync(join(root, path), 'utf8')
      if (text.length > ownersLimit) return null
      return { path, text: text.replace(address, '$1') }
    } catch {
      // It is not there.
    }
  }
  return null
}

/**
 * The names of the folders in the folder `project`, then in each one above it up to the root of the
 * repository: a source map names a file of another package from one of them. The first one with too many ends
 * the list, since a name is looked for in the order of the list.
 */
async function readFolders(root: string, commit: string, project: string): Promise<string[][]> {
  const parts = project === '' ? [] : project.split('/')
  const folders: string[][] = []
  for (let length = parts.length; length >= 0; length--) {
    const tree = `${commit}:${parts.slice(0, length).join('/')}`
    // A clone without contents may have no list, and a new project is in no commit.
    const output = await git(root, 'ls-tree', '-d', '--name-only', '-z', tree).catch(() => null)
    if (output === null) break
    folders.push(output.split('\0').filter(isFolderName))
    if (folders.flat().length > folderLimit) return folders.slice(0, -1)
  }
  return folders
}

function isFolderName(text: string): boolean {
  return text !== '' && Buffer.byteLength(text) <= folderNameLimit
}
