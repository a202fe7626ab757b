// The saved searches of a list: open one, delete one, save the present search.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { SavedSearch } from '../../../../contract/search.ts'
import { useMay } from '../../http/access.ts'
import { messageOf } from '../../http/error-text.ts'
import { QueryState } from '../../http/query-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'
import { plainText, UntrustedText } from '../../ui/untrusted-text.tsx'
import { SaveSearchForm } from './save-search-form.tsx'
import {
  deleteSearch,
  describeSearch,
  filtersOf,
  isSameSearch,
  LIST_PATHS,
  saveSearch,
  savedSearchesQuery,
} from './saved-searches-query.ts'
import css from './saved-searches.module.css'
import type { ListFilters } from '../search-tokens.ts'

type Props = { list: SavedSearch['list']; filters: ListFilters; close: () => void }

export function SavedSearches({ list, filters, close }: Props) {
  const query = useQuery(savedSearchesQuery())
  const searches = query.data?.searches.filter((search) => search.list === list) ?? []
  const content = useRef<HTMLDivElement>(null)
  const mayChange = useMay('write')()
  const remove = useDelete(() => focusFirst(content.current))
  const isLoaded = !query.isPending
  useEffect(() => {
    if (isLoaded) focusFirst(content.current)
  }, [isLoaded])
  return (
    <div ref={content} className={css.content}>
      <QueryState query={query} label="saved searches" thin />
      {query.data && searches.length === 0 && (
        <p className={css.empty}>
          No saved searches of {list} yet. Everybody who uses this console sees and opens them.
        </p>
      )}
      {searches.length > 0 && (
        <ul onKeyDown={moveFocus}>
          {searches.map((search) => (
            <li key={search.id}>
              <SavedLink search={search} filters={filters} close={close} />
              {mayChange && (
                <button
                  type="button"
                  className="bare"
                  aria-label={`Delete ${plainText(search.name)}`}
                  title="Delete"
                  onClick={() => remove(search)}
                >
                  <Icon name="close" small />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {query.data && mayChange && (
        <SaveSearchForm list={list} filters={filters} searches={searches} close={close} />
      )}
    </div>
  )
}

type LinkProps = { search: SavedSearch; filters: ListFilters; close: () => void }

/** The time of the list stays. */
function SavedLink({ search, filters, close }: LinkProps) {
  const { range, from, to } = filters
  return (
    <Link
      to={LIST_PATHS[search.list]}
      search={{ ...filtersOf(search), range, from, to }}
      aria-current={isSameSearch(search, search.list, filters) || undefined}
      activeOptions={{ exact: true, includeSearch: true }}
      activeProps={{ 'aria-current': undefined }}
      onClick={close}
    >
      <span className={css.name}>
        <UntrustedText text={search.name} />
      </span>
      <small className="clip">
        <UntrustedText text={describeSearch(search)} />
      </small>
    </Link>
  )
}

/** Deletes a search, with a button to restore it. */
function useDelete(onDeleted: () => void): (search: SavedSearch) => void {
  const client = useQueryClient()
  const { showToast } = useToast()
  const refresh = () => client.invalidateQueries(savedSearchesQuery())
  const attempt = async (run: () => Promise<unknown>, failure: string) => {
    try {
      await run()
      await refresh()
      return true
    } catch (error) {
      showToast({ text: `${failure}: ${messageOf(error)}`, failed: true })
      return false
    }
  }
  const remove = async ({ id, name, list, search }: SavedSearch) => {
    if (!(await attempt(() => deleteSearch(id), 'The search was not deleted'))) return
    onDeleted()
    const restore = () => attempt(() => saveSearch({ name, list, search }), 'The search was not restored')
    showToast({
      text: `“${plainText(name)}” deleted`,
      action: { label: 'Undo', run: () => void restore() },
    })
  }
  return (search) => void remove(search)
}

function focusFirst(content: HTMLElement | null): void {
  content?.querySelector<HTMLElement>('a, input')?.focus()
}

/** Between the searches. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (by === undefined) return
  event.preventDefault()
  const links = [...event.currentTarget.querySelectorAll('a')]
  const index = links.findIndex((link) => link.parentElement?.contains(document.activeElement))
  links[(index + by + links.length) % links.length]?.focus()
}
