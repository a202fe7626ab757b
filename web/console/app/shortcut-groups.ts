// The groups of shortcuts, in the palette and in the help.
import type { Shortcut } from './shortcuts.ts'

export type ShortcutGroup = 'Act' | 'Move' | 'Go'

/** They move the focus, or what is shown. */
const MOVE_KEYS = new Set(['j', 'k', 'h', 'l', '[', ']', '0', 'Enter', 'Escape'])
/** They open another screen, or what has the focus for a search. */
const GO_KEYS = new Set(['d', 'S', '/', '?', 'Ctrl K'])

export function groupOf({ keys, repeats }: Shortcut): ShortcutGroup {
  if (keys.startsWith('g ') || GO_KEYS.has(keys)) return 'Go'
  return repeats || MOVE_KEYS.has(keys) ? 'Move' : 'Act'
}
