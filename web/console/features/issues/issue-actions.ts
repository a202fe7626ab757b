// The actions that change issues, one entry each: key, control, and text for undo. The issue list, the
// selection bar, the issue page, the palette and the list of recent actions read this table. The controls are
// in `issue-controls.tsx`, under the same names.
import type { Issue, IssueChange } from '../../../../contract/issues.ts'
import type { Shortcut } from '../../app/shortcuts.ts'
import { pluralize } from '../../format/format-number.ts'
import { formatShortDateTime } from '../../format/format-time.ts'
import type { IconName } from '../../ui/icon.tsx'
import { plainText } from '../../ui/untrusted-text.tsx'
import { ticketName } from '../../../../contract/ticket-name.ts'
import { isClosed } from './issue-status.tsx'

/** Characters of a message in the name of an issue. */
const MAX_NAME = 120

/** Where the controls are: in the bar of a selection, or in the header of one issue. */
export type Scope = 'bar' | 'page'
export type ActionName = 'status' | 'ignore' | 'assign' | 'ticket'

/** `changeOf`: the key changes the issues at once. `open`: it opens the control with this id. */
type IssueAction = {
  name: ActionName
  /** Missing: both. */
  scope?: Scope
  keys: string
  icon: IconName
  label: (issues: Issue[]) => string
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
    describe: ({ status, inNextRelease, inRelease }) => {
      if (status === 'open') return 'reopened'
      if (status !== 'resolved') return null
      if (inRelease) return `resolved in release ${plainText(inRelease)}`
      return inNextRelease ? 'resolved in the next release' : 'resolved'
    },
  },
  {
    name: 'ignore',
    keys: 'i',
    icon: 'ignored',
    label: () => 'ignore until…',
    open: openMenu,
    describe: ({ status, until }) => (status === 'ignored' ? describeIgnored(until) : null),
  },
  {
    name: 'assign',
    keys: 'a',
    icon: 'user',
    label: () => 'assign',
    open: openControl,
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
    open: openControl,
    describe: ({ ticket }) => {
      if (ticket === undefined) return null
      return ticket === null ? 'unlinked from its ticket' : `linked to ${ticketName(ticket)}`
    },
  },
]

/** The button that keeps the focus after a change on the issue page. */
export const STATUS_BUTTON_ID = `${controlId('page', 'status')}-button`

type ShortcutsInput = {
  scope: Scope
  issues: Issue[]
  change: (change: IssueChange) => void
  count?: number
}

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

export function actionsOf(scope: Scope): IssueAction[] {
  return ISSUE_ACTIONS.filter((action) => action.scope === undefined || action.scope === scope)
}

export function controlId(scope: Scope, name: ActionName): string {
  return `${scope}-${name}`
}

export function areClosed(issues: Issue[]): boolean {
  return issues.length > 0 && issues.every(({ status }) => isClosed(status))
}

export function toggleStatus(issues: Issue[]): IssueChange {
  return { status: areClosed(issues) ? 'open' : 'resolved' }
}

function describeIgnored(until: IssueChange['until']): string {
  if (!until) return 'ignored'
  if ('at' in until) return `ignored until ${formatShortDateTime(until.at, Date.now())}`
  const condition =
    'events' in until ? pluralize(until.events, 'more event') : pluralize(until.users, 'more user')
  return `ignored until ${condition}`
}

/** The button of a control has its id with `-button`. */
function openControl(id: string): void {
  document.getElementById(`${id}-button`)?.click()
}

/** Focuses its first option. */
function openMenu(id: string): void {
  openControl(id)
  document.getElementById(id)?.querySelector('button')?.focus()
}
