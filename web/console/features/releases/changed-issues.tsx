// The issues that changed with a release, in four groups: new, back, louder, quiet since.
import { Link } from '@tanstack/react-router'
import type { ReleaseChange, ReleaseChangesAnswer, ReleaseGroup } from '../../../../contract/releases.ts'
import { formatCount, pluralize } from '../../format/format-number.ts'
import { plainText } from '../../ui/untrusted-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Roving } from '../../ui/roving.ts'
import { Empty } from '../../ui/empty.tsx'
import type { IssueActs } from '../issues/list/use-issue-acts.ts'
import { groupsOf } from './change-groups.ts'
import { ChangedIssueRow } from './changed-issue-row.tsx'
import { describeSensitivity } from './sensitivity.ts'
import css from './changed-issues.module.css'

type Props = {
  answer: ReleaseChangesAnswer
  roving: Roving
  acts: IssueActs
  setTable: (table: HTMLTableElement | null) => void
}

export function ChangedIssues({ answer, roving, acts, setTable }: Props) {
  const groups = groupsOf(answer)
  const broken = answer.new.total + answer.back.total + answer.louder.total
  return (
    <>
      {broken === 0 && <NothingBroken answer={answer} />}
      {groups.length > 0 && (
        <table
          ref={setTable}
          className={css.issues}
          aria-label={`Issues that changed with ${plainText(answer.release.release)}`}
        >
          <thead>
            <tr>
              <th className={css.select}>
                <input
                  type="checkbox"
                  aria-label="Select all shown"
                  checked={acts.issues.every(({ id }) => acts.selectedIds.has(id))}
                  onChange={(event) => acts.selectAll(event.target.checked)}
                />
              </th>
              <th className={css.state}>Change</th>
              <th>Issue</th>
              <th className={css.trend}>Before and since</th>
              <th className={`num ${css.rate}`} title="Events an hour before the release">
                Before, 1 h
              </th>
              <th className={`num ${css.rate}`} title="Events an hour since the release">
                Since, 1 h
              </th>
              <th className={`num ${css.users}`}>Users</th>
              <th className={css.seen}>First or last seen</th>
            </tr>
          </thead>
          {groups.map(({ name, title, status, icon, text, content, first }) => (
            <tbody key={name}>
              <tr className={css.group} id={name}>
                <th colSpan={6} scope="rowgroup">
                  <span className="status" data-status={status}>
                    <Icon name={icon} small />
                  </span>{' '}
                  <b>{title}</b> · {pluralize(content.total, 'issue')} {text}
                  {shownOf(content)}
                </th>
              </tr>
              {content.issues.map((change: ReleaseChange, index) => (
                <ChangedIssueRow
                  key={change.issue.id}
                  change={change}
                  name={name}
                  answer={answer}
                  index={first + index}
                  roving={roving}
                  acts={acts}
                />
              ))}
            </tbody>
          ))}
        </table>
      )}
      <Others answer={answer} />
    </>
  )
}

function shownOf({ total, issues }: ReleaseGroup): string {
  return issues.length < total ? `, ${formatCount(issues.length)} shown` : ''
}

function NothingBroken({ answer }: { answer: ReleaseChangesAnswer }) {
  return (
    <Empty
      title={
        <>
          <Icon name="resolved" /> No new issue, none that came back, none louder
        </>
      }
    >
      {describeSensitivity(answer)}
    </Empty>
  )
}

function Others({ answer: { others, release, since } }: { answer: ReleaseChangesAnswer }) {
  if (others === 0) return null
  const search = { service: release.service, from: since.from, to: since.to }
  return (
    <p className={css.below}>
      {pluralize(others, 'other issue comes', 'other issues come')} as often as before:{' '}
      <Link to="/" search={search}>
        show the issues of this time
      </Link>
    </p>
  )
}
