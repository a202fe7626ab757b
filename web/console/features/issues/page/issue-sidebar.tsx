// Beside the stack trace: breakdowns of the issue, facts of the event, activity.
import type { Event, IssueAnswer } from '../../../../../contract/issues.ts'
import { Breakdowns } from './breakdowns.tsx'
import { EventFacts } from './event-facts.tsx'
import { IssueActivity } from './issue-activity.tsx'
import { MergedIssues } from './merged-issues.tsx'
import css from './issue-sidebar.module.css'

type Props = {
  answer: IssueAnswer
  event: Event
  unmerge: (fingerprint: string) => void
  merge: (into: string) => void
}

export function IssueSidebar({ answer, event, unmerge, merge }: Props) {
  return (
    <aside className={css.sidebar} aria-label="About this issue">
      <Breakdowns issue={answer.issue} event={event} />
      <EventFacts event={event} isLinked />
      <MergedIssues fingerprints={answer.merged ?? []} unmerge={unmerge} merge={merge} />
      <IssueActivity answer={answer} />
    </aside>
  )
}
