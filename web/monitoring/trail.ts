// What leads up to an error: clicks as selectors. Never a text that was shown or a value that was typed.

/** Returns how to stop. */
export function followTrail(add: (kind: string, text: string) => void): () => void {
  const clicked = (event: Event) => {
    if (event.target instanceof Element) add('click', selectorOf(event.target))
  }
  addEventListener('click', clicked, true)
  return () => removeEventListener('click', clicked, true)
}

/** The pressed control rather than the icon in it: `button#buy.primary`. */
function selectorOf(target: Element): string {
  const control = target.closest('button,a,input,select,label,[role]') ?? target
  return (
    control.localName +
    (control.id && `#${control.id}`) +
    [...control.classList].map((name) => `.${name}`).join('')
  )
}
