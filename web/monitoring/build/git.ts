// Runs git in the folder of a build, and says in one sentence why it cannot.

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'

/** The message is a clause for the output of a build: "git is not installed". */
export class GitError extends Error {}

/** Output of one command: the log of 1,000 commits with long lists of files. */
const outputLimit = 64 * 1024 * 1024
/** A hash as a command may have it: nothing else of an answer reaches the command line. */
const hashPattern = /^[\da-f]{7,64}$/

/** Settings of the user or of the system do not change the output. */
const settings = ['core.quotepath=off', 'log.showSignature=false', 'log.showRoot=true', 'diff.renames=true']
const options = settings.flatMap((setting) => ['-c', setting])
/** A clone without contents does not load them, and nobody is asked for a password. */
const variables = { LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0' }

export function isHash(text: string): boolean {
  return hashPattern.test(text)
}

/** Resolves to the output. Throws GitError. */
export function git(folder: string, ...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = { cwd: folder, maxBuffer: outputLimit, env: { ...process.env, ...variables } }
    execFile('git', [...options, ...args], child, (error, stdout, stderr) => {
      if (error) reject(new GitError(reasonOf(error, stderr, folder)))
      else resolve(stdout)
    })
  })
}

/** Whether a command ends without an error. */
export function gitSucceeds(folder: string, ...args: string[]): Promise<boolean> {
  return git(folder, ...args).then(
    () => true,
    () => false,
  )
}

function reasonOf(error: { code?: unknown }, stderr: string, folder: string): string {
  if (error.code === 'ENOENT') return existsSync(folder) ? 'git is not installed' : `${folder} does not exist`
  if (/not a git repository/i.test(stderr)) return `${folder} is not in a git repository`
  if (
    /does not have any commits|bad default revision|Needed a single revision|ambiguous argument 'HEAD'/i.test(
      stderr,
    )
  )
    return 'the git repository has no commits'
  const [line = ''] = stderr.trim().split('\n')
  return `git failed: ${line.replace(/^(?:fatal|error): /, '') || String(error.code)}`
}
