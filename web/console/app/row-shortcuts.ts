// The shortcuts of lists.
import type { Shortcut } from './shortcuts.ts'

/** For a list with a current row. */
export function rowShortcuts(move: (by: number) => void): Shortcut[] {
  return [
    { keys: 'j', label: 'next', run: () => move(1), repeats: true },
    { keys: 'k', label: 'previous', run: () => move(-1), repeats: true },
  ]
}
