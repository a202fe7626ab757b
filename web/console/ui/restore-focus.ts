// Gives the focus to a control when the one that had it is gone.

/** Frames in which an action changes the screen. */
const FRAMES = 30

/** The focus goes to the element with this id as soon as nothing has it. */
export function restoreFocus(id: string, frames = FRAMES): void {
  if (document.activeElement === document.body) document.getElementById(id)?.focus()
  if (frames > 0) requestAnimationFrame(() => restoreFocus(id, frames - 1))
}
