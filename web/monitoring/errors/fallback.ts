// The screen for users when the application is gone. Plain DOM and style properties work under a policy that
// forbids inline styles. It uses the browser's own colours.

/** `all`: styles of the page must not apply. */
export const screenStyle =
  'all:initial;overflow:auto;padding:30vh max(24px,50% - 17em);font:16px/1.5 system-ui;' +
  'color-scheme:light dark;background:Canvas;'
/** Browsers clamp the z-index to their maximum. */
export const coverStyle = 'position:fixed;inset:0;z-index:9999999999'
/** For elements inside the screen: styles of the page must not apply there either. */
export const textStyle = 'all:revert'
export const buttonStyle = 'all:revert;padding:8px 16px;margin-right:8px'

/** For a screen within other content. */
export const inPlaceStyle = 'display:block;padding:24px'

/** Before and after the host. */
export const textStart =
  'Application error: a client-side or server-side exception has occurred while loading '
export const textEnd = ' (see the browser console or server logs for more information)'

/** Appends the screen to `parent`: over the entire window, or in place with `inPlaceStyle`. */
export function paintFallback(
  parent: Element,
  digest: string,
  style = coverStyle,
  host = location.host,
): void {
  const screen = add(parent, 'section', '', screenStyle + style)
  screen.role = 'alert'
  // The text is English on every page.
  screen.lang = 'en'
  screen.dir = 'ltr'
  add(screen, 'p', `${textStart}${host}${textEnd}`)
  const code = add(add(screen, 'p', 'Digest: '), 'code', digest)
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- fewer bytes; the element is ours
  add(screen, 'button', 'Reload', buttonStyle).onclick = () => location.reload()
  const copy = add(screen, 'button', 'Copy digest', buttonStyle)
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- see above
  copy.onclick = () => {
    // With a selection: the Clipboard API is missing on plain http and if a policy forbids it.
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
