// Which engine a test runs in, and how that engine says what all of them mean.

export const engine = /Firefox/.test(navigator.userAgent)
  ? 'firefox'
  : /Chrome/.test(navigator.userAgent)
    ? 'chromium'
    : 'webkit'

type Words = {
  /** Of `let 1`. */
  syntaxError: string
  aborted: string
  missingChunk: string
  /** Of a shadow tree where none can be. */
  noShadow: string
  /** Of a TypeError that says `no such book`. */
  stack: RegExp
  /** In a component stack. */
  frame: RegExp
}

export const words: Words = {
  chromium: {
    syntaxError: 'Unexpected number',
    aborted: 'signal is aborted without reason',
    missingChunk: 'Failed to fetch dynamically imported module',
    noShadow: 'attachShadow',
    stack: /^TypeError: no such book\n +at /,
    frame: / at \w/,
  },
  firefox: {
    syntaxError: 'unexpected token: numeric literal',
    aborted: 'The operation was aborted.',
    missingChunk: 'error loading dynamically imported module',
    noShadow: 'attachShadow',
    stack: /^\S*@http/,
    frame: /^\S*@(http|unknown)/m,
  },
  webkit: {
    syntaxError: "Unexpected number '1'",
    aborted: 'The operation was aborted.',
    missingChunk: 'Importing a module script failed',
    noShadow: 'The operation is not supported',
    stack: /^\S*@/,
    frame: /^\S*@/m,
  },
}[engine]
