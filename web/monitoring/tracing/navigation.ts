// Navigations of a single-page application: the path changes and no page is loaded.

import { listen } from '../listen.ts'

/** Calls `navigated` for each change of the path, not for one of query or fragment. Returns how to stop. */
export function watchNavigation(navigated: (from: string, to: string) => void): () => void {
  let path = location.pathname
  const check = () => {
    if (path !== location.pathname) navigated(path, (path = location.pathname))
  }
  const { navigation } = globalThis as { navigation?: EventTarget }
  const stops = [
    listen(globalThis, 'popstate', check),
    // With the Navigation API the functions of `history` remain as they are.
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
    // Where another wrapper lies on top, this one stays and only forwards.
    active = false
    if (history[name] !== errataHistory) return
    if (descriptor) Object.defineProperty(history, name, descriptor)
    else Reflect.deleteProperty(history, name)
  }
}
