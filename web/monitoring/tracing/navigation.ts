// Navigations of a single-page application: the path changes without a page load. Query and fragment do not
// count, because applications use them for filters and anchors.

import { listen } from '../listen.ts'

/** Calls `navigated` for each change of the path. Returns a function that stops it. */
export function watchNavigation(navigated: (from: string, to: string) => void): () => void {
  let path = location.pathname
  const check = () => {
    if (path !== location.pathname) navigated(path, (path = location.pathname))
  }
  const { navigation } = globalThis as { navigation?: EventTarget }
  const stops = [
    listen(globalThis, 'popstate', check),
    // With the Navigation API the functions of `history` need no wrapper.
    ...(navigation
      ? [listen(navigation, 'currententrychange', check)]
      : [wrapHistory('pushState', check), wrapHistory('replaceState', check)]),
  ]
  return () => stops.forEach((stop) => stop())
}

function wrapHistory(name: 'pushState' | 'replaceState', changed: () => void): () => void {
  const descriptor = Object.getOwnPropertyDescriptor(history, name)
  const original = history[name]
  let active = true
  const { errataHistory } = {
    errataHistory(this: void, ...parameters: Parameters<typeof original>) {
      original.apply(history, parameters)
      if (active) changed()
    },
  }
  history[name] = errataHistory
  return () => {
    // If another wrapper was added on top, this one remains and only forwards.
    active = false
    if (history[name] !== errataHistory) return
    if (descriptor) Object.defineProperty(history, name, descriptor)
    else Reflect.deleteProperty(history, name)
  }
}
