// Which other process has the engine's folder open. The engine would say so itself, but in its own words and beside ours.
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** The process's id; null where there is none, or where the system does not tell. */
export function holderOf(folder: string): number | null {
  try {
    const status = join(realpathSync(folder), 'status')
    // The engine writes its process into the file that it locks. After a crash the number may be another's: so its open files decide.
    const id = Number(/^PID: (\d+)/m.exec(readFileSync(status, 'utf8'))?.[1])
    const files = readdirSync(`/proc/${id}/fd`)
    return id !== process.pid && files.some((file) => linkOf(`/proc/${id}/fd/${file}`) === status) ? id : null
  } catch {
    return null
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    // Closed meanwhile.
    return ''
  }
}
