// Removes queries and fragments from the addresses of frames: of an inline script a browser names the page,
// with its query, as the file. The SDK of Errata does it itself. Names of parameters go too: with them a
// position that follows `?token=` would be taken for the secret.

/** Attributes with the frames of a stack. */
const STACKS = new Set([
  'exception.stacktrace',
  'errata.react.component_stack',
  'errata.cause',
  'faro.error.stacktrace',
  'code.stacktrace',
])
/** Attributes with the address of a file. */
const FILES = new Set(['code.file.path', 'code.filepath'])
const QUESTION_MARK = 0x3f
const HASH = 0x23
/** Also ends at the quotes and line breaks of a stack within JSON. */
const TOKEN = /[^\s"\\]+/g
const POSITION = /(?::\d+){1,2}\)?$/
/** Gecko: `f@https://shop.example/?id=1 line 3 > eval:1:2`. */
const GECKO_EVAL = ' line '

/** A quick test on UTF-8: false if `removeQueries` would not change the text. */
export function mayHoldQuery(key: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (!STACKS.has(key) && !FILES.has(key)) return false
  const text = bytes.subarray(start, end)
  return text.includes(QUESTION_MARK) || text.includes(HASH)
}

/** Keeps the positions. Other attributes stay as they are. */
export function removeQueries(text: string, key: string): string {
  if (FILES.has(key)) return text.includes('://') ? text.replace(/[?#].*/s, '') : text
  if (!STACKS.has(key)) return text
  return text.replaceAll(TOKEN, (token, offset: number) => {
    const query = token.search(/[?#]/)
    if (query < 0 || !token.slice(0, query).includes('://')) return token
    const isEval = text.startsWith(GECKO_EVAL, offset + token.length)
    const position = POSITION.exec(token)?.[0] ?? (isEval ? '' : undefined)
    // An address in the message is not a frame.
    if (position === undefined) return token
    return token.slice(0, query) + position
  })
}
