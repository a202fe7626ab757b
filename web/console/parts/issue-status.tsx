import type { IssueStatus } from '../../../store/api/contract.ts'
import { Icon } from './icon.tsx'

export const STATUS_WORDS: Record<IssueStatus, string> = {
  new: 'New',
  regressed: 'Regressed',
  ongoing: 'Ongoing',
  resolved: 'Resolved',
  ignored: 'Ignored',
}

/** Glyph and word, never colour alone. */
export function Status({ status }: { status: IssueStatus }) {
  return (
    <span className="status" data-status={status}>
      <Icon name={status} small />
      {STATUS_WORDS[status]}
    </span>
  )
}

/** OpenTelemetry's numbers (1 to 24) as the words of this console. */
export function severityOf(number: number): 'fatal' | 'error' | 'warn' {
  if (number >= 21) return 'fatal'
  return number >= 17 || number === 0 ? 'error' : 'warn'
}
