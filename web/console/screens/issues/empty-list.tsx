// An empty list is one of three: nothing has come yet, the question was too narrow, or it is good news.

import { Link } from '@tanstack/react-router'
import type { IssuesAnswer, StatusAnswer } from '../../../../store/api/contract.ts'
import { type IssueFilters, isNarrow, RANGES, DEFAULT_RANGE } from '../../filters.ts'
import { count, counted } from '../../format-number.ts'
import { Icon } from '../../parts/icon.tsx'
import { Empty } from '../../parts/states.tsx'
import { Screen } from '../../parts/screen.tsx'
import { ago } from '../../format-time.ts'
import css from '../guide.module.css'

export function FirstVisit({ status }: { status: StatusAnswer }) {
  const { spans } = status.rows
  return (
    <Screen title="No error yet" className={css.narrow}>
      <h1>
        <Icon name="new" className="caret-wait" />
        No error yet
      </h1>
      <p className={css.lead}>
        {spans > 0
          ? `${counted(spans, 'span')} arrived, but no exception so far. `
          : 'Everything is up and nothing has arrived so far. '}
        This page is listening, and shows the first one when it comes.
      </p>
      <ol className={css.ways}>
        <li>
          <h2>Break something that is made for it</h2>
          <p>
            The demo is a small shop. Press one of its buttons, see what its visitor sees, and follow the
            digest back here.
          </p>
          <a className="button primary" href="/demo">
            Open the demo and break it
          </a>
        </li>
        <li>
          <h2>Watch your own app</h2>
          <p>One script tag, or four lines of code. Nothing leaves your house.</p>
          <Link className="button" to="/connect">
            Connect a page
          </Link>
        </li>
      </ol>
    </Screen>
  )
}

type Props = {
  filters: IssueFilters
  counts: IssuesAnswer['counts'] | undefined
  change: (filters: IssueFilters) => void
  now: number
  lastStored: string | null | undefined
}

export function NoIssues({ filters, counts, change, now, lastStored }: Props) {
  const time = filters.from
    ? 'in the chosen time'
    : `in the ${RANGES[filters.range ?? DEFAULT_RANGE].toLowerCase()}`
  if (isNarrow(filters)) {
    const tokens = [
      filters.q,
      filters.release && `release:${filters.release}`,
      filters.service,
      filters.environment,
    ]
      .filter(Boolean)
      .join(' ')
    const clear = { q: undefined, release: undefined, service: undefined, environment: undefined }
    return (
      <Empty
        title={
          <span>
            Nothing matches <code>{tokens}</code>
          </span>
        }
        acts={
          <>
            <button type="button" onClick={() => change(clear)}>
              Take it out
            </button>
            <button
              type="button"
              className="quiet"
              onClick={() => change({ range: '30d', from: undefined, to: undefined })}
            >
              Search 30 days
            </button>
          </>
        }
      >
        No issue {filters.status ? `with the status “${filters.status}” ` : ''}carries it {time}.
      </Empty>
    )
  }
  return (
    <Empty
      title="No errata"
      acts={
        <>
          {!filters.status && (
            <Link className="button" to="/" search={(before) => ({ ...before, status: 'resolved' })}>
              Resolved <span className="faint num">{count(counts?.resolved)}</span>
            </Link>
          )}
          <button type="button" onClick={() => change({ range: '7d', from: undefined, to: undefined })}>
            Last 7 days
          </button>
        </>
      }
    >
      Nothing {filters.status ?? 'new, regressed or ongoing'} {time}.{' '}
      {lastStored ? `Events do arrive: the last one came ${ago(lastStored, now)} ago.` : ''}
    </Empty>
  )
}
