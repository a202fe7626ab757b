// When the page goes elsewhere without being loaded again.

type Change = typeof history.pushState

/** Tells of each change of the path, and of no other: where a query or a fragment changes the reader stays. Returns how to stop. */
export function watchNavigation(navigated: (from: string, to: string) => void): () => void {
  let path = location.pathname
  const look = () => {
    if (path !== location.pathname) navigated(path, (path = location.pathname))
  }
  const { navigation } = globalThis as { navigation?: EventTarget }
  navigation?.addEventListener('currententrychange', look)
  addEventListener('popstate', look)
  // With the Navigation API history's own functions stay as they are.
  const undo = navigation ? [] : [layer('pushState', look), layer('replaceState', look)]
  return () => {
    navigation?.removeEventListener('currententrychange', look)
    removeEventListener('popstate', look)
    for (const each of undo) each()
  }
}

function layer(name: 'pushState' | 'replaceState', changed: () => void): () => void {
  const before = Object.getOwnPropertyDescriptor(history, name)
  const original = history[name]
  let open = true
  const layered: Change = (...given) => {
    original.apply(history, given)
    if (open) changed()
  }
  history[name] = layered
  return () => {
    // Somebody may have wrapped us meanwhile; then this layer stays, and does nothing.
    open = false
    if (history[name] !== layered) return
    if (before) Object.defineProperty(history, name, before)
    else Reflect.deleteProperty(history, name)
  }
}
