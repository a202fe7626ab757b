// The browser that a test runs in, and messages that differ between browsers.

export const browserName = /Firefox/.test(navigator.userAgent)
  ? 'firefox'
  : /Chrome/.test(navigator.userAgent)
    ? 'chromium'
    : 'webkit'

type Messages = {
  /** Of `let 1`. */
  syntaxError: string
  aborted: string
  missingChunk: string
  /** Of `attachShadow` on an element that cannot have one. */
  noShadow: string
  /** Stack of `new TypeError('no such book')`. */
  stack: RegExp
  /** Line of a component stack. */
  componentFrame: RegExp
}

export const messages: Messages = {
  chromium: {
    syntaxError: 'Unexpected number',
    aborted: 'signal is aborted without reason',
    missingChunk: 'Failed to fetch dynamically imported module',
    noShadow: 'attachShadow',
    stack: /^TypeError: no such book\n +at /,
    componentFrame: / at \w/,
  },
  firefox: {
    syntaxError: 'unexpected token: numeric literal',
    aborted: 'The operation was aborted.',
    missingChunk: 'error loading dynamically imported module',
    noShadow: 'attachShadow',
    stack: /^\S*@http/,
    componentFrame: /^\S*@(http|unknown)/m,
  },
  webkit: {
    syntaxError: "Unexpected number '1'",
    aborted: 'The operation was aborted.',
    missingChunk: 'Importing a module script failed',
    noShadow: 'The operation is not supported',
    stack: /^\S*@/,
    componentFrame: /^\S*@/m,
  },
}[browserName]
