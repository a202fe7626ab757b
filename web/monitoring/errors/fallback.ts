// The screen for the user of a page whose application is gone: plain DOM and style properties, which a policy
// without inline style allows, in the browser's own colours.

/** `all`: the style of the page around it must not apply. */
export const screenStyle =
  'all:initial;overflow:auto;padding:30vh max(24px,50% - 17em);font:16px/1.5 system-ui;' +
  'color-scheme:light dark;background:Canvas;'
/** Browsers read the z-index as their largest. */
export const coverStyle = 'position:fixed;inset:0;z-index:9999999999'
/** Of what is in the screen: the style of the page must not apply there either. */
export const textStyle = 'all:revert'
export const buttonStyle = 'all:revert;padding:8px 16px;margin-right:8px'

/** Within other content. */
export const inPlaceStyle = 'display:block;padding:24px'

export function fallbackText(host: string): string {
  return (
    'Application error: a client-side or server-side exception has occurred while loading ' +
    `${host} (see the browser console or server logs for more information)`
  )
}

/** Appends the screen to `parent`: over the whole window, or in place with `inPlaceStyle`. */
export function paintFallback(
  parent: Element,
  digest: string,
  style = coverStyle,
  host = location.host,
): void {
  const screen = add(parent, 'section', '', screenStyle + style)
  screen.role = 'alert'
  // The text is English, whatever the language of the page.
  screen.lang = 'en'
  screen.dir = 'ltr'
  add(screen, 'p', fallbackText(host))
  const code = add(add(screen, 'p', 'Digest: '), 'code', digest)
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- fewer bytes; the element is ours
  add(screen, 'button', 'Reload', buttonStyle).onclick = () => location.reload()
  const copy = add(screen, 'button', 'Copy digest', buttonStyle)
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- see above
  copy.onclick = () => {
    // By selection: the Clipboard API is missing on plain http and where a policy forbids it.
    getSelection()?.selectAllChildren(code)
    if (document.execCommand('copy')) copy.textContent = 'Copied'
  }
}

function add(parent: Element, name: string, text: string, style = textStyle): HTMLElement {
  const element = document.createElement(name)
  element.style.cssText = style
  element.textContent = text
  parent.append(element)
  return element
}
