// The issues that are new, back or louder, and the names of those that are quiet.
import { Link } from '@tanstack/react-router'
import type { Today, TodayGroup, TodayIssue } from '../../../../contract/today.ts'
import { Sparkline } from '../../charts/spark-line.tsx'
import { formatCount, formatFew, pluralize } from '../../format/format-number.ts'
import { Age } from '../../ui/age.tsx'
import { Count } from '../../ui/count.tsx'
import { ErrorTitle } from '../../ui/error-title.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { Roving } from '../../ui/roving.ts'
import { ServiceName } from '../../ui/service-name.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import {
  firstLine,
  isClosed,
  type IssueActions,
  IssueCell,
  SelectAll,
  SelectIssue,
  Status,
} from '../issues/index.ts'
import { ChangeLabel } from '../releases/index.ts'
import css from './today.module.css'

type GroupName = 'new' | 'back' | 'louder'
type Group = { name: GroupName; title: string; text: string; status: string; icon: IconName }

const GROUPS: Group[] = [
  { name: 'new', title: 'New', text: 'never seen before', status: 'new', icon: 'new' },
  { name: 'back', title: 'Back', text: 'that had been resolved', status: 'regressed', icon: 'regressed' },
  {
    name: 'louder',
    title: 'Louder',
    text: 'at three times their usual number of events, or more',
    status: 'ongoing',
    icon: 'paint',
  },
]

/** In the order of the table. */
export function listedIssues(answer: Today | undefined): TodayIssue[] {
  return answer ? GROUPS.flatMap(({ name }) => answer[name].issues) : []
}

type Props = {
  answer: Today
  /** As the heading of the screen has it. */
  since: string
  roving: Roving
  actions: IssueActions
  setTable: (table: HTMLTableElement | null) => void
}

export function ChangedIssues({ answer, since, roving, actions, setTable }: Props) {
  const order = listedIssues(answer)
  return (
    <table ref={setTable} className={`cards rows ${css.issues}`} aria-label="New, back and louder issues">
      <thead>
        <tr>
          <SelectAll actions={actions} />
          <th className={css.state}>Change</th>
          <th>Issue</th>
          <th className={`clip ${css.trend}`}>Since {since}</th>
          <th className={`num ${css.events}`}>Events</th>
          <th className={`num ${css.seen}`}>Last / first seen</th>
        </tr>
      </thead>
      {GROUPS.filter(({ name }) => answer[name].total > 0).map((group) => (
        <tbody key={group.name}>
          <GroupHeading group={group} content={answer[group.name]} />
          {answer[group.name].issues.map((item) => (
            <Row
              key={item.issue.id}
              item={item}
              name={group.name}
              index={order.indexOf(item)}
              roving={roving}
              actions={actions}
            />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function GroupHeading({ group, content }: { group: Group; content: TodayGroup }) {
  const { total, issues } = content
  return (
    <tr className={`row-group ${css.group}`}>
      <th colSpan={6} scope="rowgroup">
        <span className="status" data-status={group.status}>
          <Icon name={group.icon} small />
        </span>{' '}
        <b>{group.title}</b> · {formatCount(total)} {group.text}
        {issues.length < total && `, the ${formatCount(issues.length)} largest shown`}
      </th>
    </tr>
  )
}

type RowProps = { item: TodayIssue; name: GroupName; index: number; roving: Roving; actions: IssueActions }

function Row({ item, name, index, roving, actions }: RowProps) {
  const { issue, usual } = item
  const isSelected = actions.selectedIds.has(issue.id)
  return (
    <tr {...roving.rowProps(index)} aria-selected={isSelected}>
      <SelectIssue issue={issue} actions={actions} tabIndex={roving.tabIndexOf(index)} />
      <td className={css.state}>
        <ChangeLabel name={name} factor={usual ? issue.count / usual : null} />
      </td>
      <td className={css.what}>
        <IssueCell issue={issue} tabIndex={roving.tabIndexOf(index)}>
          <ServiceName name={issue.service} /> {isClosed(issue.status) && <Status status={issue.status} />}
          {issue.assignee && (
            <>
              {' '}
              · assigned to <UntrustedText text={issue.assignee} />
            </>
          )}
        </IssueCell>
      </td>
      <td className={css.trend}>
        <Sparkline buckets={issue.trend} hot />
      </td>
      <td className={`num ${css.events}`}>
        <Count value={issue.count} noun="event" />
        <small>{pluralize(issue.users, 'user')}</small>
      </td>
      <td className={`num ${css.seen}`}>
        <Age at={issue.lastSeen} />
        <small className="wide-only">
          <Age at={issue.firstSeen} />
        </small>
      </td>
    </tr>
  )
}

export function QuietIssues({ group, since }: { group: TodayGroup; since: string }) {
  if (group.total === 0) return null
  const { issues, total } = group
  return (
    <Fold
      className={css.quiet}
      title={`Quiet since ${since}: ${pluralize(total, 'issue')} that usually come in these hours`}
    >
      <ul className={css.lines}>
        {issues.map(({ issue, usual }) => (
          <li key={issue.id}>
            <Link to="/issues/$id" params={{ id: issue.id }} className="clip">
              <ErrorTitle type={issue.type} message={firstLine(issue.message)} />
            </Link>
            <span className="faint">
              usually {formatFew(usual ?? 0)}, last <Age at={issue.lastSeen} /> ago
            </span>
          </li>
        ))}
      </ul>
      {issues.length < total && (
        <p className="caption">
          {formatCount(issues.length)} of {formatCount(total)} shown.
        </p>
      )}
    </Fold>
  )
}
