/** Adds an event listener. Returns a function that removes it. */
export function listen(
  target: EventTarget,
  type: string,
  listener: (event: never) => void,
  capture = false,
): () => void {
  target.addEventListener(type, listener as EventListener, capture)
  return () => target.removeEventListener(type, listener as EventListener, capture)
}
