// A menu of values of a filter. The current value is an option even without data: a link may name it.
import { plainText } from './untrusted-text.tsx'

type Props = {
  label: string
  /** The text of the option without a value, where there is one. */
  all?: string
  value: string | undefined
  /** The values, or their texts by value. */
  options: string[] | Record<string, string>
  onChange: (value: string | undefined) => void
}

export function Select({ label, all: empty, value, options, onChange }: Props) {
  const entries = Array.isArray(options)
    ? options.map((name) => [name, name] as const)
    : Object.entries(options)
  const isOption = entries.some(([option]) => option === value)
  const all = value && !isOption ? [[value, value] as const, ...entries] : entries
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      {empty !== undefined && <option value="">{empty}</option>}
      {all.map(([option, text]) => (
        <option key={option} value={option}>
          {plainText(text)}
        </option>
      ))}
    </select>
  )
}
