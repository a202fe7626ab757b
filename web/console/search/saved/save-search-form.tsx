// The form that saves the present search of a list under a name.
import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useId, useState } from 'react'
import type { SavedSearch } from '../../../../contract/search.ts'
import { messageOf } from '../../http/error-text.ts'
import { useToast } from '../../ui/toast.tsx'
import { plainText, UntrustedText } from '../../ui/untrusted-text.tsx'
import { describeSearch, saveSearch, savedSearchesQuery, searchOf } from './saved-searches-query.ts'
import css from './saved-searches.module.css'
import type { ListFilters } from '../search-tokens.ts'

/** Characters, as in the store. */
const MAX_NAME = 200

type Props = {
  list: SavedSearch['list']
  filters: ListFilters
  /** Of the list. */
  searches: SavedSearch[]
  close: () => void
}

export function SaveSearchForm({ list, filters, searches, close }: Props) {
  const client = useQueryClient()
  const { showToast } = useToast()
  const id = useId()
  const [name, setName] = useState('')
  const [error, setError] = useState('')
  const search = searchOf(filters)
  if (search === '') return <p className={css.empty}>Filter the list to save a search.</p>
  const existing = searches.some((saved) => saved.name === name.trim())
  const save = async () => {
    try {
      const saved = await saveSearch({ name, list, search })
      close()
      showToast({ text: `Saved as “${plainText(saved.name)}”` })
      await client.invalidateQueries(savedSearchesQuery())
    } catch (failure) {
      setError(messageOf(failure))
    }
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (name.trim() !== '') void save()
  }
  return (
    <form className={css.form} onSubmit={submit}>
      <label htmlFor={id}>Save this search</label>
      <div className="row">
        <input
          id={id}
          value={name}
          onChange={(event) => setName(event.target.value)}
          placeholder="Name"
          maxLength={MAX_NAME}
          autoComplete="off"
        />
        <button type="submit" className="primary" disabled={name.trim() === ''}>
          {existing ? 'Replace' : 'Save'}
        </button>
      </div>
      <small className="clip">
        <UntrustedText text={describeSearch({ search })} />
      </small>
      {error && (
        <p className="notice" data-severity="error" role="alert">
          The search was not saved: {error}
        </p>
      )}
    </form>
  )
}
