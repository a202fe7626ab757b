// The spans of a trace in a file that a text matches: the file has their attributes.
import type { TraceAnswer } from '../../../../../contract/traces.ts'

/** Every word is part of a value of the span, with a colon of one whose name has what stands before it. */
export function matchesOf({ spans }: TraceAnswer, text: string): ReadonlySet<string> {
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (terms.length === 0) return new Set()
  const matches = spans.filter(({ name, service, details }) => {
    const pairs = Object.entries({ ...details?.resource, ...details?.attributes }).map(([key, value]) => [
      key.toLowerCase(),
      value.toLowerCase(),
    ])
    const texts = [name, service, details?.statusMessage ?? ''].map((part) => part.toLowerCase())
    return terms.every((term) => {
      const [key = '', ...rest] = term.split(':')
      return (
        texts.some((part) => part.includes(term)) ||
        pairs.some(([, value = '']) => value.includes(term)) ||
        (rest.length > 0 &&
          pairs.some(([pair = '', value = '']) => pair.includes(key) && value.includes(rest.join(':'))))
      )
    })
  })
  return new Set(matches.map(({ spanId }) => spanId))
}
