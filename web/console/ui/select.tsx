// A menu of values of a filter. The current value is an option even without data: a link may name it.
import { plainText } from './untrusted-text.tsx'

type Props = {
  label: string
  /** The text of the option without a value. */
  all: string
  value: string | undefined
  options: string[]
  onChange: (value: string | undefined) => void
}

export function Select({ label, all, value, options, onChange }: Props) {
  const values = value && !options.includes(value) ? [value, ...options] : options
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">{all}</option>
      {values.map((option) => (
        <option key={option} value={option}>
          {plainText(option)}
        </option>
      ))}
    </select>
  )
}
