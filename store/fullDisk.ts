// Whether an error says that a disk is full, however it is said: by the engine before it writes or as it does, or by the system.
import { engineCode } from './receive/insert.ts'

/** The engine's code for a disk without room: it asks before it writes. */
const NOT_ENOUGH_SPACE = 243

export function isDiskFull(error: unknown): boolean {
  if (engineCode(error) === NOT_ENOUGH_SPACE) return true
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' || /No space left|quota exceeded/i.test(message)
}
