// Messages of React in production: a number and its values, for which React has a sentence.
import { readFileSync } from 'node:fs'

type CodeList = { sentences: Record<string, string> }

/** Written by `scripts/react-error-codes.ts`. */
const CODES = JSON.parse(readFileSync(new URL('react-error-codes.json', import.meta.url), 'utf8')) as CodeList
const SENTENCES = new Map(Object.entries(CODES.sentences))

const MINIFIED = /Minified React error #(\d{1,4})(?:; visit (\S+)[^]*)?/

/** Characters of a value in a sentence. */
const MAX_VALUE = 200

/** "Minified React error #301: Too many re-renders. …"; the same message where it is another one. */
export function withReactSentence(message: string): string {
  return message.replace(MINIFIED, (original, number: string, address: string | undefined) => {
    const sentence = SENTENCES.get(number)
    if (sentence === undefined) return original
    const values = URL.parse(address ?? '')?.searchParams.getAll('args[]') ?? []
    let index = 0
    const text = sentence.replaceAll('%s', () => (values[index++] ?? '…').slice(0, MAX_VALUE))
    return `Minified React error #${number}: ${text}`
  })
}
