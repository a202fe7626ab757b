// The column of span names: its width, which the browser remembers, and its edge, which the user can drag.
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { indentOf } from './row-indent.ts'
import type { SpanTree } from '../../../../../contract/timeline/span-tree.ts'
import css from './waterfall.module.css'

const PREFERENCE = 'errata.nameColumn'
const MIN_WIDTH = 160
/** Largest share of the waterfall: the bars need space. */
const MAX_SHARE = 0.7
/** Deeper trees get a wider column, up to a limit in pixels. */
const USUAL_DEPTH = 8
const MAX_EXTRA = 96

export type NameColumn = {
  /** In pixels. */
  width: number
  min: number
  max: number
  /** Limits the width and stores it; null resets it. */
  resize: (width: number | null) => void
}

/** Sets `--tree` of the frame, the element around rows and axis. */
export function useNameColumn(frame: RefObject<HTMLElement | null>, tree: SpanTree): NameColumn {
  const [preferred, setPreferred] = useState(readPreference)
  const [measured, setMeasured] = useState({ width: 0, max: 0 })
  const extra = useMemo(() => extraWidth(tree), [tree])
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const apply = () => {
      const max = Math.round(element.clientWidth * MAX_SHARE)
      element.style.setProperty('--deep-names', `${extra}px`)
      if (preferred === null) element.style.removeProperty('--tree')
      else element.style.setProperty('--tree', `${limit(preferred, max)}px`)
      const axis = element.querySelector<HTMLElement>('[data-name-column]')
      const width = Math.round(axis?.getBoundingClientRect().width ?? 0)
      setMeasured((last) => (last.width === width && last.max === max ? last : { width, max }))
    }
    apply()
    const observer = new ResizeObserver(apply)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame, preferred, extra])
  const resize = (wanted: number | null) => {
    const width = wanted === null ? null : limit(wanted, measured.max)
    if (width === null) localStorage.removeItem(PREFERENCE)
    else localStorage.setItem(PREFERENCE, String(width))
    setPreferred(width)
  }
  return { min: MIN_WIDTH, ...measured, resize }
}

function limit(width: number, max: number): number {
  return Math.round(Math.max(MIN_WIDTH, Math.min(max, width)))
}

function readPreference(): number | null {
  const width = Number(localStorage.getItem(PREFERENCE))
  return width >= MIN_WIDTH ? width : null
}

function extraWidth({ nodes }: SpanTree): number {
  const depth = nodes.reduce((deepest, node) => Math.max(deepest, node.depth), 0)
  return Math.min(MAX_EXTRA, Math.max(0, indentOf(depth) - indentOf(USUAL_DEPTH)))
}

/** Pixels per arrow key. */
const KEY_STEP = 16

type Props = { frame: RefObject<HTMLElement | null>; column: NameColumn }

/** The edge between names and bars: a drag or the arrow keys move it. */
export function ColumnResizer({ frame, column: { width, min, max, resize } }: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
    const targets: Record<string, number | null> = {
      ArrowLeft: width - KEY_STEP,
      ArrowRight: width + KEY_STEP,
      Home: min,
      End: max,
      Enter: null,
    }
    const target = targets[event.key]
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    resize(target)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    resize(event.clientX - (frame.current?.getBoundingClientRect().left ?? 0))
  }
  return (
    <div
      className={`wide-only ${css.resizer}`}
      style={{ left: width }}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of the name column"
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      title="Drag or use the arrow keys; double-click to reset"
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={() => resize(null)}
    />
  )
}
