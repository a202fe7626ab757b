// The open issues of the reader, those that changed first.
import { Link } from '@tanstack/react-router'
import type { Today, TodayIssue } from '../../../../contract/today.ts'
import { formatCount, pluralize } from '../../format/format-number.ts'
import { filterFor } from '../../search/search-query.ts'
import { ErrorTitle } from '../../ui/error-title.tsx'
import { Age } from '../../ui/age.tsx'
import { firstLine } from '../issues/index.ts'
import { ChangeLabel } from '../releases/index.ts'
import css from './today.module.css'

/** Nothing where the reader has no name, or the person has no open issue. */
export function AssignedIssues({ assigned }: Pick<Today, 'assigned'>) {
  if (!assigned || assigned.open === 0) return null
  const { open, changed, issues } = assigned
  return (
    <section aria-labelledby="assigned">
      <header className={css.heading}>
        <h2 id="assigned">Assigned to you</h2>
        <small className="faint">
          {formatCount(open)} open, {formatCount(changed)} changed
        </small>
        <Link to="/" search={filterFor('assignee', 'me')} className="push">
          all {formatCount(open)}
        </Link>
      </header>
      {issues.length === 0 ? (
        <p className="caption">None of them came in this time.</p>
      ) : (
        <ul className={css.lines}>
          {issues.map((item) => (
            <Line key={item.issue.id} item={item} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({ item: { issue, change, usual } }: { item: TodayIssue }) {
  return (
    <li>
      <Link to="/issues/$id" params={{ id: issue.id }} className="clip">
        <ErrorTitle type={issue.type} message={firstLine(issue.message)} />
      </Link>
      <span className={`faint ${css.fact}`}>
        {change && <ChangeLabel name={change} factor={usual ? issue.count / usual : null} />}
        <span>
          {pluralize(issue.count, 'event')}, last <Age at={issue.lastSeen} /> ago
        </span>
      </span>
    </li>
  )
}
