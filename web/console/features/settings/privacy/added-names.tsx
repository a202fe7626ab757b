// The names of secrets that people add. The names of SCRUB are shown with them, and not changed here.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import type { ScrubbingAnswer } from '../../../../../contract/settings.ts'
import { messageOf } from '../../../http/error-text.ts'
import { QueryState } from '../../../http/query-state.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { saveNames, scrubNamesQuery, SETTINGS } from '../settings-query.ts'
import css from './privacy.module.css'

type Props = Pick<ScrubbingAnswer, 'variable' | 'added' | 'changedAt'>

export function AddedNames({ variable, added, changedAt }: Props) {
  const query = useQuery(scrubNamesQuery())
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [error, setError] = useState('')
  const stored = query.data?.names ?? []
  // An older backup was restored: the relay goes on with its own names, and a change stores them again.
  const isOlder = query.data !== undefined && (changedAt ?? '') > (query.data.changedAt ?? '')
  const names = isOlder ? [...new Set([...added, ...stored])] : stored
  const change = async (next: string[]) => {
    setError('')
    try {
      client.setQueryData(scrubNamesQuery().queryKey, await saveNames(next))
      setName('')
      void client.invalidateQueries({ queryKey: SETTINGS })
    } catch (failure) {
      setError(messageOf(failure))
    }
  }
  const add = (event: SyntheticEvent) => {
    event.preventDefault()
    if (name.trim() !== '') void change([...names, name.trim()])
  }
  return (
    <>
      <h3 id="added-names">Also after these names</h3>
      <QueryState query={query} label="names" thin />
      {query.data && (
        <form className={css.chips} aria-labelledby="added-names" onSubmit={add}>
          {variable.map((each) => (
            <span key={each} className="chip" title="Set by the variable SCRUB">
              <UntrustedText text={each} />
              <code>SCRUB</code>
            </span>
          ))}
          {names.map((each) => (
            <Chip
              key={each}
              filter={each}
              remove={() => void change(names.filter((other) => other !== each))}
            >
              <UntrustedText text={each} />
            </Chip>
          ))}
          <input
            aria-label="Add a name"
            placeholder="loyalty-no"
            value={name}
            onChange={(event) => setName(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
          <button type="submit" className="small" disabled={name.trim() === ''}>
            Add
          </button>
        </form>
      )}
      {error && (
        <p className="notice" data-severity="error" role="alert">
          Not saved: {error}
        </p>
      )}
      <p className="caption">
        The end of a key, a header or a parameter. <code>-</code> is any separator or none, upper and lower
        case are the same. Each relay has a change within ten seconds.
      </p>
    </>
  )
}
