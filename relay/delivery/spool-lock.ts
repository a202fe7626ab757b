// Reserves spool folders for this process: two relays in one folder would delete each other's envelopes.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { type Server, createServer } from 'node:net'
import { StartupError } from '../../server/startup-error.ts'

type SpoolLock = { directories: string[]; release: () => void }

/** Throws a `StartupError` when another relay uses `own`. Leaves out orphaned spools that are in use. */
export async function lockSpools(own: string, orphaned: string[]): Promise<SpoolLock> {
  const locks = await Promise.all([own, ...orphaned].map(lockFolder))
  const directories = [own, ...orphaned].filter((_, index) => locks[index] !== 'in use')
  if (locks[0] !== 'in use') return { directories, release }
  release()
  throw new StartupError(
    `Another relay uses the spool ${own}: stop it, or set DATA_DIR to another folder for this one.`,
  )

  function release(): void {
    for (const lock of locks) if (lock !== 'in use') lock?.close()
  }
}

/** A socket without a file: Linux closes it with the process, even after kill -9. Elsewhere: no lock. */
async function lockFolder(directory: string): Promise<Server | undefined | 'in use'> {
  if (process.platform !== 'linux') return undefined
  const name = createHash('sha256').update(realpathSync(directory)).digest('hex')
  const server = createServer().listen(`\0errata-spool-${name}`).unref()
  try {
    await once(server, 'listening')
    return server
  } catch {
    return 'in use'
  }
}
