// The actions that change issues, one entry each: key, control, and text for undo. The issue list, the
// selection bar, the issue page, the palette and the list of recent actions read this table.
import type { ReactNode } from 'react'
import type { Issue, IssueChange } from '../../../../contract/issues.ts'
import type { Shortcut } from '../../app/shortcuts.ts'
import { pluralize } from '../../format/format-number.ts'
import { formatShortDateTime } from '../../format/format-time.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { plainText, UntrustedText } from '../../ui/untrusted-text.tsx'
import { openTicketMenu, TicketButton } from '../tickets/index.ts'
import { ticketName } from '../../../../contract/ticket-url.ts'
import { AssignForm, openAssignForm } from './assign-form.tsx'
import { IgnoreMenu, openIgnoreMenu } from './ignore-menu.tsx'
import { isClosed } from './issue-status.tsx'

/** Characters of a message in the name of an issue. */
const MAX_NAME = 120

/** Where the controls are: in the bar of a selection, or in the header of one issue. */
type Scope = 'bar' | 'page'

type ControlProps = {
  id: string
  scope: Scope
  issues: Issue[]
  change: (change: IssueChange) => void
}

/** `changeOf`: the key changes the issues at once. `open`: it opens the control with this id. */
type IssueAction = {
  name: string
  /** Missing: both. */
  scope?: Scope
  keys: string
  icon: IconName
  label: (issues: Issue[]) => string
  Control: (props: ControlProps) => ReactNode
  /** What follows the name of the issue in the text for undo; null for changes of other actions. */
  describe: (change: IssueChange) => string | null
} & (
  | { changeOf: (issues: Issue[]) => IssueChange; open?: undefined }
  | { open: (id: string) => void; changeOf?: undefined }
)

const ISSUE_ACTIONS: IssueAction[] = [
  {
    name: 'status',
    keys: 'e',
    icon: 'resolved',
    label: (issues) => (areClosed(issues) ? 'reopen' : 'resolve'),
    changeOf: toggleStatus,
    Control: StatusControl,
    describe: ({ status, inNextRelease }) => {
      if (status === 'open') return 'reopened'
      if (status !== 'resolved') return null
      return inNextRelease ? 'resolved in the next release' : 'resolved'
    },
  },
  {
    name: 'ignore',
    keys: 'i',
    icon: 'ignored',
    label: () => 'ignore until…',
    open: openIgnoreMenu,
    Control: IgnoreControl,
    describe: ({ status, until }) => (status === 'ignored' ? describeIgnored(until) : null),
  },
  {
    name: 'assign',
    keys: 'a',
    icon: 'user',
    label: () => 'assign',
    open: openAssignForm,
    Control: AssignControl,
    describe: ({ assignee }) => {
      if (assignee === undefined) return null
      return assignee === null ? 'unassigned' : `assigned to ${assignee}`
    },
  },
  {
    name: 'ticket',
    scope: 'page',
    keys: 'T',
    icon: 'out',
    label: ([issue]) => (issue?.ticket ? `ticket ${ticketName(issue.ticket)}` : 'create or link a ticket'),
    open: openTicketMenu,
    Control: TicketControl,
    describe: ({ ticket }) => {
      if (ticket === undefined) return null
      return ticket === null ? 'unlinked from its ticket' : `linked to ${ticketName(ticket)}`
    },
  },
]

/** The button that keeps the focus after a change on the issue page. */
export const STATUS_BUTTON_ID = `${controlId('page', 'status')}-button`

export function IssueControls(props: Omit<ControlProps, 'id'>) {
  return actionsOf(props.scope).map(({ name, Control }) => (
    <Control key={name} id={controlId(props.scope, name)} {...props} />
  ))
}

type ShortcutsInput = Omit<ControlProps, 'id'> & { count?: number }

/** `count`: of the issues that change. `show` makes a control visible before it is opened. */
export function actionShortcuts(
  { scope, issues, change, count = issues.length }: ShortcutsInput,
  show: (open: () => void) => void = (open) => open(),
): Shortcut[] {
  return actionsOf(scope).map(({ name, keys, icon, label, changeOf, open }) => ({
    keys,
    icon,
    label: label(issues),
    ...(issues.length > 0 && { subject: nameOf(issues, count) }),
    run: () => (changeOf ? change(changeOf(issues)) : show(() => open(controlId(scope, name)))),
  }))
}

/** `TypeError x is not a function`, `3 issues`. */
function nameOf([issue]: Issue[], count: number): string {
  if (count !== 1 || !issue) return pluralize(count, 'issue')
  return `${plainText(issue.type, 'Error')} ${plainText(issue.message.slice(0, MAX_NAME))}`
}

/** `TypeError assigned to Ada`. */
export function describeChange(subject: string, change: IssueChange): string {
  const parts = ISSUE_ACTIONS.map(({ describe }) => describe(change)).filter((part) => part !== null)
  return `${subject} ${parts.join(', ')}`
}

function actionsOf(scope: Scope): IssueAction[] {
  return ISSUE_ACTIONS.filter((action) => action.scope === undefined || action.scope === scope)
}

function controlId(scope: Scope, name: string): string {
  return `${scope}-${name}`
}

function areClosed(issues: Issue[]): boolean {
  return issues.length > 0 && issues.every(({ status }) => isClosed(status))
}

function toggleStatus(issues: Issue[]): IssueChange {
  return { status: areClosed(issues) ? 'open' : 'resolved' }
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
      {!closed && <ResolveMenu id={`${id}-menu`} change={change} />}
    </span>
  ) : (
    button
  )
}

function ResolveMenu({ id, change }: Pick<ControlProps, 'id' | 'change'>) {
  return (
    <>
      <button
        type="button"
        className="primary only-icon"
        aria-label="More resolve options"
        title="More resolve options"
        popoverTarget={id}
      >
        <Icon name="down" small />
      </button>
      <Menu
        id={id}
        label="Resolve"
        actions={{
          'Resolve in the next release': () => change({ status: 'resolved', inNextRelease: true }),
        }}
      />
    </>
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
  const form = { id, assign: (name: string | null) => change({ assignee: name }) }
  if (scope === 'bar')
    return (
      <AssignForm {...form} className="quiet" assignee={others.length === 0 ? assignee : undefined}>
        Assign <kbd>a</kbd>
      </AssignForm>
    )
  return (
    <AssignForm {...form} assignee={assignee}>
      <span className="button-text">
        <UntrustedText text={assignee ?? 'Assign'} />
      </span>
    </AssignForm>
  )
}

function TicketControl({ id, issues: [issue], change }: ControlProps) {
  return issue && <TicketButton id={id} issue={issue} change={change} />
}

function describeIgnored(until: IssueChange['until']): string {
  if (!until) return 'ignored'
  if ('at' in until) return `ignored until ${formatShortDateTime(until.at, Date.now())}`
  const condition =
    'events' in until ? pluralize(until.events, 'more event') : pluralize(until.users, 'more user')
  return `ignored until ${condition}`
}
