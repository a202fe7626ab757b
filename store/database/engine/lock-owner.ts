// Which other process has the engine's folder open. The engine would say so too, in a message of many lines.
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** The id of the process; null where there is none, or where the system does not say. */
export function lockOwnerOf(folder: string): number | null {
  try {
    const status = join(realpathSync(folder), 'status')
    // The engine writes its process id into the file that it locks. After a crash another process may have
    // that id, so the open files of that process decide.
    const id = Number(/^PID: (\d+)/m.exec(readFileSync(status, 'utf8'))?.[1])
    const files = readdirSync(`/proc/${id}/fd`)
    return id !== process.pid && files.some((file) => linkTarget(`/proc/${id}/fd/${file}`) === status)
      ? id
      : null
  } catch {
    return null
  }
}

function linkTarget(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    // Closed meanwhile.
    return ''
  }
}
