// What `npm run doctor` prints about one part of an installation.

/** A problem stops the installation from doing its work; a hint does not. */
export type Finding = { kind: 'ok' | 'hint' | 'problem'; text: string }

export function ok(text: string): Finding {
  return { kind: 'ok', text }
}
export function hint(text: string): Finding {
  return { kind: 'hint', text }
}
export function problem(text: string): Finding {
  return { kind: 'problem', text }
}
