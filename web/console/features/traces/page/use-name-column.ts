// The width of the column of names. The reader can change it; the browser remembers it.
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { indentOf } from './row-indent.ts'
import type { SpanTree } from './span-tree.ts'

const PREFERENCE = 'errata.nameColumn'
const MIN_WIDTH = 160
/** Of the waterfall: the bars need room. */
const MAX_SHARE = 0.7
/** A usual tree is this deep; deeper ones get a wider column, to a limit in pixels. */
const USUAL_DEPTH = 8
const MAX_EXTRA = 96

export type NameColumn = {
  /** In pixels. */
  width: number
  min: number
  max: number
  /** Limits the width and remembers it; null goes back to the usual width. */
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
