// Values of `{name:Type}` parameters, set on the session of the query. chdb's own parameters let one query
// through at a time in the entire process: a light one waited 5 s behind a heavy one instead of 5 ms.
import type { Parameter, Parameters } from './engine.ts'

/** A statement to put in front of the query; empty without parameters. */
export function setStatement(parameters: Parameters): string {
  const settings = Object.entries(parameters).map(
    ([name, value]) => `param_${checkName(name)} = '${toHex(toText(value))}'`,
  )
  return settings.length === 0 ? '' : `SET ${settings.join(', ')}; `
}

/** Names are written in our code, never by a client. */
function checkName(name: string): string {
  if (/^[A-Za-z]\w*$/.test(name)) return name
  throw new TypeError(`${JSON.stringify(name)} is not a parameter name`)
}

/** The value as the engine reads a field of a table: characters that would end it are escaped. */
function toText(value: Parameter): string {
  if (typeof value === 'string') return escape(value)
  if (typeof value === 'number') return String(value)
  const items = value.map((item) => (typeof item === 'number' ? String(item) : `'${escape(item)}'`))
  return `[${items.join(',')}]`
}

function escape(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", String.raw`\'`)
    .replaceAll('\t', String.raw`\t`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\0', String.raw`\0`)
}

/** Every byte as \xHH: only hex digits are between the quotes. */
function toHex(text: string): string {
  return Buffer.from(text)
    .toString('hex')
    .replaceAll(/../g, String.raw`\x$&`)
}
