// The rows of the issue table, with a heading per group. Rows far outside the viewport are not in the
// document, except the focused row and its neighbours.
import { type ReactNode, useEffect, useState } from 'react'
import type { Issue } from '../../../../../contract/issues.ts'
import { useStableCallback } from '../../../ui/use-stable-callback.ts'
import { useWindowRows } from '../../../ui/window-rows.ts'
import { IssueRow } from './issue-row.tsx'
import type { IssueList } from './use-issue-list.ts'
import css from './issues.module.css'

/** Pixels of a row on a wide screen; real heights are measured. */
const ROW_HEIGHT = 44
/** Rows beyond the viewport, so that fast scrolling shows no empty area. */
const OVERSCAN = 15

/** Comes before the issue with the index `at` and begins a group. */
export type Heading = { at: number; content: ReactNode }
type Item = { key: string; group: number; heading: ReactNode } | { key: string; group: number; issue: Issue }
type Group = { group: number; rows: ReactNode[] }

export function IssueRows({ list, headings }: { list: IssueList; headings: Heading[] }) {
  const { issues, roving, isAll, isStale, selectedIds, mayChange, toggleSelected } = list
  const [top, setTop] = useState(0)
  const [body, setBody] = useState<HTMLElement | null>(null)
  const items = itemsOf(issues, headings)
  const headingsBefore = (index: number) => headings.filter(({ at }) => at <= index).length
  const current = roving.index + headingsBefore(roving.index)
  const {
    rows: shown,
    end: bottom,
    measure,
  } = useWindowRows({
    keys: items.map(({ key }) => key),
    rowHeight: ROW_HEIGHT,
    overscan: OVERSCAN,
    top,
    // `j` and `k` focus its neighbours at once.
    current: roving.index < 0 ? 0 : current,
  })
  useEffect(() => {
    if (!body) return undefined
    // Within a frame the layout is computed anyway.
    const frame = requestAnimationFrame(() => {
      setTop(Math.round(body.getBoundingClientRect().top + window.scrollY))
    })
    return () => cancelAnimationFrame(frame)
  })
  const onFocus = useStableCallback(roving.setIndex)
  const toggle = useStableCallback(toggleSelected)
  const groups: Group[] = [{ group: 0, rows: [] }]
  let end = top
  for (const { index: position, start, end: nextEnd } of shown) {
    const item = items[position]
    if (!item) continue
    if (item.group !== groups.at(-1)?.group) groups.push({ group: item.group, rows: [] })
    const rows = groups.at(-1)!.rows
    if (start > end) rows.push(<Spacer key={`before-${item.key}`} height={start - end} />)
    end = nextEnd
    if ('heading' in item) {
      rows.push(
        <tr key={item.key} ref={measure} data-index={position} className={`row-group ${css.group}`}>
          <th scope="rowgroup">{item.heading}</th>
        </tr>,
      )
      continue
    }
    const index = position - item.group
    rows.push(
      <IssueRow
        key={item.key}
        issue={item.issue}
        position={position}
        index={index}
        tabIndex={roving.tabIndexOf(index)}
        isCurrent={index === roving.index}
        isSelected={isAll || selectedIds.has(item.issue.id)}
        isStale={isStale}
        canSelect={mayChange(item.issue.service)}
        toggleSelected={toggle}
        onFocus={onFocus}
        measure={measure}
      />,
    )
  }
  const rest = bottom - end
  if (rest > 0) groups.at(-1)!.rows.push(<Spacer key="rest" height={rest} />)
  return groups.map(({ group, rows }, index) => (
    <tbody key={group} ref={index === 0 ? setBody : undefined}>
      {rows}
    </tbody>
  ))
}

/** Replaces rows that are not in the document. */
function Spacer({ height }: { height: number }) {
  return (
    <tr className={css.spacer} aria-hidden="true">
      <td style={{ height }} />
    </tr>
  )
}

function itemsOf(issues: Issue[], headings: Heading[]): Item[] {
  const items: Item[] = []
  let group = 0
  for (const [index, issue] of issues.entries()) {
    const heading = headings.find(({ at }) => at === index)
    if (heading) items.push({ key: `heading-${index}`, group: ++group, heading: heading.content })
    items.push({ key: issue.id, group, issue })
  }
  return items
}
