// A trace that is loading: its header from the list, and the outlines of overview, rows and span panel.
import type { TraceRow } from '../../../../../contract/traces.ts'
import { Screen } from '../../../app/screen.tsx'
import { plainText } from '../../../ui/untrusted-text.tsx'
import { usePanel } from './trace-context.ts'
import { LoadingHeader } from './trace-header.tsx'
import screenCss from './trace.module.css'
import css from './trace-skeleton.module.css'

/** Level, width of the name in rem; start and length of the bar in percent. */
const ROWS = [
  [0, 9, 0, 100],
  [1, 11, 2, 34],
  [2, 8, 5, 26],
  [3, 7, 8, 9],
  [3, 9, 18, 11],
  [1, 12, 38, 52],
  [2, 8, 42, 40],
  [3, 10, 44, 18],
  [3, 7, 63, 14],
] as const

/** Widths of the lines in the span panel, in rem. */
const FACTS = [9, 11, 8, 7, 10]

/** `row`: of the trace in a list; undefined if it was not opened from one. */
export function TraceSkeleton({ traceId, row }: { traceId: string; row: TraceRow | undefined }) {
  const panel = usePanel()
  const id = traceId.slice(0, 8)
  return (
    <Screen
      title={row ? `Trace ${id}: ${plainText(row.name)}` : `Trace ${id}`}
      className={`${screenCss.screen} ${panel.isOpen ? '' : screenCss.narrowPanel}`}
    >
      {row ? (
        <LoadingHeader row={row} />
      ) : (
        <header className={`page-head ${screenCss.title}`}>
          <h1>
            Trace <code>{id}</code>
          </h1>
        </header>
      )}
      <div className={css.minimap} />
      <div className={`controls ${screenCss.filters} ${css.filters}`} />
      <ol className={`${screenCss.tree} ${css.rows}`} aria-busy="true" aria-label="Loading the trace">
        {ROWS.map(([level, name, start, length]) => (
          <li key={`${level} ${start}`}>
            <i style={{ width: `${name}rem`, marginInlineStart: `${level}rem` }} />
            <span>
              <i style={{ width: `${length}%`, marginInlineStart: `${start}%` }} />
            </span>
          </li>
        ))}
      </ol>
      <aside className={css.panel} aria-hidden="true">
        {panel.isOpen && FACTS.map((width) => <i key={width} style={{ width: `${width}rem` }} />)}
      </aside>
    </Screen>
  )
}
