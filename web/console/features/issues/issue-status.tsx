// The status of an issue as icon and text, never as colour alone.
import type { IssueStatus } from '../../../../contract/issues.ts'
import { Icon } from '../../ui/icon.tsx'

const LABELS: Record<IssueStatus, string> = {
  new: 'New',
  regressed: 'Regressed',
  ongoing: 'Ongoing',
  resolved: 'Resolved',
  ignored: 'Ignored',
}

export function Status({ status }: { status: IssueStatus }) {
  return (
    <span className="status" data-status={status}>
      <Icon name={status} small />
      {LABELS[status]}
    </span>
  )
}

/** Actions offer to reopen these. */
export function isClosed(status: IssueStatus): boolean {
  return status === 'resolved' || status === 'ignored'
}

/** New and regressed issues need attention: charts show them in red. */
export function needsAttention(status: IssueStatus): boolean {
  return status === 'new' || status === 'regressed'
}
