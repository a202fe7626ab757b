/** The chosen value stays choosable when no data carries it (any more): a link may name it. */
export function Choice({
  label,
  all,
  value,
  options,
  change,
}: {
  label: string
  all: string
  value: string | undefined
  options: string[]
  change: (value: string | undefined) => void
}) {
  const shown = value && !options.includes(value) ? [value, ...options] : options
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => change(event.target.value || undefined)}
    >
      <option value="">{all}</option>
      {shown.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  )
}
