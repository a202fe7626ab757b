import { Fragment } from 'react'
import { CopyButton } from './copy-button.tsx'
import css from './attributes.module.css'

/** A value longer than this scrolls in its own box. */
const LONG = 400

export function Attributes({ label, values }: { label: string; values: Record<string, string> }) {
  const names = Object.keys(values).toSorted()
  if (names.length === 0) return <p className="faint">None.</p>
  return (
    <table className={css.attributes} aria-label={label}>
      <tbody>
        {names.map((name) => {
          const value = values[name] ?? ''
          return (
            <tr key={name}>
              <th scope="row">
                <Breakable text={name} />
              </th>
              <td>{<Value text={value} />}</td>
              <td>
                <CopyButton text={value} name={`Copy ${name}`} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Value({ text }: { text: string }) {
  if (text.length <= LONG) return <bdi>{text}</bdi>
  return (
    // oxlint-disable-next-line no-noninteractive-tabindex -- a box that scrolls must be reachable by keys
    <span className={css.long} tabIndex={0}>
      {text}
    </span>
  )
}

/** `deployment.environment.name` breaks after its dots before it breaks anywhere. */
function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[._])/).map((part, index) => (
    // oxlint-disable-next-line no-array-index-key -- the parts of one name
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
}
