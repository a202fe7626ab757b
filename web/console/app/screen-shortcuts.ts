// The shortcuts of the screen that is shown: the palette lists them, and it lives outside of the screen.
import type { Shortcut } from './shortcuts.ts'

let current: Shortcut[] = []

/** Called at each render of the screen: a shortcut applies to the element that has the focus. */
export function publishShortcuts(shortcuts: Shortcut[]): void {
  current = shortcuts
}

export function screenShortcuts(): Shortcut[] {
  return current
}
