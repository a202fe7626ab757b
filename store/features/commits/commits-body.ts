// The commits that a build sends, read from JSON. Each function throws a 400 that names the member.
import type { ChangedFile, CodeOwners, CommitsUpload, ReleaseCommit } from '../../../contract/commits.ts'
import { HttpError } from '../../../server/http-error.ts'
import { isObject, parseJson } from '../../../server/json.ts'

export const MAX_BYTES = 1024 * 1024
const MAX_COMMITS = 500
/** Of one commit. */
const MAX_FILES = 1_000
/** Of one file. */
const MAX_RANGES = 5_000
const MAX_LINE = 10_000_000
/** Characters of CODEOWNERS, as builds send it. Each path is compared with all of its rules. */
const MAX_OWNERS_TEXT = 256 * 1024
/** Names of folders in all lists: a build sends no more. */
const MAX_FOLDERS = 2_000
/** Bytes, as file systems have it. */
const MAX_FOLDER_NAME = 255
/** Characters of a name, a title or a path. A longer text is no mistake of the sender: it is cut. */
const MAX_TEXT = 1_000

const HASH = /^[\da-f]{7,64}$/
/** Also in names and titles, wherever they come from. */
const ADDRESS = /[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}/gi

export type ParsedUpload = Omit<Required<CommitsUpload>, 'base' | 'missing'> & {
  base: string
  missing: string
}

export function parseUpload(bytes: Buffer): ParsedUpload {
  if (bytes.length > MAX_BYTES)
    throw new HttpError(413, `The commits of a release must not be larger than ${MAX_BYTES} bytes, unpacked.`)
  const body = parseJson(bytes.toString())
  if (!isObject(body)) throw new HttpError(400, 'The body must be a JSON object.')
  const {
    head,
    base = null,
    commits,
    owners = null,
    repo = '',
    root = '',
    folders = [],
    missing = null,
  } = body
  if (!isHash(head)) throw new HttpError(400, 'head must be the hash of a commit.')
  if (base !== null && !isHash(base)) throw new HttpError(400, 'base must be null or the hash of a commit.')
  if (!Array.isArray(commits) || commits.length > MAX_COMMITS)
    throw new HttpError(400, `commits must be a list of at most ${MAX_COMMITS} commits.`)
  return {
    head,
    base: base ?? '',
    root: lineOf(root, 'root').replaceAll(/^\/+|\/+$/g, ''),
    folders: parseFolders(folders),
    repo: repositoryOf(repo),
    commits: commits.map(parseCommit),
    owners: owners === null ? null : parseOwners(owners),
    missing: missing === null ? '' : lineOf(missing, 'missing'),
  }
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && HASH.test(value)
}

function repositoryOf(value: unknown): string {
  if (value === '') return ''
  const url = typeof value === 'string' && /^https?:\/\//.test(value) ? URL.parse(value) : null
  if (!url) throw new HttpError(400, 'repo must be the URL of a repository: https://host/owner/name.')
  // Every reader of the console sees the link.
  url.username = url.password = ''
  return url.href
}

function parseCommit(value: unknown, at: number): ReleaseCommit {
  const name = `commits[${at}]`
  if (!isObject(value)) throw new HttpError(400, `${name} must be a commit.`)
  const { hash, author, at: instant, subject, files } = value
  if (!isHash(hash)) throw new HttpError(400, `${name}.hash must be the hash of a commit.`)
  const time = new Date(typeof instant === 'string' ? instant : Number.NaN)
  if (Number.isNaN(time.getTime())) throw new HttpError(400, `${name}.at must be an instant, as RFC 3339.`)
  if (!Array.isArray(files) || files.length > MAX_FILES)
    throw new HttpError(400, `${name}.files must be a list of at most ${MAX_FILES} files.`)
  return {
    hash,
    author: lineOf(author, `${name}.author`).replaceAll(ADDRESS, '…'),
    at: time.toISOString(),
    subject: lineOf(subject, `${name}.subject`).replaceAll(ADDRESS, '…'),
    files: files.map((file) => parseFile(file, name)),
  }
}

function parseFile(value: unknown, commit: string): ChangedFile {
  const { path, lines } = isObject(value) ? value : {}
  if (typeof path !== 'string' || path === '' || path.length > MAX_TEXT)
    throw new HttpError(400, `${commit}.files: a path must be a text of 1 to ${MAX_TEXT} characters.`)
  if (!Array.isArray(lines) || lines.length > MAX_RANGES || !lines.every(isRange))
    throw new HttpError(400, `${commit}.files: lines must be a list of ranges, such as [[12, 30]].`)
  return { path: path.toWellFormed(), lines }
}

function isRange(value: unknown): value is number[] {
  if (!Array.isArray(value) || value.length !== 2) return false
  const [from, to] = value as unknown[]
  return (
    Number.isInteger(from) &&
    Number.isInteger(to) &&
    0 < Number(from) &&
    from! <= to! &&
    Number(to) <= MAX_LINE
  )
}

function parseFolders(value: unknown): string[][] {
  const lists = Array.isArray(value) ? (value as unknown[]) : null
  const names = lists?.flat() ?? []
  const isMany = Math.max(lists?.length ?? 0, names.length) > MAX_FOLDERS
  if (!lists?.every(Array.isArray) || isMany || !names.every(isFolderName))
    throw new HttpError(
      400,
      `folders must be lists of names, such as [["src"], ["shop"], ["apps"]], of at most ${MAX_FOLDERS} ` +
        `names in all; a name has 1 to ${MAX_FOLDER_NAME} bytes.`,
    )
  return (lists as string[][]).map((list) => list.map((name) => name.toWellFormed()))
}

function isFolderName(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= MAX_FOLDER_NAME
}

function parseOwners(value: unknown): CodeOwners {
  const { path, text } = isObject(value) ? value : {}
  if (typeof path !== 'string' || path === '' || typeof text !== 'string')
    throw new HttpError(400, 'owners must be null or { path, text } of CODEOWNERS.')
  if (text.length > MAX_OWNERS_TEXT)
    throw new HttpError(400, `owners.text must not be longer than ${MAX_OWNERS_TEXT} characters.`)
  return { path: lineOf(path, 'owners.path'), text: text.toWellFormed() }
}

/** On one line, cut. */
function lineOf(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new HttpError(400, `${name} must be a text.`)
  return value
    .slice(0, MAX_TEXT)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}
