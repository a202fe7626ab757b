// Breadcrumbs of clicks, as selectors: no text of the page and no value of an input.

import { listen } from './listen.ts'

/** Returns how to stop. */
export function watchClicks(add: (kind: string, text: string) => void): () => void {
  return listen(
    globalThis,
    'click',
    ({ target }: Event) => {
      if (target instanceof Element) add('click', selectorOf(target))
    },
    true,
  )
}

/** The control rather than the icon in it: `button#buy.primary`. */
function selectorOf(target: Element): string {
  const control = target.closest('button,a,input,select,label,[role]') ?? target
  const id = control.id && `#${control.id}`
  return control.localName + id + [...control.classList].map((name) => `.${name}`).join('')
}
