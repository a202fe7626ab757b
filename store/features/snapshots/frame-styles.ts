// The styles of a snapshot for a frame without scripts: what scripts, the parser and the system of the user
// have decided in the page is decided by attributes, or here.

/**
 * What opens above the page, as browsers show it, and boxes for images. Of all layers it is the first, so
 * that the styles of the page win. The view is exactly where the window was.
 */
export const BASE_STYLES = `@layer errata{
:where([data-errata-top]){position:fixed;inset:0;width:fit-content;height:fit-content;margin:auto}
:where([data-errata-top]){overflow:auto}
[data-errata-top]{z-index:2147483647!important}
:where([data-errata-top][popover]){display:block}
:where(dialog[data-errata-top]){box-shadow:0 0 0 100vmax #0001}
:where(img,svg){background:#8883}
:where(img[style^="--errata-ratio"]){aspect-ratio:var(--errata-ratio)}
:where(a){color:LinkText;text-decoration:underline}
html{scroll-padding:0!important;scroll-behavior:auto!important}}`

/** In a name, the colon is escaped: `.open\:top`. */
const pseudoClass = (name: string): RegExp => new RegExp(String.raw`(?<!\\):${name}(?![\w-])`, 'g')
const DEFINED = pseudoClass('defined')
const ABOVE = pseudoClass('(?:popover-open|modal)')
/** Their masked values are texts, so they are inputs of texts. */
const TYPE = /\[type=["']?(number|date|month|week|time|datetime-local)["']?(?: i)?\]/g
/** Of a registered property, without the string that is masked. */
const SYNTAX = /(@property[^{}]*\{[^{}]*?syntax:\s*)""/g
const PREFERENCE = /prefers-color-scheme:\s*(dark|light)/g
const EITHER_SCHEME = /(?<![\w-])color-scheme:\s*(?:only\s+)?(?:light\s+dark|dark\s+light)/g

/** `isDark`: the user prefers dark pages. The viewer of the snapshot may not. */
export function frameStyles(css: string, isDark: boolean): string {
  const scheme = isDark ? 'dark' : 'light'
  return (
    css
      .replaceAll(SYNTAX, '$1"*"')
      .replaceAll(PREFERENCE, (_, name: string) => (name === scheme ? 'min-width: 0px' : 'max-width: 0px'))
      .replaceAll(EITHER_SCHEME, `color-scheme: ${scheme}`)
      // Scripts had defined the custom elements.
      .replaceAll(DEFINED, ':not(.errata-undefined)')
      .replaceAll(ABOVE, '[data-errata-top]')
      .replaceAll(TYPE, '[data-errata-type="$1"]')
  )
}

/** In a page, of its shadow roots. */
export function withFrameStyles(html: string, isDark: boolean): string {
  return html.replaceAll(/(?<=<style>)[^]*?(?=<\/style>)/g, (css) => frameStyles(css, isDark))
}

/** The relay writes it from what the page has sent. */
export function isDarkPage(html: string): boolean {
  return /^<html[^>]* data-errata-dark=""/.test(html)
}
