// Text that monitored applications send is untrusted: it is isolated, so that it cannot change the direction
// of the text beside it, and its invisible characters are shown by name.
import { Fragment } from 'react'

/** Marks of direction and characters without width: what makes a text look like another one. */
const NAMES = new Map([
  ['\u200B', 'ZWSP'],
  ['\u200C', 'ZWNJ'],
  ['\u200E', 'LRM'],
  ['\u200F', 'RLM'],
  ['\u202A', 'LRE'],
  ['\u202B', 'RLE'],
  ['\u202C', 'PDF'],
  ['\u202D', 'LRO'],
  ['\u202E', 'RLO'],
  ['\u2066', 'LRI'],
  ['\u2067', 'RLI'],
  ['\u2068', 'FSI'],
  ['\u2069', 'PDI'],
  ['\uFEFF', 'BOM'],
])
const CONTROL = /((?![\t\n\r])[\p{Cc}\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF])/u

/** `empty` stands for a text of blanks. A zero width joiner (200D) is a part of many emoji. */
export function UntrustedText({ text, empty = '' }: { text: string; empty?: string }) {
  const parts = text.trim().split(CONTROL)
  return (
    <bdi>
      {parts.length === 1
        ? parts[0] || empty
        : parts.map((part, index) => (
            // oxlint-disable-next-line no-array-index-key -- the parts of a text have no other key
            <Fragment key={index}>
              {index % 2 === 1 ? <span className="control">[{nameOf(part)}]</span> : part}
            </Fragment>
          ))}
    </bdi>
  )
}

/** A path, a name in code, an id. */
export function UntrustedCode(props: { text: string; empty?: string }) {
  return (
    <code>
      <UntrustedText {...props} />
    </code>
  )
}

/** The same for a title, a label or an attribute. */
export function plainText(text: string, empty = ''): string {
  return nameControls(text.trim()) || empty
}

/** The same for a part of a text, with its blanks. */
export function nameControls(text: string): string {
  return text
    .split(CONTROL)
    .map((part, index) => (index % 2 === 1 ? `[${nameOf(part)}]` : part))
    .join('')
}

function nameOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return NAMES.get(character) ?? `U+${code}`
}
