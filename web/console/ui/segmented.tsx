// A choice between a few values, all of them visible: radio buttons in a row.

type Option<Value> = { value: Value; label: string }
type Props<Value> = {
  /** For screen readers. */
  legend: string
  /** Of the radio group: one for each part of a page. */
  name: string
  options: Option<Value>[]
  value: Value
  onChange: (value: Value) => void
}

export function Segmented<Value extends string | number | undefined>(props: Props<Value>) {
  const { legend, name, options, value: selected, onChange } = props
  return (
    <fieldset className="segmented push">
      <legend className="visually-hidden">{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={label}>
          <input type="radio" name={name} checked={value === selected} onChange={() => onChange(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
