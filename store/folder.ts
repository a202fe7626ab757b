// Folders that the store writes to.
import { accessSync, constants, mkdirSync } from 'node:fs'
import { StartupError } from '../settings/startup-error.ts'

/** Creates the folder if there is none. Throws a `StartupError` where this user cannot write to it. */
export function makeWritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    throw new StartupError(
      `The store cannot write to ${folder} (${code}): ` +
        'set DATA_DIR to a folder that this user may write to, or change its owner.',
    )
  }
}
