// A git repository with a build in the folder `web`, whose commits are uploaded to a server. For tests.

import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { mapToken, startMapServer } from './map-server.ts'

const execute = promisify(execFile)
const cli = join(import.meta.dirname, '../build/cli.ts')
export const map = '{"version":3,"sources":[],"names":[],"mappings":""}'
export const address = 'lena@shop.example'

type UploadOptions = { args?: string[]; env?: NodeJS.ProcessEnv; cwd?: string }

/** Of the test file that calls it: each test has a folder of its own. */
export function repositoryOfFile() {
  let server: Awaited<ReturnType<typeof startMapServer>>
  let folder: string
  beforeAll(async () => {
    server = await startMapServer()
  })
  afterAll(() => void server.close())
  beforeEach(() => {
    server.clear()
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'errata-commits-')))
    write({ 'web/dist/a.js': 'a()', 'web/dist/a.js.map': map })
    return () => rmSync(folder, { recursive: true, force: true })
  })

  function write(files: Record<string, string>): void {
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), content)
    }
  }

  /** Returns the hash. */
  function commit(subject: string, files: Record<string, string> = {}): string {
    write(files)
    git('add', '-A')
    git('-c', 'commit.gpgsign=false', 'commit', '-q', '--allow-empty', '-m', subject)
    return git('rev-parse', 'HEAD')
  }

  function git(...args: string[]): string {
    const names = ['AUTHOR', 'COMMITTER'].flatMap((role) => [
      [`GIT_${role}_NAME`, 'Lena Marek'],
      [`GIT_${role}_EMAIL`, address],
    ])
    const env = { ...process.env, ...(Object.fromEntries(names) as Record<string, string>) }
    return execFileSync('git', args, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' }).trim()
  }

  /** The lines of the output about commits. */
  async function upload(
    release: string,
    { args = [], env = {}, cwd = join(folder, 'web') }: UploadOptions = {},
  ) {
    const all = ['upload', 'dist', '--service', 'shop', '--release', release, '--url', server.url, ...args]
    const variables = { ...process.env, ERRATA_TOKEN: mapToken, ...env }
    const { stdout, stderr } = await execute(process.execPath, [cli, ...all], { cwd, env: variables })
    expect(stderr).toBe('')
    return stdout.split('\n').filter((line) => /commit/.test(line))
  }

  return {
    get server() {
      return server
    },
    get folder() {
      return folder
    },
    write,
    commit,
    git,
    upload,
  }
}
