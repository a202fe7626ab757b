// Code that a screen can do without is requested after the first one, so that its list is there early.

let end: () => void

/** Resolves when the first screen shows its data; before that at the first key or press, or after 2 s. */
export const firstScreen = new Promise<void>((resolve) => {
  end = resolve
})

/** Called again, it does nothing. */
export function endFirstScreen(): void {
  end()
}
