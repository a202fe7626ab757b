import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { eventsOf } from '../../api/issues.ts'
import { Failed, Loading } from '../../parts/states.tsx'
import { moment } from '../../format-time.ts'
import css from './issue.module.css'

export function IssueEvents({ id, current, now: _now }: { id: string; current: string; now: number }) {
  const list = useInfiniteQuery(eventsOf(id))
  const rows = list.data?.pages.flatMap((page) => page.events) ?? []
  return (
    <section aria-labelledby="events-title">
      <header>
        <h2 id="events-title">Events</h2>
        <small>newest first</small>
      </header>
      {list.isPending && <Loading of="events" thin />}
      {list.isError && !list.data && (
        <Failed error={list.error} what="This list" again={() => void list.refetch()} />
      )}
      {rows.length > 0 && (
        <table className={css.list} aria-labelledby="events-title">
          <thead>
            <tr>
              <th>Digest</th>
              <th>At</th>
              <th className={css.secondary}>Release</th>
              <th className={css.secondary}>Environment</th>
              <th>URL</th>
              <th className={css.secondary}>User</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.digest} aria-current={row.digest === current || undefined}>
                <td>
                  <Link to="/issues/$id" params={{ id }} search={{ event: row.digest }}>
                    {row.digest}
                  </Link>
                </td>
                <td>{moment(row.at)}</td>
                <td className={css.secondary}>{row.release || <span className="faint">–</span>}</td>
                <td className={css.secondary}>{row.environment || <span className="faint">–</span>}</td>
                <td>
                  <code>{pathOf(row.url)}</code>
                </td>
                <td className={css.secondary}>
                  {row.userId ? <code>{row.userId}</code> : <span className="faint">–</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {list.hasNextPage && (
        <button
          type="button"
          className="quiet"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {rows.length} shown. Show more
        </button>
      )}
    </section>
  )
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url
}
