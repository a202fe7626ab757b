// A command of the store as a process.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Result = { code: number; output: string }

/** `file`: below `store`. `maxFileKib`: the largest file that it may write. */
export async function runCommand(
  file: string,
  args: string[],
  env: Record<string, string>,
  maxFileKib?: number,
): Promise<Result> {
  // sh counts blocks of 512 bytes.
  const limit = maxFileKib === undefined ? '' : `ulimit -f ${2 * maxFileKib};`
  const command = [process.execPath, join(import.meta.dirname, '..', file), ...args]
  try {
    const { stdout, stderr } = await run('sh', ['-c', `${limit} exec "$0" "$@"`, ...command], {
      env: { PATH: process.env['PATH'] ?? '', ...env },
    })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: stdout + stderr }
  }
}
