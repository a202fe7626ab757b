// One issue that changed with a release: its rate before and since.
import type { ReleaseChange, ReleaseChangesAnswer } from '../../../../contract/releases.ts'
import { formatCount } from '../../format/format-number.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { Age } from '../../ui/age.tsx'
import { isClosed, type IssueActions, IssueCell, SelectIssue, Status } from '../issues/index.ts'
import type { Roving } from '../../ui/roving.ts'
import { ReleaseMark } from '../../charts/release-mark.tsx'
import { chartTimes } from '../../charts/trend.tsx'
import { Bars } from '../../charts/spark-line.tsx'
import type { ChangeName } from './change-groups.ts'
import { ChangeLabel } from './change-label.tsx'
import css from './changed-issues.module.css'

type Props = {
  change: ReleaseChange
  name: ChangeName
  answer: ReleaseChangesAnswer
  index: number
  roving: Roving
  actions: IssueActions
}

export function ChangedIssueRow({ change, name, answer, index, roving, actions }: Props) {
  const { issue, before, since, users } = change
  const isQuiet = name === 'quiet'
  const isSelected = actions.selectedIds.has(issue.id)
  const deployBar = barOf(answer.since.from, issue.trend)
  return (
    <tr {...roving.rowProps(index)} aria-selected={isSelected}>
      <SelectIssue issue={issue} actions={actions} tabIndex={roving.tabIndexOf(index)} />
      <td className={css.state}>
        <ChangeLabel name={name} factor={before === 0 ? null : since / before} />
      </td>
      <td className={css.what}>
        <IssueCell issue={issue} tabIndex={roving.tabIndexOf(index)}>
          {isClosed(issue.status) && <Status status={issue.status} />}
          {issue.assignee && (
            <>
              {' '}
              assigned to <UntrustedText text={issue.assignee} />
            </>
          )}
        </IssueCell>
      </td>
      <td className={css.trend}>
        <div className={css.spark}>
          <Bars
            values={issue.trend.map(({ count }) => count)}
            classOf={(bar) => (!isQuiet && bar >= deployBar ? 'hot' : undefined)}
          />
          <DeployMark change={change} deployed={answer.since.from} />
        </div>
      </td>
      <td className={`num ${css.rate} ${before === 0 ? 'faint' : ''}`}>{formatRate(before)}</td>
      <td className={`num ${css.rate} ${since === 0 ? 'faint' : css.since}`}>{formatRate(since)}</td>
      <td className={`num ${css.users} ${users === 0 ? 'faint' : ''}`}>{formatCount(users)}</td>
      <td className={css.seen}>
        <Age at={issue.lastSeen} /> ago
        <small>
          first <Age at={issue.firstSeen} /> ago
        </small>
      </td>
    </tr>
  )
}

/** The index of the bar of the deploy: the bars before it are of the previous release. */
function barOf(deploy: string, trend: ReleaseChange['issue']['trend']): number {
  const times = chartTimes(trend)
  return times ? Math.floor((Date.parse(deploy) - times.start) / times.step) : 0
}

/** Marks the deploy in the sparkline. */
function DeployMark({ change: { issue }, deployed }: { change: ReleaseChange; deployed: string }) {
  const times = chartTimes(issue.trend)
  if (!times) return null
  const position = (Date.parse(deployed) - times.start) / (times.end - times.start)
  if (position < 0 || position > 1) return null
  return <ReleaseMark position={position} />
}

/** Events per hour: `448`, `4.2`, `0.04`. */
function formatRate(rate: number): string {
  if (rate === 0) return '0'
  if (rate >= 9.95) return formatCount(rate)
  return rate >= 0.095 ? rate.toFixed(1) : rate.toFixed(2)
}
