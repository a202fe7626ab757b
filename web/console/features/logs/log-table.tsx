// The rows of the list. Those far outside the window are not in the document.
import { useEffect, useState } from 'react'
import type { LogRow as Log } from '../../../../contract/logs.ts'
import type { Roving } from '../../ui/roving.ts'
import { toggle } from '../../ui/set-toggle.ts'
import { useWindowRows } from '../../ui/window-rows.ts'
import { LogRow } from './log-row.tsx'
import css from './logs.module.css'

/** Pixels of a closed row on a wide screen; real heights are measured. */
const ROW_HEIGHT = 29
/** Rows beyond the window, so that fast scrolling shows no empty area. */
const OVERSCAN = 20

const NONE: ReadonlySet<string> = new Set()

type Props = { logs: Log[]; keys: string[]; roving: Roving; setTable: (table: HTMLElement | null) => void }

export function LogTable({ logs, keys, roving, setTable }: Props) {
  const [open, setOpen] = useState(NONE)
  const [top, setTop] = useState(0)
  const [body, setBody] = useState<HTMLElement | null>(null)
  const { rows, end, measure } = useWindowRows({
    keys,
    rowHeight: ROW_HEIGHT,
    overscan: OVERSCAN,
    top,
    current: Math.max(0, roving.index),
  })
  useEffect(() => {
    if (!body) return undefined
    // Within a frame the layout is computed anyway.
    const frame = requestAnimationFrame(() => {
      setTop(Math.round(body.getBoundingClientRect().top + window.scrollY))
    })
    return () => cancelAnimationFrame(frame)
  })
  return (
    <table
      ref={setTable}
      className={`cards ${css.list}`}
      aria-label="Log records, latest first"
      aria-rowcount={logs.length + 1}
    >
      <thead>
        <tr>
          <th className={`num ${css.time}`}>Time</th>
          <th className={css.level}>Level</th>
          <th className={css.service}>Service</th>
          <th>Text</th>
        </tr>
      </thead>
      <tbody ref={setBody}>
        {withGaps(rows, top).flatMap(({ index, gap }) => {
          const [log, key] = [logs[index], keys[index]]
          if (log === undefined || key === undefined) return []
          return [
            gap > 0 && <Spacer key={`before ${key}`} height={gap} />,
            <LogRow
              key={key}
              log={log}
              index={index}
              roving={roving}
              isOpen={open.has(key)}
              toggle={() => setOpen((current) => toggle(current, key))}
              measure={measure}
            />,
          ]
        })}
        <Spacer height={end - (rows.at(-1)?.end ?? top)} />
      </tbody>
    </table>
  )
}

type Shown = { index: number; start: number; end: number }

/** `gap`: pixels of the rows before this one that are not in the document. */
function withGaps(rows: Shown[], top: number) {
  return rows.map(({ index, start }, at) => ({ index, gap: start - (rows[at - 1]?.end ?? top) }))
}

/** Replaces rows that are not in the document. */
function Spacer({ height }: { height: number }) {
  return (
    <tr className={css.spacer} aria-hidden="true">
      <td style={{ height }} />
    </tr>
  )
}
