/** `g i` as two keys, `Escape` as the word on it. */
export function Presses({ press }: { press: string }) {
  return press.split(' ').map((key) => <kbd key={key}>{key.toLowerCase() === 'escape' ? 'esc' : key}</kbd>)
}
