// Breadcrumbs for what the page prints with `console.warn`.

import { attempt } from '../attempt.ts'

/** Calls `printed` with the text of each warning. Returns a function that stops it. */
export function watchWarnings(printed: (text: string) => void): () => void {
  const original = console.warn
  const wrapper = (...parameters: unknown[]) => {
    original(...parameters)
    attempt(() => printed(parameters.map(textOf).join(' ')))
  }
  console.warn = wrapper
  return () => {
    if (console.warn === wrapper) console.warn = original
  }
}

/** Of an object only its type: its members may be secret. */
function textOf(value: unknown): string {
  if (value instanceof Error) return String(value)
  return Object(value) === value ? typeof value : String(value)
}
