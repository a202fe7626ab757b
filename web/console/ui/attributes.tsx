// A table of names and values, each with a copy button.
import { Fragment } from 'react'
import { UntrustedText, plainText } from './untrusted-text.tsx'
import { CopyButton } from './copy-button.tsx'
import css from './attributes.module.css'

/** Characters above which a value scrolls in its own box. */
const LONG_VALUE = 400

export function Attributes({ label, values }: { label: string; values: Record<string, string> }) {
  const attributes = Object.entries(values).toSorted(([a], [b]) => a.localeCompare(b))
  if (attributes.length === 0) return <p className="faint">None</p>
  return (
    <table className={css.attributes} aria-label={label}>
      <tbody>
        {attributes.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">
              <bdi>
                <BreakableName name={name} />
              </bdi>
            </th>
            <td>
              <Value text={value} />
            </td>
            <td>
              <CopyButton text={value} label={`Copy ${name}`} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ text }: { text: string }) {
  if (text.length <= LONG_VALUE) return <UntrustedText text={text} />
  return (
    // oxlint-disable-next-line no-noninteractive-tabindex -- scrolls, so keys must reach it
    <span className={`long-text ${css.long}`} tabIndex={0}>
      <UntrustedText text={text} />
    </span>
  )
}

/** `deployment.environment.name` breaks after a dot or an underscore first. */
function BreakableName({ name }: { name: string }) {
  return name.split(/(?<=[._])/).map((part, index) => (
    // oxlint-disable-next-line no-array-index-key -- the parts of a name have no other key
    <Fragment key={index}>
      {plainText(part)}
      <wbr />
    </Fragment>
  ))
}
