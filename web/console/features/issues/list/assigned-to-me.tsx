// A button of the list: only issues that are assigned to the reader.
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { IssueFilters } from '../../../search/filters.ts'
import { addTerm, hasTerm, removeTerm } from '../../../search/token-filters.ts'
import { Icon } from '../../../ui/icon.tsx'
import css from './list-tools.module.css'
import { hasNoName, NameForm } from '../../names/index.ts'
import { meQuery } from '../../../http/access.ts'

const TERM = { key: 'assignee', value: 'me' }

type Props = { filters: IssueFilters; change: (filters: IssueFilters) => void }

/** Whoever has no name is asked for it. */
export function AssignedToMe({ filters: { q }, change }: Props) {
  const me = useQuery(meQuery()).data
  const panelId = useId()
  const isPressed = hasTerm(q, TERM)
  const isNameless = !isPressed && me !== undefined && hasNoName(me)
  const show = () => change({ q: addTerm(q, TERM) })
  const toggle = () => {
    if (isPressed) change({ q: removeTerm(q, TERM) })
    else if (!isNameless) show()
  }
  return (
    <>
      <button
        type="button"
        id="assigned-to-me"
        className={`quiet ${css.mine}`}
        aria-pressed={isPressed}
        title="Only issues that are assigned to me (A)"
        popoverTarget={isNameless ? panelId : undefined}
        onClick={toggle}
      >
        <Icon name="user" small />
        <span className="wide-only">Assigned to me</span>
        <span className="visually-hidden narrow-only">Assigned to me</span>
      </button>
      {isNameless && (
        <div
          id={panelId}
          popover="auto"
          className="assign"
          onToggle={({ newState, currentTarget }) => {
            if (newState === 'open') currentTarget.querySelector('input')?.focus()
          }}
        >
          <NameForm action="Show my issues" onSaved={show} />
        </div>
      )}
    </>
  )
}
