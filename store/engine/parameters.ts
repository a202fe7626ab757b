// Values for `{name:Type}` places, set on the session that asks. The binding's own way of binding lets one question through at a time,
// in the whole process: a light one waited 5 s behind a heavy one; set on its session it took 5 ms.
import type { Parameter, Parameters } from './engine.ts'

/** The statement that stands before the question; empty where there is nothing to set. */
export function setStatement(parameters: Parameters): string {
  const settings = Object.entries(parameters).map(
    ([name, value]) => `param_${nameOf(name)} = '${hex(textOf(value))}'`,
  )
  return settings.length === 0 ? '' : `SET ${settings.join(', ')}; `
}

/** Names are ours, never a stranger's; this says so if that is ever forgotten. */
function nameOf(name: string): string {
  if (/^[A-Za-z]\w*$/.test(name)) return name
  throw new TypeError(`${JSON.stringify(name)} is no name of a parameter`)
}

/** The value as the engine reads a field of a table: what would end it is escaped. */
function textOf(value: Parameter): string {
  if (typeof value === 'string') return escape(value)
  if (typeof value === 'number') return String(value)
  return `[${value.map((item) => (typeof item === 'number' ? String(item) : `'${escape(item)}'`)).join(',')}]`
}

function escape(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", String.raw`\'`)
    .replaceAll('\t', String.raw`\t`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\0', String.raw`\0`)
}

/** Every byte as \xHH: whatever the value holds, nothing but digits stands between the quotes. */
function hex(text: string): string {
  return Buffer.from(text)
    .toString('hex')
    .replaceAll(/../g, String.raw`\x$&`)
}
