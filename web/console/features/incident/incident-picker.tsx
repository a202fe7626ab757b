// The button that opens the file of an incident.
import { type ChangeEvent, useId, useState } from 'react'
import { useOpenIncident } from './use-open-incident.ts'
import css from './incident-picker.module.css'

export function IncidentPicker() {
  const id = useId()
  const open = useOpenIncident()
  const [problem, setProblem] = useState<string | null>(null)
  const onChange = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    if (!file) return
    // The same file can be chosen again after it was mended.
    const input = currentTarget
    setProblem(await open(file))
    input.value = ''
  }
  return (
    <section className={css.picker} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Open the file of an incident</h2>
      <p>
        <code>errata-incident-….json</code> has an event and its trace. It is shown from the file alone, and
        is not sent anywhere. Dropping it on any screen does the same.
      </p>
      <input
        type="file"
        accept=".json,application/json"
        aria-labelledby={`${id}-title`}
        onChange={(event) => void onChange(event)}
      />
      {problem !== null && (
        <p className="notice" data-severity="error" role="alert">
          <bdi>{problem}</bdi>
        </p>
      )}
    </section>
  )
}
