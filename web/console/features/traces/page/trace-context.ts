// The trace on screen, shared by its header, minimap, tree and span panel.
import { createContext, useContext, useState } from 'react'
import type { TraceAnswer } from '../../../../../contract/traces.ts'
import type { CriticalPath } from '../spans/critical-path.ts'
import type { SpanTree } from '../../../../../contract/timeline/span-tree.ts'
import type { TimeWindow } from '../spans/time-window.ts'

export type TraceView = {
  trace: TraceAnswer
  tree: SpanTree
  /** The colour of each service. */
  colors: Map<string, number>
  /** Index of the selected span. */
  selected: number
  /** False while keys move the selection: requests wait. */
  isAtRest: boolean
  select: (index: number) => void
  /** Selects a span, and shows its time if that is outside of the window. */
  jump: (index: number) => void
  /** `offsets`: nanoseconds by service, positive where its clock is behind. */
  clocks: { offsets: ReadonlyMap<string, number>; isCorrected: boolean; toggle: () => void }
  full: TimeWindow
  /** Null if it is hidden. */
  path: CriticalPath | null
  togglePath: () => void
  visible: TimeWindow
  /** Null shows the full trace. */
  zoom: (window: TimeWindow | null) => void
  /** The panel of the selected span. */
  panel: Panel
  copyLink: () => void
  /** Saves the trace as a file; null if it comes from a file. */
  save: (() => void) | null
}

export const TraceContext = createContext<TraceView | null>(null)

export function useTrace(): TraceView {
  const view = useContext(TraceContext)
  if (!view) throw new Error('useTrace is called outside of a trace')
  return view
}

const PREFERENCE = 'errata.spanPanel'

type Panel = { isOpen: boolean; toggle: () => void }

/** The browser remembers whether the panel is open. A phone starts with the name of the span alone. */
export function usePanel(): Panel {
  const [isOpen, setOpen] = useState(() => {
    const preferred = localStorage.getItem(PREFERENCE)
    return preferred === null ? !matchMedia('(max-width: 45rem)').matches : preferred === 'open'
  })
  const toggle = () => {
    localStorage.setItem(PREFERENCE, isOpen ? 'closed' : 'open')
    setOpen(!isOpen)
  }
  return { isOpen, toggle }
}
