// Commits of a release: what its build sends, and `/api/releases/commits`. Types only. Texts are untrusted.

/**
 * `path`: as it is called in the built commit. `lines`: first and last line of each part that the commit
 * wrote, numbered as in the built commit.
 */
export type ChangedFile = { path: string; lines: number[][] }

/** `at`: when it was committed. `subject`: its first line. */
export type ReleaseCommit = {
  hash: string
  author: string
  at: string
  subject: string
  files: ChangedFile[]
}

/** `path`: where it is in the repository. */
export type CodeOwners = { path: string; text: string }

/**
 * `head`: the commit that was built. `base`: the same of the release before; null: not known. `root`: the
 * folder of the project in the repository. `folders`: names of the folders in `root`, then in each folder
 * above it up to the root of the repository; a file is in the nearest of these that has its first name.
 * `repo`: the address of the repository. `commits`: the newest first. `missing`: why no commit was sent, as a
 * clause.
 */
export type CommitsUpload = {
  head: string
  base?: string | null
  root?: string
  folders?: string[][]
  repo?: string
  commits: ReleaseCommit[]
  owners?: CodeOwners | null
  missing?: string | null
}

/** A release that has sent its commits. */
export type BuiltRelease = { release: string; head: string }

/** `url`: its page at the host of the repository; null: not known. */
export type ListedCommit = ReleaseCommit & { url: string | null }

/**
 * `head` null: the build of the release has sent no commits. `before`: the release that was uploaded before
 * this one, or, where this one is not stored, the latest; null: nothing was. `owners`: the path of
 * CODEOWNERS.
 */
export type ReleaseCommitsAnswer = {
  service: string
  release: string
  head: string | null
  base: string | null
  missing: string | null
  commits: ListedCommit[]
  owners: string | null
  before: BuiltRelease | null
}

/** `line`: it wrote the line of a frame. `file`: it changed the file of one. `range`: neither. */
export type Evidence = 'line' | 'file' | 'range'

/** A commit that may have caused an issue: of the first release that has it, and not of the one before. */
export type Suspect = {
  commit: string
  author: string
  at: string
  subject: string
  url: string | null
  evidence: Evidence
}

/** Where a suspect has changed the stack. `frame`: the line of the frame, if it has one. */
export type SuspectPlace = { commit: string; file: string; frame: number | null; lines: number[][] }

/**
 * The commits of the first release that has an issue. `before`: the release before, which does not have it;
 * null: not known. `commits`, `authors`: how many. `missing`: why its build sent no commits.
 */
export type ReleaseOfIssue = {
  release: string
  before: string | null
  commits: number
  authors: number
  places: SuspectPlace[]
  missing: string | null
}
