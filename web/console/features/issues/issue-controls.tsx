// The controls of the actions on issues: buttons, menus and forms.
import type { ReactNode } from 'react'
import type { Issue, IssueChange } from '../../../../contract/issues.ts'
import { Icon } from '../../ui/icon.tsx'
import { plainText, UntrustedText } from '../../ui/untrusted-text.tsx'
import { TicketButton } from '../tickets/index.ts'
import { AssignForm } from './assign-form.tsx'
import { IgnoreMenu } from './ignore-menu.tsx'
import {
  type ActionName,
  actionsOf,
  areClosed,
  controlId,
  type Scope,
  toggleStatus,
} from './issue-actions.ts'
import { ResolveMenu } from './resolve-menu.tsx'

type ControlProps = {
  id: string
  scope: Scope
  issues: Issue[]
  change: (change: IssueChange) => void
}

const CONTROLS: Record<ActionName, (props: ControlProps) => ReactNode> = {
  status: StatusControl,
  ignore: IgnoreControl,
  assign: AssignControl,
  ticket: TicketControl,
}

export function IssueControls(props: Omit<ControlProps, 'id'>) {
  return actionsOf(props.scope).map(({ name }) => {
    const Control = CONTROLS[name]
    return <Control key={name} id={controlId(props.scope, name)} {...props} />
  })
}

/** One button for both statuses, so that it keeps the focus. */
function StatusControl({ id, scope, issues, change }: ControlProps) {
  const closed = areClosed(issues)
  const isPage = scope === 'page'
  const button = (
    <button
      type="button"
      id={`${id}-button`}
      className={isPage ? (closed ? '' : 'primary') : 'quiet'}
      onClick={() => change(toggleStatus(issues))}
    >
      <Icon name={closed ? 'refresh' : 'resolved'} />
      {closed ? 'Reopen' : 'Resolve'} {!isPage && <kbd>e</kbd>}
    </button>
  )
  return isPage ? (
    <span className={closed ? undefined : 'joined'}>
      {button}
      {!closed && issues[0] && <ResolveMenu id={`${id}-menu`} issue={issues[0]} change={change} />}
    </span>
  ) : (
    button
  )
}

function IgnoreControl({ id, scope, issues, change }: ControlProps) {
  if (scope === 'bar')
    return (
      <IgnoreMenu id={id} className="quiet" onChange={change}>
        Ignore <kbd>i</kbd>
      </IgnoreMenu>
    )
  if (issues.every(({ status }) => status === 'ignored')) return null
  return (
    <IgnoreMenu id={id} onChange={change}>
      <span className="button-text">Ignore until…</span>
    </IgnoreMenu>
  )
}

function AssignControl({ id, scope, issues, change }: ControlProps) {
  const [assignee, ...others] = new Set(issues.map((issue) => issue.assignee))
  const services = [...new Set(issues.map(({ service }) => service))]
  const form = { id, services, assign: (name: string | null) => change({ assignee: name }) }
  if (scope === 'bar')
    return (
      <AssignForm {...form} className="quiet" assignee={others.length === 0 ? assignee : undefined}>
        Assign <kbd>a</kbd>
      </AssignForm>
    )
  return (
    <AssignForm {...form} issue={issues[0]?.id} assignee={assignee}>
      <span className="button-text clip short" title={plainText(assignee ?? '') || undefined}>
        <UntrustedText text={assignee ?? 'Assign'} />
      </span>
    </AssignForm>
  )
}

function TicketControl({ id, issues: [issue], change }: ControlProps) {
  return issue && <TicketButton id={id} issue={issue} change={change} />
}
