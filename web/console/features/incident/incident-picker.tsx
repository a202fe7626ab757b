// The button that opens an incident file.
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
    // The same file can be chosen again after a correction.
    const input = currentTarget
    setProblem(await open(file))
    input.value = ''
  }
  return (
    <section className={css.picker} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Open an incident file</h2>
      <p>
        An <code>errata-incident-….json</code> file contains an event and its trace. It is shown in this
        browser and not sent anywhere. You can also drop it on any screen. To save one, press <kbd>s</kbd> on
        an issue or a trace.
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
