// The keys of a shortcut as the screen shows them.

/** `g i` as two keys, `Escape` as `esc`. */
export function KeyCaps({ keys }: { keys: string }) {
  return keys.split(' ').map((key) => <kbd key={key}>{key === 'Escape' ? 'esc' : key}</kbd>)
}
