// The issues that changed with a release, in four groups: new, back, louder, quiet.
import { Link } from '@tanstack/react-router'
import type { ReleaseChange, ReleaseChangesAnswer, ReleaseGroup } from '../../../../contract/releases.ts'
import { formatCount, pluralize } from '../../format/format-number.ts'
import { plainText } from '../../ui/untrusted-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Roving } from '../../ui/roving.ts'
import { Empty } from '../../ui/empty.tsx'
import { type IssueActions, SelectAll } from '../issues/index.ts'
import { groupsOf } from './change-groups.ts'
import { ChangedIssueRow } from './changed-issue-row.tsx'
import css from './changed-issues.module.css'

type Props = {
  answer: ReleaseChangesAnswer
  roving: Roving
  actions: IssueActions
  setTable: (table: HTMLTableElement | null) => void
}

export function ChangedIssues({ answer, roving, actions, setTable }: Props) {
  const groups = groupsOf(answer)
  const broken = answer.new.total + answer.back.total + answer.louder.total
  return (
    <>
      {broken === 0 && <NoRegressions answer={answer} />}
      {groups.length > 0 && (
        <table
          ref={setTable}
          className={`cards rows ${css.issues}`}
          aria-label={`Issues that changed with ${plainText(answer.release.release)}`}
        >
          <thead>
            <tr>
              <SelectAll actions={actions} />
              <th className={css.state}>Change</th>
              <th>Issue</th>
              <th className={css.trend}>Before and since</th>
              <th className={`num ${css.rate}`} title="Events per hour before the release">
                Before, 1 h
              </th>
              <th className={`num ${css.rate}`} title="Events per hour since the release">
                Since, 1 h
              </th>
              <th className={`num ${css.users}`}>Users</th>
              <th className={css.seen}>First or last seen</th>
            </tr>
          </thead>
          {groups.map(({ name, title, status, icon, text, content, first }) => (
            <tbody key={name}>
              <tr className={`row-group ${css.group}`} id={name}>
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
                  actions={actions}
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

function NoRegressions({ answer }: { answer: ReleaseChangesAnswer }) {
  return (
    <Empty
      title={
        <>
          <Icon name="resolved" /> No new, regressed or more frequent issues
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
    <p className={`caption ${css.below}`}>
      {pluralize(others, 'other issue is', 'other issues are')} as frequent as before:{' '}
      <Link to="/" search={search}>
        show the issues of this period
      </Link>
    </p>
  )
}

/**
 * Rule of three: in n sessions, an error that affects 1 of n/3 sessions appears with a probability of 95 %.
 */
const RULE_OF_THREE = 3

/** How rare an error can be to still appear in this number of sessions. */
function describeSensitivity({ release }: ReleaseChangesAnswer): string {
  const { sessions } = release
  if (sessions < 2 * RULE_OF_THREE) return 'Few sessions so far: errors may still appear.'
  const rarest = formatCount(Math.floor(sessions / RULE_OF_THREE))
  const total = `${formatCount(sessions)} sessions so far`
  return `${total}: an error in 1 of ${rarest} sessions would likely have appeared.`
}
