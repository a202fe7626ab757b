// The screen for the person in front of a page whose application is gone. Plain DOM and style properties: no framework, no stylesheet,
// nothing that a Content-Security-Policy without inline style would take away. The colours are the browser's own for text on a page.

/** `all` because this stands in somebody else's page, whose style must not reach in. */
export const screenStyle =
  'all:initial;overflow:auto;display:block;padding:24px max(24px,50% - 17em);font:16px/1.5 system-ui;color-scheme:light dark;color:CanvasText;background:Canvas;'
/** Browsers read the number as their largest. */
export const coverStyle = 'position:fixed;inset:0;z-index:9999999999;padding-top:max(24px,50vh - 6em)'
export const textStyle = 'all:revert;margin:0 0 12px;overflow-wrap:anywhere'
export const digestStyle = 'all:revert;font:600 1em monospace;user-select:all'
export const buttonStyle =
  'all:revert;font:inherit;padding:8px 16px;margin:0 8px 8px 0;border:1px solid;border-radius:6px'

export function fallbackText(host: string): string {
  return `Application error: a client-side or server-side exception has occurred while loading ${host} (see the browser console or server logs for more information)`
}

/** Paints the screen into `place`: over the whole window, or in that place alone. */
export function paintFallback(
  place: Element,
  digest: string,
  style = coverStyle,
  host = location.host,
): void {
  const screen = add(place, 'section', screenStyle + style)
  screen.role = 'alert'
  // Its words are English, whatever the page around it speaks.
  screen.lang = 'en'
  screen.dir = 'ltr'
  add(screen, 'p', textStyle, fallbackText(host))
  const code = add(add(screen, 'p', textStyle, 'Digest: '), 'code', digestStyle, digest)
  add(screen, 'button', buttonStyle, 'Reload', () => location.reload())
  const copy = add(screen, 'button', buttonStyle, 'Copy digest', () => {
    // As a reader would do it by hand: the Clipboard API is missing on plain http and where a policy forbids it.
    getSelection()?.selectAllChildren(code)
    if (document.execCommand('copy')) copy.textContent = 'Copied'
  })
}

function add(parent: Element, name: string, style: string, text = '', press?: () => void): HTMLElement {
  const element = document.createElement(name)
  element.style.cssText = style
  element.textContent = text
  if (press) element.addEventListener('click', press)
  parent.append(element)
  return element
}
