// What leads up to an error: clicks as selectors, navigation. Never a text that was shown or a value that was typed.

/** Returns how to stop. */
export function followTrail(add: (kind: string, text: string) => void): () => void {
  let path = location.pathname
  const clicked = (event: Event) => {
    if (event.target instanceof Element) add('click', selectorOf(event.target))
  }
  const navigated = () => {
    if (path !== location.pathname) add('navigation', `${path} → ${(path = location.pathname)}`)
  }
  // Without the Navigation API there is only popstate: history's own functions are the application's and stay unwrapped.
  const navigation = (globalThis as { navigation?: EventTarget }).navigation
  addEventListener('click', clicked, true)
  addEventListener('popstate', navigated)
  navigation?.addEventListener('currententrychange', navigated)
  return () => {
    removeEventListener('click', clicked, true)
    removeEventListener('popstate', navigated)
    navigation?.removeEventListener('currententrychange', navigated)
  }
}

/** The pressed control rather than the icon in it: `button#buy.primary`. */
function selectorOf(target: Element): string {
  const control = target.closest('button,a,input,select,label,[role]') ?? target
  return control.localName + (control.id && `#${control.id}`) + [...control.classList].map((name) => `.${name}`).join('')
}
