// Folders that the store writes to.
import { accessSync, constants, mkdirSync } from 'node:fs'
import { Unstartable } from './unstartable.ts'

export function makeWritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Unstartable(
      `The store cannot write to ${folder} (${(error as NodeJS.ErrnoException).code ?? 'unknown'}): set DATA_DIR to a folder that this user may write to, or change its owner.`,
    )
  }
}
