// The text of a log record as it is shown.

/** Characters of a row; the opened row has all. */
const MAX_LINE = 300

/** Characters of a body in a key: a list has many. */
const MAX_KEY = 60

/** Control sequences of terminals (ECMA-48), such as colors: CSI, and OSC up to its end. */
// oxlint-disable-next-line no-control-regex -- they begin with a control character
const SEQUENCES = /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)/g

/** Without the control sequences of terminals. */
function withoutSequences(text: string): string {
  return text.replaceAll(SEQUENCES, '')
}

/** A text of JSON has a line for each value, unless numbers or names in it would be others then. */
export function formatBody(text: string): string {
  const plain = withoutSequences(text)
  if (!/^\s*[[{]/.test(plain)) return plain
  try {
    const value: unknown = JSON.parse(plain)
    const isSame = withoutSpace(JSON.stringify(value)) === withoutSpace(plain)
    return isSame ? JSON.stringify(value, null, 2) : plain
  } catch {
    return plain
  }
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/g, '')
}

/** The beginning of a text in one line. */
export function logLine(text: string): string {
  const line = withoutSequences(text.slice(0, 4 * MAX_LINE))
    .trim()
    .replaceAll(/\s+/g, ' ')
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line
}

/** A key for each row: records have no id, and two may be the same. */
export function keysOf(rows: { at: string; service: string; spanId: string; body: string }[]): string[] {
  const counts = new Map<string, number>()
  return rows
    .toReversed()
    .map(({ at, service, spanId, body }) => {
      const text = `${at} ${service} ${spanId} ${body.slice(0, MAX_KEY)}`
      const count = counts.get(text) ?? 0
      counts.set(text, count + 1)
      return `${count} ${text}`
    })
    .toReversed()
}
