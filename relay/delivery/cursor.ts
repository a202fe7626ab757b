// The file `cursor` of a spool: the number of the first record that was not delivered. It is not synced:
// after a power failure an older cursor sends some envelopes twice, and the store counts them once.
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'

const NAME = 'cursor'

/** `undefined`: there is no cursor. `'damaged'`: its checksum is wrong. Rejects when it cannot be read. */
export async function readCursor(directory: string): Promise<number | 'damaged' | undefined> {
  let text: string
  try {
    text = await readFile(path.join(directory, NAME), 'latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const number = Number.parseInt(text, 10)
  return text === format(number) ? number : 'damaged'
}

/** Replaced in one step by a rename: a reader finds the old number or the new one. */
export async function writeCursor(directory: string, number: number): Promise<void> {
  const file = path.join(directory, NAME)
  await writeFile(`${file}.new`, format(number))
  await rename(`${file}.new`, file)
}

export async function deleteCursor(directory: string): Promise<void> {
  await rm(path.join(directory, NAME), { force: true })
}

function format(number: number): string {
  return `${number} ${crc32(String(number)).toString(16)}\n`
}
