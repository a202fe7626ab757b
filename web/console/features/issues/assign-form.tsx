// The button that assigns issues, and its list of names, with "me" first. `assignee`: undefined if the issues
// have different ones.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { IssueAnswer } from '../../../../contract/issues.ts'
import { serviceSettingsQuery } from '../../search/option-queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { OptionList, useOptions } from '../../ui/option-list.tsx'
import { NameForm, personNamesQuery } from '../names/index.ts'
import { type AssigneeOption, assigneeOptions } from './assignee-options.ts'

type Props = {
  id: string
  assignee: string | null | undefined
  /** One of them, whose page may be loaded: owners of its code come first. */
  issue?: string | undefined
  /** Of the issues: people must be able to view them. */
  services: string[]
  assign: (assignee: string | null) => void
  className?: string
  children: ReactNode
}

export function AssignForm({ id, assignee, issue, services, assign, className, children }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [isUnnamed, setUnnamed] = useState(false)
  const names = useQuery({ ...personNamesQuery(services), enabled: isOpen }).data
  const owners = [...new Set([...useCodeOwners(issue), ...useOwners(services, isOpen)])]
  const save = (name: string | null) => {
    panel.current?.hidePopover()
    button.current?.focus()
    assign(name)
  }
  const accept = ({ name }: AssigneeOption) => {
    if (name === undefined) setUnnamed(true)
    else save(name)
  }
  const list = useOptions(assigneeOptions({ names, owners, text, assignee }), accept)
  const onToggle = (isShown: boolean) => {
    setOpen(isShown)
    setText('')
    setUnnamed(false)
    list.reset()
    if (isShown) input.current?.focus()
    else if (document.activeElement === document.body) button.current?.focus()
  }
  return (
    <>
      <button ref={button} type="button" id={`${id}-button`} className={className} popoverTarget={id}>
        <Icon name="user" />
        {children}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="assign"
        onToggle={({ newState }) => onToggle(newState === 'open')}
      >
        {isUnnamed ? (
          <NameForm action="Assign to me" isFirst onSaved={save} />
        ) : (
          <>
            <label htmlFor={`${id}-name`}>Assign to</label>
            <input
              ref={input}
              id={`${id}-name`}
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                list.reset()
              }}
              onKeyDown={list.onKeyDown}
              placeholder="Name"
              maxLength={100}
              autoComplete="off"
              role="combobox"
              aria-expanded={list.options.length > 0}
              {...list.fieldProps}
            />
            <OptionList label="Names" list={list} />
          </>
        )}
      </div>
    </>
  )
}

/** The owners of the code of an issue, as far as its page is loaded. */
function useCodeOwners(issue: string | undefined): string[] {
  const pages = useQueryClient().getQueriesData<IssueAnswer>({ queryKey: ['issue', issue] })
  return pages.flatMap(([, answer]) => answer?.owners ?? [])
}

/** The owners of the services, which the settings name. */
function useOwners(services: string[], isOpen: boolean): string[] {
  const all = useQuery({ ...serviceSettingsQuery(), enabled: isOpen }).data?.services ?? []
  const own = all.filter(({ service }) => services.includes(service))
  return [...new Set(own.flatMap((settings) => settings.owners))]
}
