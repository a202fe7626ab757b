// The screen for the user of a page whose application is gone: plain DOM and style properties, which a policy
// without inline style allows, in the browser's own colours.

/** `all`: the style of the page around it must not apply. */
export const screenStyle =
  'all:initial;overflow:auto;display:block;padding:24px max(24px,50% - 17em);' +
  'font:16px/1.5 system-ui;color-scheme:light dark;color:CanvasText;background:Canvas;'
/** Browsers read the z-index as their largest. */
export const coverStyle = 'position:fixed;inset:0;z-index:9999999999;padding-top:max(24px,50vh - 6em)'
export const textStyle = 'all:revert;margin:0 0 12px;overflow-wrap:anywhere'
export const digestStyle = 'all:revert;font:600 1em monospace;user-select:all'
export const buttonStyle =
  'all:revert;font:inherit;padding:8px 16px;margin:0 8px 8px 0;border:1px solid;border-radius:6px'

export function fallbackText(host: string): string {
  return (
    'Application error: a client-side or server-side exception has occurred while loading ' +
    `${host} (see the browser console or server logs for more information)`
  )
}

/** Appends the screen to `parent`: over the whole window, or with `style: ''` in place. */
export function paintFallback(
  parent: Element,
  digest: string,
  style = coverStyle,
  host = location.host,
): void {
  const screen = add(parent, 'section', screenStyle + style)
  screen.role = 'alert'
  // The text is English, whatever the language of the page.
  screen.lang = 'en'
  screen.dir = 'ltr'
  add(screen, 'p', textStyle, fallbackText(host))
  const code = add(add(screen, 'p', textStyle, 'Digest: '), 'code', digestStyle, digest)
  add(screen, 'button', buttonStyle, 'Reload').addEventListener('click', () => location.reload())
  const copy = add(screen, 'button', buttonStyle, 'Copy digest')
  copy.addEventListener('click', () => {
    // By selection: the Clipboard API is missing on plain http and where a policy forbids it.
    getSelection()?.selectAllChildren(code)
    if (document.execCommand('copy')) copy.textContent = 'Copied'
  })
}

function add(parent: Element, name: string, style: string, text = ''): HTMLElement {
  const element = document.createElement(name)
  element.style.cssText = style
  element.textContent = text
  parent.append(element)
  return element
}
