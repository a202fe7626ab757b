import { Link } from '@tanstack/react-router'
import type { Issue } from '../../../../store/api/contract.ts'
import { count } from '../../format-number.ts'
import { Ago } from '../../parts/age.tsx'
import { Service } from '../../parts/service-name.tsx'
import { Sparkline } from './sparkline.tsx'
import { Status } from '../../parts/issue-status.tsx'
import css from './issues.module.css'

type Props = {
  issue: Issue
  index: number
  now: number
  current: boolean
  tabIndex: number
  selected: boolean
  select: () => void
  arrive: () => void
}

export function IssueRow({ issue, index, now, current, tabIndex, selected, select, arrive }: Props) {
  const [file, place] = issue.culprit.split(' · ')
  return (
    <tr data-row={index} aria-current={current || undefined} aria-selected={selected} onFocus={arrive}>
      <td className={css.pick}>
        <input
          type="checkbox"
          aria-label={`Select ${issue.type} ${issue.message.slice(0, 80)}`}
          checked={selected}
          onChange={select}
          tabIndex={tabIndex}
        />
      </td>
      <td className={css.state}>
        <Status status={issue.status} />
      </td>
      <td className={css.what}>
        <Link to="/issues/$id" params={{ id: issue.id }} className="clip" tabIndex={tabIndex}>
          <b>{issue.type || 'Error'}</b> <bdi>{firstLine(issue.message)}</bdi>
        </Link>
        <p className="clip">
          {file && (
            <code>
              {file}
              {place && ` · ${place}`}
            </code>
          )}
          <Service name={issue.service} />
        </p>
      </td>
      <td className={css.trend}>
        <Sparkline
          buckets={issue.trend}
          hot={issue.status === 'new' || issue.status === 'regressed'}
          total={issue.count}
        />
      </td>
      <td className={`num ${css.events}`}>{count(issue.count)}</td>
      <td className={`num ${css.users} ${issue.users === 0 ? 'faint' : ''}`}>{count(issue.users)}</td>
      <td className={`num ${css.seen}`}>
        <Ago at={issue.lastSeen} now={now} />
        <small>
          <Ago at={issue.firstSeen} now={now} />
        </small>
      </td>
      <td className={css.release}>
        <Releases releases={issue.releases} />
      </td>
      <td className={css.owner}>
        {issue.assignee && (
          <span className="who" title={`Assigned to ${issue.assignee}`}>
            {issue.assignee.slice(0, 2).toUpperCase()}
          </span>
        )}
      </td>
    </tr>
  )
}

function Releases({ releases }: { releases: string[] }) {
  const known = releases.filter(Boolean)
  const newest = known.at(-1)
  const oldest = known[0]
  if (!newest || !oldest) return <span className="faint">–</span>
  return (
    <>
      <div title={newest}>{newest}</div>
      <small title={oldest}>{known.length === 1 ? 'only here' : `from ${oldest}`}</small>
    </>
  )
}

export function firstLine(message: string): string {
  return message.split('\n', 1)[0]?.slice(0, 400) ?? ''
}
