// Backup and restore as processes, and what a test compares before and after them.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { EventsAnswer } from '../../contract/issues.ts'
import type { SharedStore } from './suite.ts'

const run = promisify(execFile)
const command = join(import.meta.dirname, '..', 'backup.ts')

/** Returns exit code and output of the command. `maxFileKib`: the largest file that it may write. */
export async function runCommand(
  name: 'backup' | 'restore',
  folder: string,
  env: Record<string, string>,
  maxFileKib?: number,
): Promise<{ code: number; output: string }> {
  // sh counts blocks of 512 bytes.
  const limit = maxFileKib === undefined ? '' : `ulimit -f ${2 * maxFileKib};`
  const script = `${limit} exec "$0" "$@"`
  try {
    const { stdout, stderr } = await run('sh', ['-c', script, process.execPath, command, name, folder], {
      env: { PATH: process.env['PATH'] ?? '', ...env },
    })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: stdout + stderr }
  }
}

export function portOf(store: SharedStore): string {
  return new URL(store.url).port
}

/** The digests of all events of an issue, from all pages. */
export async function digestsOf(store: SharedStore, id: string): Promise<string[]> {
  const pages = await store.readPages<EventsAnswer>(`/api/issues/${id}/events?limit=100`)
  return pages.flatMap(({ events }) => events.map(({ digest }) => digest))
}
